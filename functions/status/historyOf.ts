import type { DeploymentStatus } from '../../schema/status/index.ts'
import { type PartState, type Sample, SAMPLE_SECONDS, type SAMPLED, SAMPLES } from '../../shared/durable/statusBoard.ts'

type History = NonNullable<DeploymentStatus['history']>
type Run = History['rpc'][number]

/**
 * The states of the last day as runs. A period without a sample is unknown: nothing says that a part worked then.
 *
 * @param current states now, for the period that has begun, which may have no sample yet
 */
export function historyOf(
  samples: readonly Sample[],
  current: Readonly<Record<(typeof SAMPLED)[number], { readonly state: PartState }>>,
  nowMs: number,
): History {
  const byTime = new Map(samples.map((sample) => [sample.at, sample]))
  const now = Math.floor(nowMs / 1000)
  const first = now - (now % SAMPLE_SECONDS) - (SAMPLES - 1) * SAMPLE_SECONDS
  const periods = Array.from({ length: SAMPLES }, (_, at) => first + at * SAMPLE_SECONDS)
  const runsOf = (part: (typeof SAMPLED)[number]): Run[] => {
    const runs: Run[] = []
    for (const at of periods) {
      const state: PartState = byTime.get(at)?.[part] ?? (at === periods.at(-1) ? current[part].state : 'unknown')
      if (runs.at(-1)?.state !== state) runs.push({ from: new Date(1000 * at).toISOString(), state })
    }
    return runs
  }
  return { rpc: runsOf('rpc'), index: runsOf('index'), limiter: runsOf('limiter'), store: runsOf('store') }
}

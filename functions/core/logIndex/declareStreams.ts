import type { Cohort, IndexState } from '../store/logIndex.ts'
import type { Store } from '../store/createStore.ts'
import type { LogStream } from './LogStream.ts'

/**
 * Registers these streams with the index: new addresses become a cohort that starts at the stream's first block, a
 * stream with other events or another first block starts over, cohorts that have reached the same block are merged.
 * Null when another run wrote first.
 */
export async function declareStreams(
  index: Store['logIndex'],
  chain: number,
  streams: readonly LogStream[],
  span: number,
  now: number,
): Promise<IndexState | null> {
  let state = await index.read(chain)
  for (;;) {
    const change = nextChange(index, state, streams, span, now)
    if (!change) return state
    if (!(await change())) return null
    state = await index.read(chain)
  }
}

function nextChange(
  index: Store['logIndex'],
  state: IndexState,
  streams: readonly LogStream[],
  span: number,
  now: number,
) {
  for (const { name: stream, addresses, events, fromBlock } of streams) {
    const cohorts = state.cohorts.filter((cohort) => cohort.stream === stream)
    const topics = events.join(',')
    if (cohorts.some((cohort) => cohort.topics !== topics || cohort.fromBlock !== fromBlock))
      return () => index.restart(state, stream, { topics, fromBlock })
    const known = new Set<string>(cohorts.flatMap((cohort) => cohort.addresses))
    const added = addresses.filter((address) => !known.has(address.toLowerCase()))
    if (added.length > 0) {
      const cohort = Math.max(-1, ...cohorts.map((c) => c.cohort)) + 1
      return () => index.addCohort(state, { stream, cohort, topics, fromBlock, span, addresses: added }, now)
    }
    const [from, into] = twins(cohorts)
    if (from && into) return () => index.merge(state, from, into)
  }
  return null
}

/** Two cohorts at the same block: the later one, and the one that takes it in. */
function twins(cohorts: readonly Cohort[]): readonly Cohort[] {
  for (const from of cohorts) {
    const into = cohorts.find(
      (c) => c.cohort < from.cohort && c.nextBlock === from.nextBlock && c.checkpoint?.hash === from.checkpoint?.hash,
    )
    if (into) return [from, into]
  }
  return []
}

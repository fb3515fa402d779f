import { oneConnection } from './client.ts'
import type { Load } from './load.ts'

export interface LoopResult {
  readonly perSecond: number
  /** Milliseconds. */
  readonly p50: number
  readonly p99: number
  /** Of a body, on average. */
  readonly bytes: number
  /** Answers that were not 2xx, each with its load's URL and status, and requests without one. */
  readonly failures: readonly string[]
}

/** So many connections send requests for so many seconds, each the next one as soon as it has its answer. */
export async function closedLoop(
  next: (connection: number, turn: number) => Load,
  { connections = 16, seconds = 5 } = {},
): Promise<LoopResult> {
  const times: number[] = []
  const failures: string[] = []
  let bytes = 0
  const started = performance.now()
  const until = started + seconds * 1000
  const loops = Array.from({ length: connections }, async (_, connection) => {
    const client = oneConnection()
    for (let turn = 0; performance.now() < until; turn++) {
      const { url, ...how } = next(connection, turn)
      const sent = performance.now()
      try {
        const { status, text } = await client.send(url, how)
        if (status < 200 || status > 299) failures.push(`${url}: ${status} ${text.slice(0, 200)}`)
        bytes += text.length
      } catch (error) {
        failures.push(`${url}: ${String(error)}`)
      }
      times.push(performance.now() - sent)
    }
    client.close()
  })
  await Promise.all(loops)
  const perSecond = (times.length * 1000) / (performance.now() - started)
  const sorted = Float64Array.from(times).sort()
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? NaN
  return { perSecond, p50: at(0.5), p99: at(0.99), bytes: bytes / times.length, failures }
}

import { setTimeout as sleep } from 'node:timers/promises'
import { oneConnection } from './client.ts'
import type { Load } from './load.ts'

/** Milliseconds of requests. */
export interface Times {
  readonly p50: number
  readonly p99: number
}

export interface LoopResult extends Times {
  readonly requests: number
  readonly perSecond: number
  /** Of a body, on average. */
  readonly bytes: number
  /** The times of each URL. */
  readonly byUrl: ReadonlyMap<string, Times>
  /** Answers that were not 2xx, each with its load's URL and status, and requests without one. */
  readonly failures: readonly string[]
}

export interface Bounds {
  readonly connections?: number
  readonly seconds?: number
  /** Requests per second by all connections together. */
  readonly perSecond?: number
}

/**
 * So many connections send requests for so many seconds, each the next one as soon as it has its answer, or, with
 * `perSecond`, when its turn has come.
 */
export async function closedLoop(
  next: (connection: number, turn: number) => Load,
  { connections = 16, seconds = 5, perSecond }: Bounds = {},
): Promise<LoopResult> {
  const times = new Map<string, number[]>()
  const failures: string[] = []
  let bytes = 0
  const started = performance.now()
  const until = started + seconds * 1000
  const loops = Array.from({ length: connections }, async (_, connection) => {
    const client = oneConnection()
    for (let turn = 0; performance.now() < until; turn++) {
      const due = perSecond === undefined ? 0 : started + ((turn * connections + connection) * 1000) / perSecond
      const early = due - performance.now()
      if (early > 0) await sleep(early)
      const { url, ...how } = next(connection, turn)
      const sent = performance.now()
      try {
        const { status, text } = await client.send(url, how)
        if (status < 200 || status > 299) failures.push(`${url}: ${status} ${text.slice(0, 200)}`)
        bytes += text.length
      } catch (error) {
        failures.push(`${url}: ${String(error)}`)
      }
      const took = performance.now() - sent
      const ofUrl = times.get(url)
      if (ofUrl) ofUrl.push(took)
      else times.set(url, [took])
    }
    client.close()
  })
  await Promise.all(loops)
  const all = [...times.values()].flat()
  return {
    ...timesOf(all),
    requests: all.length,
    perSecond: (all.length * 1000) / (performance.now() - started),
    bytes: bytes / all.length,
    byUrl: new Map([...times].map(([url, each]) => [url, timesOf(each)])),
    failures,
  }
}

function timesOf(values: readonly number[]): Times {
  const sorted = Float64Array.from(values).sort()
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? NaN
  return { p50: at(0.5), p99: at(0.99) }
}

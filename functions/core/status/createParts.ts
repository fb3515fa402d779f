import * as z from 'zod'
import { PROVIDER_NAMES } from '../../../schema/providers.ts'
import type { Report, Shown, Standing, State } from '../../../shared/durable/statusBoard.ts'
import type { Watched } from '../../../shared/log/Watch.ts'

/** After so many failed calls in a row a part is down; before that, and while it asks for patience, it is degraded. */
const DOWN = 3
/** Older outcomes no longer count. */
const SHOWN_SECONDS = 3600

const WATCHED: readonly Watched[] = ['limiter', ...PROVIDER_NAMES]

const Row = z.object({
  state: z.enum(['ok', 'degraded', 'down', 'unknown']),
  since: z.int(),
  seen_at: z.int(),
  failures: z.int(),
  latency_ms: z.int().nullable(),
})
type Row = z.output<typeof Row>

export type Parts = ReturnType<typeof createParts>

/** The rows of the parts. Times in unix milliseconds are passed in, unix seconds come out. */
export function createParts(sql: SqlStorage) {
  const find = (name: string): Row | undefined => {
    const [row] = sql
      .exec('SELECT state, since, seen_at, failures, latency_ms FROM parts WHERE name = ?', name)
      .toArray()
    return row && Row.parse(row)
  }
  const put = (name: string, { state, since, seen_at: seen, failures, latency_ms: latency }: Row) =>
    sql.exec(
      `INSERT OR REPLACE INTO parts (name, state, since, seen_at, failures, latency_ms) VALUES (?, ?, ?, ?, ?, ?)`,
      name,
      state,
      since,
      seen,
      failures,
      latency,
    )

  const shown = (what: Watched, now: number): Shown | undefined => {
    const row = find(what)
    if (!row) return undefined
    const { state, since, seen_at: lastCallAt, latency_ms: latencyMs } = row
    const isOld = seconds(now) - lastCallAt > SHOWN_SECONDS
    return isOld
      ? { state: 'unknown', since: lastCallAt + SHOWN_SECONDS, latencyMs: null, lastCallAt }
      : { state, since, latencyMs, lastCallAt }
  }

  return {
    /** A part that was looked at just now: since when it is so. Only a change is written. */
    seen(name: string, state: State, latencyMs: number | null, now: number): Standing {
      const before = find(name)
      if (before?.state === state) return { state, since: before.since, latencyMs }
      const since = seconds(now)
      put(name, { state, since, seen_at: since, failures: 0, latency_ms: null })
      return { state, since, latencyMs }
    },

    /** Adds the outcomes of an isolate's calls. */
    add({ what, outcome, at, ms, failures, hadOk }: Report, now: number): void {
      if (!WATCHED.includes(what)) return
      const before = find(what)
      const known = shown(what, now)
      const inRow = failures === 0 ? 0 : failures + (hadOk ? 0 : (before?.failures ?? 0))
      const state = outcome === 'ok' ? 'ok' : outcome !== 'throttled' && inRow >= DOWN ? 'down' : 'degraded'
      const since = known?.state === state && known.since !== null ? known.since : seconds(now)
      const seen = Math.max(before?.seen_at ?? 0, seconds(Math.min(at, now)))
      put(what, { state, since, seen_at: seen, failures: inRow, latency_ms: Math.round(ms) })
    },

    /** Every watched part with a reported call. */
    all(now: number): Partial<Record<Watched, Shown>> {
      return Object.fromEntries(
        WATCHED.flatMap((what) => {
          const found = shown(what, now)
          return found ? [[what, found]] : []
        }),
      )
    },
  }
}

const seconds = (ms: number): number => Math.floor(ms / 1000)

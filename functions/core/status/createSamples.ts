import * as z from 'zod'
import {
  type BoardView,
  type PartState,
  type Sample,
  SAMPLE_SECONDS,
  SAMPLED,
  SAMPLES,
} from '../../../shared/durable/statusBoard.ts'

/** From good to bad. A period in which a part was not seen is no proof that it worked. */
const RANKS: readonly PartState[] = ['not_configured', 'ok', 'unknown', 'degraded', 'down']

const state = z.enum(['ok', 'degraded', 'down', 'unknown', 'not_configured'])
const Row = z.object({ at: z.int(), rpc: state, index: state, limiter: state, store: state })

export const SAMPLES_TABLE = `CREATE TABLE samples (
  at INTEGER PRIMARY KEY, rpc TEXT NOT NULL, log_index TEXT NOT NULL, limiter TEXT NOT NULL, store TEXT NOT NULL
)`

/** The states of the last day: a row for each period, with the worst that was seen in it. */
export function createSamples(sql: SqlStorage) {
  const read = (from: number): readonly Sample[] =>
    sql
      .exec('SELECT at, rpc, log_index AS "index", limiter, store FROM samples WHERE at >= ? ORDER BY at', from)
      .toArray()
      .map((row) => Row.parse(row))
  /** The newest row, so that a schedule that runs at every block writes nothing twice. */
  let last: Sample | undefined

  return {
    add({ at: now, rpc, index, limiter, store }: BoardView): void {
      const at = periodOf(now)
      const before = last?.at === at ? last : read(at).find((row) => row.at === at)
      const seen = { at, rpc: stateOf(rpc), index: stateOf(index), limiter: stateOf(limiter), store: stateOf(store) }
      last = before ? { ...seen, ...worstOf(before, seen) } : seen
      if (before && SAMPLED.every((part) => before[part] === last?.[part])) return
      sql.exec(
        'INSERT OR REPLACE INTO samples (at, rpc, log_index, limiter, store) VALUES (?, ?, ?, ?, ?)',
        at,
        ...SAMPLED.map((part) => last?.[part] ?? 'unknown'),
      )
      sql.exec('DELETE FROM samples WHERE at <= ?', at - SAMPLES * SAMPLE_SECONDS)
    },

    /** Samples of the last day, oldest first. A period without a request has none. */
    all: (now: number): readonly Sample[] => read(periodOf(now) - (SAMPLES - 1) * SAMPLE_SECONDS),
  }
}

const periodOf = (seconds: number): number => seconds - (seconds % SAMPLE_SECONDS)
const stateOf = (part: { readonly state: PartState } | null): PartState => part?.state ?? 'not_configured'

const worstOf = (a: Sample, b: Sample): Partial<Sample> =>
  Object.fromEntries(SAMPLED.map((part) => [part, RANKS.indexOf(a[part]) > RANKS.indexOf(b[part]) ? a[part] : b[part]]))

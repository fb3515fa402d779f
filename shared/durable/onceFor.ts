import { requestScope, KEPT_SECONDS } from '../log/requestScope.ts'
import type { Step } from './migrate.ts'

/** Identity of a request with an Idempotency-Key in an object. */
export interface RequestKey {
  /** Hashes of the principal, the operation, the key and the inputs. */
  readonly id: string
  /** Unix seconds. */
  readonly expiresAt: number
}

/** The key of the request on whose behalf code runs, to be sent to an object; undefined where it has none. */
export function requestKey(): RequestKey | undefined {
  const ticket = requestScope.getStore()?.ticket
  return ticket && { id: `${ticket.id} ${ticket.fingerprint}`, expiresAt: ticket.requestedAt + KEPT_SECONDS }
}

/** The table of an object that calls `onceFor`; its rows go when they have expired (unix seconds). */
export const OUTCOMES_TABLE: Step = `CREATE TABLE IF NOT EXISTS outcomes (
   id TEXT PRIMARY KEY, result TEXT NOT NULL, expires_at INTEGER NOT NULL
 ) WITHOUT ROWID`

/**
 * Runs a request to an object in the caller's transaction. A result that `isDone` is stored there as JSON, and the same
 * request gets it again. A request without a key runs normally.
 */
export function onceFor<T>(
  sql: SqlStorage,
  key: RequestKey | undefined,
  { work, isDone }: { readonly work: () => T; readonly isDone: (result: T) => boolean },
): T {
  if (!key) return work()
  const [kept] = sql.exec<{ result: string }>('SELECT result FROM outcomes WHERE id = ?', key.id).toArray()
  if (kept) {
    const result: T = JSON.parse(kept.result)
    return result
  }
  const result = work()
  if (isDone(result))
    sql.exec(
      'INSERT INTO outcomes (id, result, expires_at) VALUES (?, ?, ?)',
      key.id,
      JSON.stringify(result),
      key.expiresAt,
    )
  return result
}

import { type SQL, sql } from 'drizzle-orm'
import { requestScope, KEPT_SECONDS, type Ticket } from '../log/requestScope.ts'

/** An answer as it is kept; both parts are JSON. */
export interface KeptAnswer {
  readonly data: unknown
  readonly asOf?: object | undefined
}

/** The Idempotency-Key of the request has an answer already, or another run has it: nothing of the batch was done. */
export class KeyTaken extends Error {
  override readonly name = 'KeyTaken'
}

/** Statements that keep an answer, which they return, with the request that it is of. */
const keeping = new WeakMap<SQL, Ticket>()

interface Options {
  /** Values of `data` that only the database knows, by their names. */
  readonly columns?: Readonly<Record<string, SQL>>
  /** When it is kept; if not stated, where the statement before it has changed a row. */
  readonly where?: SQL
}

/**
 * Statements that keep the answer of the request under its Idempotency-Key; none where it has no key. They go into the batch
 * of what is done, right after the statement that does it. Of two runs of one request the later batch fails as a whole, with
 * KeyTaken. For operations whose `x-idempotency` is `database`: nothing was claimed before.
 *
 * @example
 * await batch([sql`update drafts set sent = 1 where id = ${id} and sent = 0`, ...keepAnswer({ data: { id } }), log])
 */
export function keepAnswer(answer: KeptAnswer, { columns = {}, where = sql`changes() > 0` }: Options = {}): SQL[] {
  const ticket = requestScope.getStore()?.ticket
  if (!ticket) return []
  const { id, principal, fingerprint, requestedAt } = ticket
  const json = Object.entries(columns).reduce(
    (text, [name, column]) => sql`json_set(${text}, ${`$.data.${name}`}, ${column})`,
    sql`${JSON.stringify(answer)}`,
  )
  // If the key is not free, null breaks a constraint, and with it the batch.
  const keep = sql`insert into idempotency_keys as kept (id, principal, fingerprint, claimed_until, answer, expires_at)
      select ${id}, ${principal}, ${fingerprint}, 0, ${json}, ${requestedAt + KEPT_SECONDS} where ${where}
      on conflict (id) do update set answer = excluded.answer, claim = null, claimed_until = 0,
        expires_at = excluded.expires_at, fingerprint = iif(${isFree(requestedAt)}, excluded.fingerprint, null)
      returning answer`
  keeping.set(keep, ticket)
  return [keep]
}

/** Whether a row `kept` leaves its key to the run that has met it as `excluded`: it is over, or its own run never answered. */
export const isFree = (now: number): SQL => sql`(kept.expires_at <= ${now}
  or kept.answer is null and kept.claimed_until <= ${now} and kept.fingerprint = excluded.fingerprint)`

/** Error of a failed batch: KeyTaken if it was to keep an answer under a key that is not free. */
export const faultOf = (statements: readonly SQL[], error: unknown): unknown =>
  error instanceof Error &&
  error.message.includes('idempotency_keys.fingerprint') &&
  statements.some((statement) => keeping.has(statement))
    ? new KeyTaken('the Idempotency-Key has an answer, or another run has it', { cause: error })
    : error

/** Notes in the request of a statement that its answer is kept, if the statement has kept one. */
export function noteKept(statement: SQL, [kept]: readonly unknown[]): void {
  const ticket = keeping.get(statement)
  if (!ticket || typeof kept !== 'object' || kept === null || !('answer' in kept)) return
  if (typeof kept.answer === 'string') ticket.kept = kept.answer
}

/** How long an answer is kept, in seconds (draft-ietf-httpapi-idempotency-key-header-07 section 2.3). */
export const KEPT_SECONDS = 86_400

/** The request of a run under its Idempotency-Key: what a write needs to keep the answer in its own transaction. */
export interface Ticket {
  /** SHA-256 of who asks, the operation and the key. */
  readonly id: string
  /** The principal, as budgets name it. */
  readonly principal: string
  /** SHA-256 of the validated inputs. */
  readonly fingerprint: string
  /** The run: of several for one request, one keeps its answer. */
  readonly claim: string
  /** Time of the first run, in unix seconds: the same for each run of a request. */
  readonly requestedAt: number
  /** The answer, JSON, once a write has kept it in its own transaction. */
  kept?: string
}

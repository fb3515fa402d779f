/**
 * `throttled`: it wants to be left alone for a while; `refused`: it does not accept this very request; `unavailable`: it
 * failed or cannot be reached; `timeout`: it did not answer in time; `unreadable`: its answer means nothing.
 */
export type ReputationFailureKind = 'throttled' | 'refused' | 'unavailable' | 'timeout' | 'unreadable'

/** The reputation provider gave no usable answer. */
export class ReputationFailure extends Error {
  override readonly name = 'ReputationFailure'
  readonly kind: ReputationFailureKind
  /** Seconds for which a throttling provider wants to be left alone. */
  readonly retryAfter: number

  constructor(kind: ReputationFailureKind, message: string, retryAfter = 0) {
    super(message)
    this.kind = kind
    this.retryAfter = retryAfter
  }
}

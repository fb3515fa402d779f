/** Why a provider gave nothing usable. `throttled`: it asked to come later; `timeout`: its time was up; `failed`: anything else. */
export type ProviderFailureKind = 'failed' | 'throttled' | 'timeout'

/** A provider that gave no usable answer. Its message is for the log alone, and repeats nothing of an answer. */
export class ProviderFailure extends Error {
  override readonly name = 'ProviderFailure'
  readonly kind: ProviderFailureKind
  /** What it sent as `Retry-After`. */
  readonly retryAfter: string | null

  constructor(kind: ProviderFailureKind, message: string, retryAfter: string | null = null) {
    super(message)
    this.kind = kind
    this.retryAfter = retryAfter
  }
}

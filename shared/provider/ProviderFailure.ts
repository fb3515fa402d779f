/**
 * Why a provider gave nothing usable. `throttled`: it asked to come later; `timeout`: its time was up; `refused`: it does not
 * take this very request, and would not take it again; `failed`: anything else.
 */
export type ProviderFailureKind = 'failed' | 'throttled' | 'timeout' | 'refused'

/** A provider that gave no usable answer. Its message is for the log alone, and repeats nothing of an answer, URL or key. */
export class ProviderFailure extends Error {
  override readonly name = 'ProviderFailure'
  readonly kind: ProviderFailureKind
  /** Of the answer; undefined if none came. */
  readonly status: number | undefined
  /** Seconds for which it wants to be left alone, where it says so. */
  readonly retryAfter: number | undefined

  constructor(
    kind: ProviderFailureKind,
    message: string,
    { status, retryAfter }: { readonly status?: number; readonly retryAfter?: number | undefined } = {},
  ) {
    super(message)
    this.kind = kind
    this.status = status
    this.retryAfter = retryAfter
  }
}

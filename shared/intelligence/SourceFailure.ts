/** Why a provider gave nothing. `throttled`: it asked to come later; `timeout`: its time was up. */
export type FailureKind = 'failed' | 'throttled' | 'timeout'

/** A provider that gave no usable answer. Its message is for the log alone, and repeats nothing of an answer. */
export class SourceFailure extends Error {
  override readonly name = 'SourceFailure'
  readonly kind: FailureKind

  constructor(kind: FailureKind, message: string) {
    super(message)
    this.kind = kind
  }
}

/** `throttled`: the provider wants to be left alone; `timeout`: the time was up; `failed`: anything else. */
export type ModelFailureKind = 'throttled' | 'timeout' | 'failed'

/** The model gave no usable answer. Its message is for the log alone, and repeats nothing of an answer. */
export class ModelFailure extends Error {
  override readonly name = 'ModelFailure'
  readonly kind: ModelFailureKind

  constructor(kind: ModelFailureKind, message: string) {
    super(message)
    this.kind = kind
  }
}

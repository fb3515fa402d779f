/** A message from one actor to another, or a step that one takes alone: then `from` and `to` are the same. */
export interface SequenceStep {
  readonly from: string
  readonly to: string
  readonly text: string
  /** An answer, drawn with a dashed line. */
  readonly isAnswer?: boolean
}

/** Messages between participants, in order. */
export interface SequenceSteps {
  readonly title: string
  readonly actors: readonly string[]
  readonly steps: readonly SequenceStep[]
}

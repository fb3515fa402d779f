import type { SequenceSteps } from '../../draw/SequenceSteps.ts'

/** A concept: its text, which the build made from Markdown, and its sequences. */
export interface Concept {
  readonly id: string
  readonly title: string
  readonly html: string
  readonly sequences: readonly SequenceSteps[]
}

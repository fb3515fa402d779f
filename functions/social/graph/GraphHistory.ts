import type { FeedbackHistory, ResponseRow, WholeBlock } from '../../../shared/store/feedbackRows.ts'

/** What only the index knows of an agent's feedback, as of its own block. */
export interface GraphHistory extends FeedbackHistory, WholeBlock {
  readonly responses: readonly ResponseRow[]
}

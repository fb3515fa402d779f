import type { FeedbackHistory, ResponseRow } from '../../../shared/store/feedbackRows.ts'

/** What only the index knows of an agent's feedback, as of its own block. */
export interface GraphHistory extends FeedbackHistory {
  readonly block: number
  readonly responses: readonly ResponseRow[]
}

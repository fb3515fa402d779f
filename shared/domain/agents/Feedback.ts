import type { AsOf } from '../../chain/chain.ts'
import type { FeedbackFilter, FeedbackSums } from '../../store/feedbackRows.ts'
import type { AgentAccounts } from './requireAgent.ts'
import type { FeedbackEntry } from './summariseFeedback.ts'

/**
 * The longest texts of an event that are stored, in bytes. A longer tag is truncated, which no filter can match; a longer
 * endpoint or URI is not stored, because a part of it would be another one.
 */
export const SIZES = { tag: 256, endpoint: 1024, uri: 8192 } as const

export interface FeedbackQuery extends FeedbackFilter {
  readonly agentId: bigint
  readonly minBlock?: number | undefined
}

/** The feedback on an agent as of one block. */
export interface Feedback {
  readonly asOf: AsOf
  /** Null if no node answered: the index does not know. */
  readonly agent: AgentAccounts | null
  /** The first entries of the query: in the registry's order, or oldest first from the index. */
  readonly entries: readonly FeedbackEntry[]
  /** Number of entries of the query; null if unknown. */
  readonly total: number | null
  /** Of all entries of the query that are not revoked. */
  readonly sums: FeedbackSums
  /** Some entries could not be read from the registry or the index: `entries` and `sums` are of the rest. */
  readonly truncated: boolean
}

export const MOST_ENTRIES = 500

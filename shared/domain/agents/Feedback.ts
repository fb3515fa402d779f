import type { AsOf } from '../../chain/chain.ts'
import type { FeedbackFilter, FeedbackSums } from '../../store/feedbackRows.ts'
import type { AgentAccounts } from './requireAgent.ts'
import type { FeedbackEntry } from './summariseFeedback.ts'

/**
 * The longest texts of an event that are kept, in bytes. A tag is cut there, which is longer than any tag that can be
 * asked for; part of an endpoint or a URI would be another one, so that nothing of a longer one is kept.
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
  /** The first of what was asked for: in the registry's order, or the oldest first from the index. */
  readonly entries: readonly FeedbackEntry[]
  /** How much there is of what was asked for; null if that is not known. */
  readonly total: number | null
  /** Of all that was asked for and is not revoked. */
  readonly sums: FeedbackSums
  /** Some of it could be read neither from the registry nor from the index: entries and sums are of the rest. */
  readonly truncated: boolean
}

/** Entries that one answer has at most. */
export const MOST_ENTRIES = 500

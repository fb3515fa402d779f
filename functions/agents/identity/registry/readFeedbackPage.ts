import { ApiError } from '../../../../shared/errors/ApiError.ts'
import type { AsOf } from '../../../../shared/chain/chain.ts'
import type { FeedbackRow, PageOrder } from '../../../../shared/store/feedbackRows.ts'
import { stored } from '../../../../shared/store/stored.ts'
import type { FeedbackQuery } from '../../../../shared/domain/agents/Feedback.ts'
import {
  feedbackIndexOf,
  reachFeedback,
  type FeedbackReader,
} from '../../../../shared/domain/agents/feedbackIndexOf.ts'
import { agentCalls, requireAgent } from '../../../../shared/domain/agents/requireAgent.ts'

/**
 * A page of the index of an agent's feedback. Where it has none at all, the identity registry says whether there is such
 * an agent.
 *
 * Throws behind_requested_block, feedback_index_unavailable, store_unavailable, agent_not_found, role_not_configured, and what a chain read throws.
 */
export async function readFeedbackPage(
  reader: FeedbackReader,
  { agentId, minBlock, ...filter }: FeedbackQuery,
  order: PageOrder,
): Promise<{ asOf: AsOf; rows: readonly FeedbackRow[]; total: number }> {
  const { chain, feedback } = reader
  // Without an address there is no index either.
  chain.role('reputationRegistry')
  if (minBlock !== undefined) await reachFeedback(reader, minBlock)
  const index = await stored(() => feedbackIndexOf(reader, agentId, minBlock))
  const page = index && (await stored(() => feedback.page(index.of, filter, order)))
  const asOf = index?.asOf(page)
  if (!page || !asOf) throw new ApiError('feedback_index_unavailable')
  if (page.total === 0) {
    const { value } = await chain.read((describe) => agentCalls(describe, chain, agentId))
    requireAgent(chain, agentId, value)
  }
  return { asOf, rows: page.rows, total: page.total }
}

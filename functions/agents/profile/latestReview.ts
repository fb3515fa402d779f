import { getAddress } from 'viem'
import type { CanonicalAgent } from '../../../shared/domain/agents/canonicalAgent.ts'
import { feedbackIndexOf } from '../../../shared/domain/agents/feedbackIndexOf.ts'
import { isoOf } from '../../../shared/domain/agents/feedbackJson.ts'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import { stored } from '../../../shared/store/stored.ts'
import { plainText } from '../../../shared/text/plainText.ts'
import type { AgentsContext } from '../AgentsContext.ts'

/** The first tag of technical reviews. */
const REVIEW = 'technical-review'
const NEWEST = { by: 'created_at', order: 'desc', limit: 1, offset: 0 } as const
const TEXT = 2048

/**
 * The newest technical review of the agent, else its newest feedback, and how much there is in the index. Throws
 * feedback_index_unavailable, store_unavailable.
 */
export async function latestReview({ agentId }: CanonicalAgent, context: AgentsContext) {
  const index = await stored(() => feedbackIndexOf(context, agentId))
  if (!index) throw new ApiError('feedback_index_unavailable')
  const newest = (tag1: string) =>
    stored(() => context.feedback.page(index.of, { tag1, tag2: '', includeRevoked: false }, NEWEST))
  const [reviews, all] = await Promise.all([newest(REVIEW), newest('')])
  if (!reviews || !all || !index.asOf(all)) throw new ApiError('feedback_index_unavailable')
  const row = reviews.rows[0] ?? all.rows[0]
  const text = (given: string | null) => (given === null ? null : plainText(given, TEXT))
  return {
    total: all.total,
    artifact: row
      ? {
          feedbackUri: text(row.feedbackUri),
          feedbackHash: row.feedbackHash,
          endpoint: text(row.endpoint),
          tag1: plainText(row.tag1, TEXT),
          tag2: plainText(row.tag2, TEXT),
          clientAddress: getAddress(row.client),
          feedbackIndex: Number(row.feedbackIndex),
          createdAt: isoOf(row.blockTime),
        }
      : null,
  }
}

import { getAddress } from 'viem'
import type { CanonicalAgent } from '../../../../shared/domain/agents/canonicalAgent.ts'
import { feedbackIndexAt, reachFeedback, type FeedbackIndex } from '../../../../shared/domain/agents/feedbackIndexOf.ts'
import { isoOf } from '../../../../shared/domain/agents/feedbackJson.ts'
import { ApiError } from '../../../../shared/errors/ApiError.ts'
import { stored } from '../../../../shared/store/stored.ts'
import { plainText } from '../../../../shared/text/plainText.ts'
import { pointOf } from '../../../../shared/events/eventsFromIndex.ts'
import type { IdentityContext } from '../context.ts'

const REVIEW = 'technical-review'
const NEWEST = { by: 'created_at', order: 'desc', limit: 1, offset: 0 } as const
const TEXT = 2048

/** How often the index may move on between its two questions. */
const TRIES = 3

/**
 * The newest technical review of the agent, else its newest feedback, and how much there is in the index, as of one block
 * of it. Throws behind_requested_block, feedback_index_unavailable, store_unavailable.
 */
export async function latestReview({ agentId }: CanonicalAgent, minBlock: number, context: IdentityContext) {
  const standing = await reachFeedback(context, minBlock)
  if (!standing) throw new ApiError('feedback_index_unavailable')
  const { review, all } = await readNewest(feedbackIndexAt(context, standing, agentId), context)
  const row = review ?? all.rows[0]
  const text = (given: string | null) => (given === null ? null : plainText(given, TEXT))
  return {
    at: pointOf(all),
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

async function readNewest(index: FeedbackIndex, { feedback }: IdentityContext) {
  const newest = (tags: { readonly tag1?: string; readonly tag2?: string }) =>
    stored(() => feedback.page(index.of, { tag1: '', tag2: '', ...tags, includeRevoked: false }, NEWEST))
  for (let tries = 0; tries < TRIES; tries++) {
    // Earlier reviews of this service have it as their first tag.
    const pages = await Promise.all([newest({}), newest({ tag2: REVIEW }), newest({ tag1: REVIEW })])
    const [all, ...reviews] = pages
    if (!all || !index.asOf(all) || reviews.includes(null)) break
    if (!reviews.every((one) => one?.block === all.block)) continue
    const found = reviews.flatMap((one) => one?.rows ?? [])
    const [review] = found.toSorted((a, b) => b.blockNumber - a.blockNumber || b.logIndex - a.logIndex)
    return { review, all }
  }
  throw new ApiError('feedback_index_unavailable')
}

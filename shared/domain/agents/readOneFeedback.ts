import type { Address } from 'viem'
import type { AsOf } from '../../chain/chain.ts'
import { ApiError } from '../../errors/ApiError.ts'
import type { FeedbackRow } from '../../store/feedbackRows.ts'
import { feedbackIndexOf, ifReadable, type FeedbackReader } from './feedbackIndexOf.ts'
import { reputationRegistryAbi } from './reputationRegistryAbi.ts'
import { agentCalls, requireAgent } from './requireAgent.ts'
import type { FeedbackEntry } from './summariseFeedback.ts'

/** One piece of feedback from its registry, and the row of the index that belongs to it, if there is one. */
export interface OneFeedback {
  readonly asOf: AsOf
  readonly entry: FeedbackEntry
  readonly row: FeedbackRow | null
  /** Null if neither the registry nor the index says. */
  readonly responses: number | null
}

/**
 * One piece of feedback on an agent, in one upstream request.
 *
 * Throws feedback_not_found for an index that the client has not reached, agent_not_found, role_not_configured, and what a
 * chain read throws.
 */
export async function readOneFeedback(
  reader: FeedbackReader,
  agentId: bigint,
  client: Address,
  feedbackIndex: number,
): Promise<OneFeedback> {
  const { chain } = reader
  const key = [agentId, client, BigInt(feedbackIndex)] as const
  const [{ value, asOf }, indexed] = await Promise.all([
    chain.read((describe) => {
      const registry = describe.at(chain.role('reputationRegistry'), reputationRegistryAbi)
      return {
        agent: agentCalls(describe, chain, agentId),
        feedback: registry('readFeedback', key),
        responses: registry('getResponseCount', [...key, []]),
      }
    }),
    ifReadable(readRow(reader, agentId, client, feedbackIndex)),
  ])
  requireAgent(chain, agentId, value.agent)
  if (!value.feedback)
    throw new ApiError('feedback_not_found', `${client} has left no feedback ${feedbackIndex} on agent ${agentId}`)
  const [given, valueDecimals, tag1, tag2, isRevoked] = value.feedback
  // After a reorg the index may for a moment have other feedback under the same number.
  const row = indexed && BigInt(indexed.value) === given && indexed.valueDecimals === valueDecimals ? indexed : null
  return {
    asOf,
    entry: { client, feedbackIndex: BigInt(feedbackIndex), value: given, valueDecimals, tag1, tag2, isRevoked },
    row,
    responses: value.responses === null ? (row?.responses ?? null) : Number(value.responses),
  }
}

async function readRow(
  reader: FeedbackReader,
  agentId: bigint,
  client: Address,
  feedbackIndex: number,
): Promise<FeedbackRow | null> {
  const index = await feedbackIndexOf(reader, agentId)
  const found = index && (await reader.feedback.named(index.of, [{ client, feedbackIndex }]))
  return found?.rows[0] ?? null
}

import type { Address } from 'viem'
import type { Describe } from '../../../../shared/chain/calls.ts'
import type { AsOf, BlockPoint } from '../../../../shared/chain/chain.ts'
import { ApiError } from '../../../../shared/errors/ApiError.ts'
import type { AsOfBlock, FeedbackRow } from '../../../../shared/store/feedbackRows.ts'
import { feedbackIndexAt, ifReadable, type FeedbackReader } from '../../../../shared/domain/agents/feedbackIndexOf.ts'
import { readAtIndex } from '../../../../shared/domain/agents/readAtIndex.ts'
import { reputationRegistryAbi } from '../../../../shared/domain/agents/registryAbis.ts'
import { agentCalls, requireAgent } from '../../../../shared/domain/agents/requireAgent.ts'
import type { IndexStanding } from '../../../../shared/store/indexStandings.ts'
import { pointOf } from '../../../../shared/events/eventsFromIndex.ts'
import type { FeedbackEntry } from '../../../../shared/domain/agents/summariseFeedback.ts'

/** One piece of feedback from its registry, and the row of the index that belongs to it, if there is one. */
export interface OneFeedback {
  readonly asOf: AsOf
  readonly entry: FeedbackEntry
  readonly row: FeedbackRow | null
  /** Null if neither the registry nor the index says. */
  readonly responses: number | null
}

interface Wanted {
  readonly agentId: bigint
  readonly client: Address
  readonly feedbackIndex: number
  readonly minBlock?: number | undefined
}

/**
 * One piece of feedback on an agent, in one upstream request, at the block that the index has come to; at the newest one,
 * and without a row, if the index cannot be used.
 *
 * Throws feedback_not_found for an index that the client has not reached, agent_not_found, feedback_index_unavailable for
 * feedback that the index has yet to see, behind_requested_block, role_not_configured, and what a chain read throws.
 */
export const readOneFeedback = (reader: FeedbackReader, wanted: Wanted): Promise<OneFeedback> =>
  readAtIndex(reader, wanted.minBlock ?? 0, async (at) => {
    const found = at ? await ifReadable(readRow(reader, wanted, at)) : null
    return readEntry(reader, wanted, found?.rows[0] ?? null, found ? pointOf(found) : undefined)
  })

async function readEntry(
  { chain }: FeedbackReader,
  { agentId, client, feedbackIndex }: Wanted,
  indexed: FeedbackRow | null,
  at: BlockPoint | undefined,
): Promise<OneFeedback> {
  const key = [agentId, client, BigInt(feedbackIndex)] as const
  const describeReads = (describe: Describe) => {
    const registry = describe.at(chain.role('reputationRegistry'), reputationRegistryAbi)
    return {
      agent: agentCalls(describe, chain, agentId),
      feedback: registry('readFeedback', key),
      responses: registry('getResponseCount', [...key, []]),
    }
  }
  const { value, asOf } = await chain.read(describeReads, [], at)
  requireAgent(chain, agentId, value.agent)
  if (!value.feedback)
    throw new ApiError(
      'feedback_not_found',
      `feedbackIndex: ${client} has not given feedback ${feedbackIndex} on agent ${agentId}`,
    )
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
  { agentId, client, feedbackIndex }: Wanted,
  standing: IndexStanding,
): Promise<AsOfBlock<{ rows: FeedbackRow[] }> | null> {
  const index = feedbackIndexAt(reader, standing, agentId)
  return reader.feedback.named(index.of, [{ client, feedbackIndex }])
}

import { getAddress } from 'viem'
import type { Describe } from '../../chain/calls.ts'
import type { BlockPoint, Chain } from '../../chain/chain.ts'
import { ApiError, isOutage } from '../../errors/ApiError.ts'
import type { FeedbackRow } from '../../store/feedbackRows.ts'
import { MOST_ENTRIES, type Feedback, type FeedbackQuery } from './Feedback.ts'
import { feedbackIndexOf, ifReadable, type FeedbackReader } from './feedbackIndexOf.ts'
import { agentCalls, requireAgent } from './requireAgent.ts'
import { readFeedbackPages } from './readFeedbackPages.ts'
import { allFeedbackCall, entriesOf } from './registryFeedback.ts'
import { sumsOf, type FeedbackEntry } from './summariseFeedback.ts'

/**
 * The feedback on an agent, from its registry in one upstream request. Where that is more than a node returns at once, or
 * no node answers, the index gives it exactly, as of its own block; if that is not usable either, the registry is read
 * 200 clients at a time, as far as that goes.
 *
 * With `at` the registry is read at that block; what comes from the index is still as of its own.
 *
 * Throws agent_not_found, role_not_configured, and what a chain read throws.
 */
export async function readFeedback(reader: FeedbackReader, query: FeedbackQuery, at?: BlockPoint): Promise<Feedback> {
  const { chain } = reader
  const outcome = await readWhole(chain, query, at).catch((error: unknown) => {
    if (isOutage(error)) return error
    throw error
  })
  const agent = outcome instanceof ApiError ? null : outcome.agent
  if (!(outcome instanceof ApiError) && outcome.entries) {
    const { asOf, entries } = outcome
    const isWhole = { total: entries.length, truncated: false }
    return { asOf, agent, entries: entries.slice(0, MOST_ENTRIES), sums: sumsOf(entries), ...isWhole }
  }
  const indexed = await ifReadable(readIndexed(reader, query))
  // Without a node only feedback shows that there is such an agent.
  if (indexed && (agent || indexed.total !== 0)) return { ...indexed, agent }
  if (outcome instanceof ApiError && outcome.code !== 'upstream_failed') throw outcome
  return readFeedbackPages(chain, query, at)
}

/** Null where it is more than one call can return. */
async function readWhole(chain: Chain, query: FeedbackQuery, at: BlockPoint | undefined) {
  const { agentId, client } = query
  const describeReads = (describe: Describe) => ({
    agent: agentCalls(describe, chain, agentId),
    all: allFeedbackCall(describe, chain, agentId, client ? [client] : [], query),
  })
  const { value, asOf } = await chain.read(describeReads, [], at)
  const agent = requireAgent(chain, agentId, value.agent)
  return { asOf, agent, entries: value.all && entriesOf(value.all) }
}

async function readIndexed(reader: FeedbackReader, { agentId, minBlock, ...filter }: FeedbackQuery) {
  const index = await feedbackIndexOf(reader, agentId, minBlock)
  if (!index) return null
  const { feedback } = reader
  const first = { by: 'created_at', order: 'asc', limit: MOST_ENTRIES, offset: 0 } as const
  const [page, sums] = await Promise.all([feedback.page(index.of, filter, first), feedback.sums(index.of, filter)])
  const asOf = index.asOf(page)
  // The job may have run between the two.
  if (!page || !sums || !asOf || page.block !== sums.block) return null
  return { asOf, entries: page.rows.map(entryOf), total: page.total, sums, truncated: false }
}

/** A row of the index as an entry of its registry. */
export const entryOf = (row: FeedbackRow): FeedbackEntry => ({
  client: getAddress(row.client),
  feedbackIndex: BigInt(row.feedbackIndex),
  value: BigInt(row.value),
  valueDecimals: row.valueDecimals,
  tag1: row.tag1,
  tag2: row.tag2,
  isRevoked: row.revokedBlock !== null,
})

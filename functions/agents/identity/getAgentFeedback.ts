import type { agentFeedback } from '../../../schema/agents/feedback.ts'
import type { AsOf } from '../../../shared/chain/chain.ts'
import { agentIdJson } from '../../../shared/domain/agents/canonicalAgent.ts'
import { checkHashes, UNCHECKED } from '../../../shared/domain/agents/checkHashes.ts'
import type { FeedbackQuery } from '../../../shared/domain/agents/Feedback.ts'
import { feedbackIndexOf, type FeedbackReader, reachFeedback } from '../../../shared/domain/agents/feedbackIndexOf.ts'
import { entryJson, indexedJson, summaryJson, tagMeansJson } from '../../../shared/domain/agents/feedbackJson.ts'
import { entryOf, readFeedback } from '../../../shared/domain/agents/readFeedback.ts'
import { type AgentAccounts, agentCalls, requireAgent } from '../../../shared/domain/agents/requireAgent.ts'
import { summarise } from '../../../shared/domain/agents/summariseFeedback.ts'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import type { Handler, Input } from '../../../shared/http/handler.ts'
import type { FeedbackRow, PageOrder } from '../../../shared/store/feedbackRows.ts'
import { stored } from '../../../shared/store/stored.ts'
import { plainText } from '../../../shared/text/plainText.ts'
import type { IdentityContext } from './context.ts'
import { clientOfEntry } from './registry/clientOfEntry.ts'
import { readOneFeedback } from './registry/readOneFeedback.ts'

type Contract = typeof agentFeedback.getAgentFeedback
type Query = Input<Contract>['query']

/**
 * Feedback on an agent (ERC-8004): summary, all and single from the reputation registry in one upstream request, indexed
 * from the index of its events. The summary is the registry's own over all clients, computed from readAllFeedback, so
 * that includeRevoked changes nothing in it.
 *
 * Throws invalid_request if mode=single lacks an index, or needs a client to be unambiguous, agent_not_found, feedback_not_found,
 * feedback_index_unavailable, store_unavailable, role_not_configured, and what a chain read throws.
 */
export const getAgentFeedback: Handler<Contract, IdentityContext> = async ({ query }, context) => {
  const { mode } = query
  if (mode === 'single') return single(query, context)
  if (mode === 'indexed') return indexed(query, context)
  const agentId = BigInt(query.agentId)
  const common = commonOf(query, context)
  const read = await readFeedback(context, { ...query, agentId })
  const { asOf, agent, entries, total, truncated } = read
  if (mode === 'summary') {
    const summary = summaryJson(agentId, query.tag1, summarise(read.sums))
    const byTag = tagMeansJson(read.sums)
    return { asOf, data: { mode, ...common, agent: agent && entryOfAgent(agent), ...summary, byTag, truncated } }
  }
  const feedback = entries.map((entry) => entryJson(agentId, entry))
  return {
    asOf,
    data: { mode, ...common, feedback, count: feedback.length, total, truncated: total !== feedback.length },
  }
}

async function single(query: Query, context: IdentityContext) {
  const { feedbackIndex, minBlock, checkHashes: mayRead } = query
  if (feedbackIndex === undefined) throw new ApiError('invalid_request', 'feedbackIndex: is required with mode=single')
  const agentId = BigInt(query.agentId)
  const client = query.client ?? (await clientOfEntry(context, { agentId, feedbackIndex, minBlock }))
  const { asOf, entry, row, responses } = await readOneFeedback(context, {
    agentId,
    client,
    feedbackIndex,
    minBlock,
  })
  const [checked] = row ? await checkHashes(context, [row], mayRead) : []
  const feedback = { ...indexedJson(agentId, entry, row, checked ?? UNCHECKED), responses }
  const { displayValue, label } = feedback
  return { asOf, data: { mode: 'single' as const, ...commonOf(query, context), feedback, displayValue, label } }
}

async function indexed(query: Query, context: IdentityContext) {
  const agentId = BigInt(query.agentId)
  const { limit, offset = 0, orderBy: by, order } = query
  const { asOf, rows, total } = await readFeedbackPage(context, { ...query, agentId }, { limit, offset, by, order })
  const checked = await checkHashes(context, rows, query.checkHashes)
  const feedback = rows.map((row, i) => indexedJson(agentId, entryOf(row), row, checked[i] ?? UNCHECKED))
  const page = { feedback, total, limit, offset, source: 'index' as const }
  return { asOf, data: { mode: 'indexed' as const, ...commonOf(query, context), ...page } }
}

const entryOfAgent = ({ owner, wallet, uri }: AgentAccounts) => ({
  ownerAddress: owner,
  agentWallet: wallet,
  agentUri: uri === null ? null : plainText(uri, uri.length),
})

const commonOf = ({ agentId }: Query, { chain }: IdentityContext) => ({
  chainId: chain.config.chainId,
  agentId: agentIdJson(BigInt(agentId)),
  reputationRegistry: chain.role('reputationRegistry'),
})

/**
 * A page of the index of an agent's feedback. Where it has none at all, the identity registry says whether there is such
 * an agent.
 *
 * Throws behind_requested_block, feedback_index_unavailable, store_unavailable, agent_not_found, role_not_configured, and what a chain read throws.
 */
async function readFeedbackPage(
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

import type { agentFeedback } from '../../../schema/agents/feedback.ts'
import { checkHashes, UNCHECKED } from '../../../shared/domain/agents/checkHashes.ts'
import { agentIdJson } from '../../../shared/domain/agents/canonicalAgent.ts'
import { entryJson, indexedJson, summaryJson } from '../../../shared/domain/agents/feedbackJson.ts'
import { entryOf, readFeedback } from '../../../shared/domain/agents/readFeedback.ts'
import { clientOfEntry } from './registry/clientOfEntry.ts'
import { readFeedbackPage } from './registry/readFeedbackPage.ts'
import { readOneFeedback } from './registry/readOneFeedback.ts'
import { summarise } from '../../../shared/domain/agents/summariseFeedback.ts'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import type { Handler, Input } from '../../../shared/http/handler.ts'
import type { IdentityContext } from './context.ts'

type Contract = typeof agentFeedback.getAgentFeedback
type Query = Input<Contract>['query']

/**
 * Feedback on an agent (ERC-8004): summary, all and single from the reputation registry in one upstream request, indexed
 * from the index of its events. The summary is the registry's own over all clients, computed from readAllFeedback, so
 * that includeRevoked changes nothing in it.
 *
 * Throws invalid_request where mode=single lacks an index, or a client that only it can tell, agent_not_found, feedback_not_found,
 * feedback_index_unavailable, store_unavailable, role_not_configured, and what a chain read throws.
 */
export const getAgentFeedback: Handler<Contract, IdentityContext> = async ({ query }, context) => {
  const { mode } = query
  if (mode === 'single') return single(query, context)
  if (mode === 'indexed') return indexed(query, context)
  const agentId = BigInt(query.agentId)
  const common = commonOf(query, context)
  const read = await readFeedback(context, { ...query, agentId })
  const { asOf, entries, total, truncated } = read
  if (mode === 'summary')
    return { asOf, data: { mode, ...common, ...summaryJson(agentId, query.tag1, summarise(read.sums)), truncated } }
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

const commonOf = ({ agentId }: Query, { chain }: IdentityContext) => ({
  chainId: chain.config.chainId,
  agentId: agentIdJson(BigInt(agentId)),
  reputationRegistry: chain.role('reputationRegistry'),
})

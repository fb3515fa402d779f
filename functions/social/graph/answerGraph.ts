import type { Principal } from '../../../shared/auth/principal.ts'
import { type FeedbackQuery, MOST_ENTRIES } from '../../../shared/domain/agents/Feedback.ts'
import { feedbackIndexAt, ifReadable } from '../../../shared/domain/agents/feedbackIndexOf.ts'
import { readAtIndex } from '../../../shared/domain/agents/readAtIndex.ts'
import { readFeedback } from '../../../shared/domain/agents/readFeedback.ts'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import { pointOf } from '../../../shared/events/eventsFromIndex.ts'
import type { IndexStanding } from '../../../shared/store/indexStandings.ts'
import { stored } from '../../../shared/store/stored.ts'
import type { SocialContext } from '../context.ts'
import { buildGraph } from './buildGraph.ts'
import type { GraphHistory } from './graphParts.ts'
import { storeGraph } from './storeGraph.ts'

export interface GraphQuery {
  readonly agentId: string
  readonly tag1: string
  readonly tag2: string
  readonly includeRevoked: boolean
  readonly store: boolean
  readonly minBlock?: number | undefined
}

/**
 * The graph of an agent's feedback, at one block: feedback and mean from the registry in one upstream request, responses,
 * revocations and times from the index, at the index's block. Without a usable index it is as of the newest block,
 * without those parts. Stored on request.
 */
export async function answerGraph(query: GraphQuery, principal: Principal | undefined, context: SocialContext) {
  const { chain } = context
  const agentId = BigInt(query.agentId)
  const [identityRegistry, reputationRegistry] = [chain.role('identityRegistry'), chain.role('reputationRegistry')]
  const read = await readAtIndex(context, query.minBlock ?? 0, (at) => readParts({ ...query, agentId }, context, at))
  const { asOf, feedback, history } = read
  const source = { agentId, tag1: query.tag1, identityRegistry, reputationRegistry, feedback, history }
  const graph = buildGraph(source)
  const { tag1, tag2, includeRevoked } = query
  const params = { tag1, tag2, includeRevoked }
  const storage =
    query.store && principal
      ? await storeGraph(context, {
          graph,
          chain: await chainRow(context),
          registry: reputationRegistry,
          agentId,
          params,
          principal,
        })
      : { storageStatus: 'skipped' as const }
  const provenance = {
    graphSource: asOf.source === 'index' ? ('index' as const) : ('registry' as const),
    indexBlock: history ? String(history.block) : null,
    generatedAt: graph.generatedAt,
    storeRequested: query.store,
  }
  return { asOf, data: { graph, ...storage, provenance }, partial: history === null }
}

async function readParts(query: FeedbackQuery, context: SocialContext, at: IndexStanding | undefined) {
  const history = at ? await ifReadable(readHistory(query, context, at)) : null
  const feedback = await readFeedback(context, query, history ? pointOf(history) : undefined)
  const { asOf } = feedback
  // Feedback that is too much for a read is the index's, which may have moved on in between.
  return { asOf, feedback, history: history && asOf.blockNumber === String(history.block) ? history : null }
}

async function readHistory(
  query: FeedbackQuery,
  context: SocialContext,
  standing: IndexStanding,
): Promise<GraphHistory | null> {
  const index = feedbackIndexAt(context, standing, query.agentId)
  const found = await context.feedback.history(index.of, query, { responses: MOST_ENTRIES })
  return found && index.asOf(found) ? found : null
}

/** The chain's row, under which what was stored is found. Throws store_unavailable if the index has none. */
async function chainRow({ chain, store }: SocialContext): Promise<number> {
  const status = await stored(() => store.logIndex.status(chain.config.chainId))
  if (!status) throw new ApiError('store_unavailable')
  return status.id
}

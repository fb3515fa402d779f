import type { ErrorCode } from '../../../schema/errors.ts'
import type { Describe } from '../../../shared/chain/calls.ts'
import type { AsOf, BlockPoint } from '../../../shared/chain/chain.ts'
import { GENESIS_CALL, genesisIn } from '../../../shared/chain/decodeReply.ts'
import { agentUrls } from '../../../shared/domain/agents/agentUrls.ts'
import { agentIdJson, type CanonicalAgent, requireAgent } from '../../../shared/domain/agents/canonicalAgent.ts'
import { domainProof } from '../../../shared/domain/agents/domainProof.ts'
import { tagMeansJson } from '../../../shared/domain/agents/feedbackJson.ts'
import { readFeedback } from '../../../shared/domain/agents/readFeedback.ts'
import { registrationFile } from '../../../shared/domain/agents/registrationFile.ts'
import { allFeedbackCall, entriesOf } from '../../../shared/domain/agents/registryFeedback.ts'
import { isOfOneScale, summarise, sumsOf } from '../../../shared/domain/agents/summariseFeedback.ts'
import type { FeedbackSums } from '../../../shared/store/feedbackRows.ts'
import { ApiError, isOutage } from '../../../shared/errors/ApiError.ts'
import { logError } from '../../../shared/log/logError.ts'
import type { IdentityHandler, IdentityContext } from './context.ts'
import { latestReview } from './profile/latestReview.ts'
import { walletSummary } from './profile/walletSummary.ts'

const EVERYTHING = { tag1: '', tag2: '', includeRevoked: false }

/**
 * All that is public about the service's agent: its registration, the report on its identity, and its feedback, read from
 * both registries in one upstream request, at the block of the index of feedback. A part that fails is null, and `errors`
 * names it.
 *
 * Throws not_canonical_agent, behind_requested_block, agent_not_configured, role_not_configured, and what a chain read throws if nothing could be
 * had.
 */
export const getAgentProfile: IdentityHandler<'getAgentProfile'> = async ({ query, waitUntil }, context) => {
  const agent = requireAgent({ ...context, config: context.chain.config })
  if (BigInt(query.agentId) !== agent.agentId) throw new ApiError('not_canonical_agent')
  const { verifier } = context
  const { wallet } = agent.settings
  const wallets = settle(wallet ? walletSummary(wallet, context, waitUntil) : Promise.resolve(null))
  // The index first: the registries are then read at its block, so that all of the answer is as of one.
  const latest = await settle(latestReview(agent, query.minBlock ?? 0, context))
  if (latest.code === 'behind_requested_block') throw new ApiError(latest.code)
  const at = latest.value?.at
  const read = await readRegistries(agent, context, at)
  const [discoverability, feedback, intelligence] = await Promise.all([
    settle(read.value ? verifier.conclude(agent, read.value, read.asOf) : verifier.verify(agent)),
    settle(sumsFor(agent, context, { read: read.value?.feedback ?? null, at })),
    wallets,
  ])
  const asOf = read.asOf ?? discoverability.value?.asOf
  if (!asOf) throw 'error' in read ? read.error : new ApiError('upstream_failed')
  const summary = feedback.value && summaryJson(feedback.value, latest.value?.total ?? null)
  const errors = Object.entries({
    discoverability,
    feedback,
    latestReviewArtifact: latest,
    walletIntelligence: intelligence,
  }).flatMap(([branch, { code }]) => (code === null ? [] : [{ branch, code }]))
  const urls = agentUrls(agent)
  const registration = registrationFile(agent)
  return {
    asOf,
    // A part that is not configured stays absent: the profile is complete without it.
    partial: discoverability.value?.report.stale === true || errors.some(({ code }) => code !== 'role_not_configured'),
    data: {
      chainId: agent.chainId,
      agentId: agentIdJson(agent.agentId),
      registration,
      discoverability: discoverability.value?.report ?? null,
      feedback: {
        summary,
        latestReviewArtifact: latest.value?.artifact ?? null,
        endpoint: urls.feedback,
        reviewEndpoint: urls.review,
      },
      reputation: {
        endpoint: urls.reputationGraph,
        summary,
        graphSource: 'erc8004.reputation.graph' as const,
        generatedAt: new Date(asOf.timestamp * 1000).toISOString(),
      },
      walletIntelligence:
        wallet && urls.walletIntelligence
          ? { address: wallet, endpoint: urls.walletIntelligence, summary: intelligence.value }
          : null,
      advertisedServices: registration.services.map(({ name }) => name),
      domainProof: { url: urls.domainProof, verifiedEndpoints: domainProof(agent).verifiedEndpoints },
      errors,
    },
  }
}

type Read =
  | { readonly asOf: AsOf; readonly value: Awaited<ReturnType<typeof readBoth>>['value'] }
  | { readonly asOf: null; readonly value: null; readonly error: ApiError }

/** Both registries at one block; an outage is a value, since the parts may still be had without a node. */
const readRegistries = (agent: CanonicalAgent, context: IdentityContext, at: BlockPoint | undefined): Promise<Read> =>
  readBoth(agent, context, at).catch((error: unknown) => {
    if (isOutage(error)) return { asOf: null, value: null, error }
    throw error
  })

async function readBoth(agent: CanonicalAgent, { chain, verifier }: IdentityContext, at: BlockPoint | undefined) {
  const describeReads = (describe: Describe) => ({
    identity: verifier.calls(describe, agent),
    feedback: agent.reputationRegistry ? allFeedbackCall(describe, chain, agent.agentId, [], EVERYTHING) : null,
  })
  const { value, asOf, carried } = await chain.read(describeReads, [GENESIS_CALL], at)
  return { value: { ...value, genesis: genesisIn(carried[0]) }, asOf }
}

/** From the registry's result, or from the index where that is too much for one read or there is no node. */
async function sumsFor(
  { agentId }: CanonicalAgent,
  context: IdentityContext,
  { read, at }: { read: Parameters<typeof entriesOf>[0] | null; at: BlockPoint | undefined },
): Promise<FeedbackSums> {
  if (read) return sumsOf(entriesOf(read))
  const { sums, truncated } = await readFeedback(context, { agentId, ...EVERYTHING }, at)
  if (truncated) throw new ApiError('feedback_index_unavailable')
  return sums
}

function summaryJson(sums: FeedbackSums, indexedEntryCount: number | null) {
  const { count, clients, topClientShareBps, value, decimals } = summarise(sums)
  const hasMean = isOfOneScale(sums)
  return {
    totalFeedback: count,
    totalReviewers: clients,
    topReviewerShareBps: topClientShareBps,
    averageValue: hasMean ? String(value) : null,
    averageValueDecimals: hasMean ? decimals : null,
    byTag: tagMeansJson(sums),
    indexedEntryCount,
  }
}

/** A part of an answer: its value, or the code of what failed. */
type Settled<T> = { readonly value: T; readonly code: null } | { readonly value: null; readonly code: ErrorCode }

/** Waits for a part that an answer can do without. */
const settle = <T>(part: Promise<T>): Promise<Settled<T>> =>
  part.then(
    (value) => ({ value, code: null }),
    (error: unknown) => {
      if (!(error instanceof ApiError)) logError('error', 'profile_part_failed', error)
      return { value: null, code: error instanceof ApiError ? error.code : 'internal_error' }
    },
  )

import type { Address } from 'viem'
import type { FeedbackReviewRequest } from '../../../schema/agents/feedbackReview.ts'
import type { FeedbackReview } from '../../../schema/agents/reviewAnswer.ts'
import type { ArtifactStorage } from '../../../shared/artifacts/ArtifactStorage.ts'
import type { Simulate } from '../../../shared/calldata/createSimulator.ts'
import type { AsOf } from '../../../shared/chain/chain.ts'
import { agentIdJson } from '../../../shared/domain/agents/canonicalAgent.ts'
import { summaryJson } from '../../../shared/domain/agents/feedbackJson.ts'
import { readFeedback } from '../../../shared/domain/agents/readFeedback.ts'
import { agentCalls, requireAgent } from '../../../shared/domain/agents/requireAgent.ts'
import { summarise } from '../../../shared/domain/agents/summariseFeedback.ts'
import type { Context, WaitUntil } from '../../../shared/http/handler.ts'
import type { ReadOutside } from '../../../shared/outside/ReadOutside.ts'
import type { LogStore } from '../../../shared/store/createLogStore.ts'
import type { AgentFiles } from '../../../shared/store/agentFiles.ts'
import type { FeedbackRows } from '../../../shared/store/feedbackRows.ts'
import { givingCalls, givingIssues } from '../identity/registry/feedbackIssues.ts'
import { identityCalls, readIdentity } from '../identity/registry/identityCalls.ts'
import type { paymasterOf } from '../paymasterOf.ts'
import { feedbackOf } from './feedbackOf.ts'
import { judge } from './judge.ts'
import { probeAgent } from './probeAgent.ts'

/** The answer to a payment, built before settlement. */
export type BuiltReview = Pick<FeedbackReview, 'review' | 'feedback'> & { readonly asOf: AsOf }

export interface Reviewing extends Pick<Context, 'chain' | 'now' | 'baseUrl'> {
  readonly simulate: Simulate
  readonly paymasterOf?: ReturnType<typeof paymasterOf>
  readonly readOutside: ReadOutside
  readonly store: LogStore
  readonly feedback: FeedbackRows
  readonly storage: ArtifactStorage
  readonly agentFiles: AgentFiles
  readonly waitUntil: WaitUntil
}

/** Longer URIs are whole files of a size that is not kept. */
const MOST_URI = 100_000
const ALL = { tag1: '', tag2: '', includeRevoked: false }

/**
 * Reviews an agent: its registration on chain, its file, one of its endpoints, and its feedback; and makes the feedback
 * that its client can give. An incomplete read makes no review.
 *
 * Throws agent_not_found, review_incomplete, role_not_configured, and what a chain read throws.
 */
export async function buildReview(
  request: FeedbackReviewRequest,
  payer: Address,
  context: Reviewing,
): Promise<BuiltReview> {
  const { chain, now, readOutside, baseUrl } = context
  const registryAddress = chain.role('identityRegistry')
  const reputationRegistry = chain.role('reputationRegistry')
  const agentId = BigInt(request.agentId)
  const from = request.clientAddress ?? payer
  const { value, asOf } = await chain.read((describe) => ({
    agent: agentCalls(describe, chain, agentId),
    identity: identityCalls(describe, registryAddress, agentId),
    giving: givingCalls(describe, reputationRegistry, agentId, from),
  }))
  const { owner, wallet } = requireAgent(chain, agentId, value.agent)
  const identity = readIdentity(registryAddress, value.identity)
  const uri = identity.uri !== null && identity.uri.length > MOST_URI ? null : identity.uri
  const { chainId, explorer } = chain.config
  const agent = { chainId, identityRegistry: registryAddress, agentId }
  const [probed, feedback] = await Promise.all([
    probeAgent(
      { agent, registrationUri: request.registrationUrl ?? uri, endpoint: request.endpoint },
      readOutside,
      now,
    ),
    readFeedback(context, { ...ALL, agentId }),
  ])
  if (probed.registration.rawUrl === uri) await context.agentFiles.keepRead(agent, probed.registration, now())
  const judgement = judge({ ...identity, uri }, probed)
  const { label: _, ...reputation } = summaryJson(agentId, '', summarise(feedback.sums))
  const { file: __, found: ___, ...registration } = probed.registration
  const generatedAt = new Date(now()).toISOString().replace(/\.\d+Z$/, 'Z')
  const made = await feedbackOf(
    {
      reputationRegistry,
      identityRegistry: registryAddress,
      agentId,
      judgement,
      endpoint: probed.endpoint?.url ?? '',
      capability: request.capability,
      from,
      createdBy: payer,
      createdAt: generatedAt,
      issues: value.giving.agent ? givingIssues(value.giving.agent, agentId) : [],
      asOf,
    },
    context,
  )
  return {
    asOf,
    review: {
      agentId: agentIdJson(agentId),
      scanUrl: explorer === undefined ? null : `${explorer}/nft/${registryAddress}/${agentId}`,
      identity: {
        chainId,
        registryAddress,
        agentRegistered: true,
        ownerAddress: owner,
        agentWallet: wallet,
        tokenUri: uri,
        rpcErrorCount: 0,
        links: {
          feedback: `${baseUrl}/v1/agents/feedback?agentId=${agentId}`,
          reputationGraph: `${baseUrl}/social/reputation-graph?agentId=${agentId}`,
        },
      },
      registration,
      endpoint: probed.endpoint,
      reputation: { ...reputation, truncated: feedback.truncated },
      ...judgement,
      generatedAt,
      source: 'erc8004.technical-review',
    },
    feedback: made,
  }
}

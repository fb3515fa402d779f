import { z } from '@hono/zod-openapi'
import { IdentityReport } from './identityReport.ts'
import { answers, atOneBlock, EvmAddress, minBlock, SignedAmount } from '../common.ts'
import { operation } from '../operation.ts'
import { AgentId, agentIdInQuery } from './feedbackParts.ts'
import { RegistrationFile } from './registration.ts'
import { WalletIntelligenceSummary } from './walletIntelligence.ts'
import { attestation, ownAgent, reads, stillAnswers } from '../needs.ts'

const uri = (description: string) => z.string().nullable().openapi({ description })

const Summary = z.object({
  totalFeedback: z.int().openapi({ description: 'Feedback that was not revoked' }),
  totalReviewers: z.int().openapi({ description: 'Distinct clients that gave it' }),
  topReviewerShareBps: z.int().nullable().openapi({ description: 'Share of the most frequent client, basis points' }),
  averageValue: SignedAmount.nullable().openapi({ description: 'Average, in units of 10^-averageValueDecimals' }),
  averageValueDecimals: z.int().nullable().openapi({ description: 'Decimals of the average' }),
  indexedEntryCount: z.int().nullable().openapi({ description: 'Entries in the index, revoked ones too' }),
})

const Artifact = z.object({
  feedbackUri: uri('URI of the feedback file'),
  feedbackHash: uri('keccak-256 that the chain has for it'),
  endpoint: uri('Endpoint that was rated'),
  tag1: z.string().openapi({ description: 'First tag' }),
  tag2: z.string().openapi({ description: 'Second tag' }),
  clientAddress: EvmAddress.openapi({ description: 'Who gave it' }),
  feedbackIndex: z.int().openapi({ description: 'Its index, from 1, among those of that client' }),
  createdAt: uri('ISO time of its block'),
})

export const AgentProfile = atOneBlock('AgentProfile', {
  agentId: AgentId,
  registration: RegistrationFile,
  discoverability: IdentityReport.nullable().openapi({
    description: 'As getAgentIdentityVerification has it; null if it failed',
  }),
  feedback: z.object({
    summary: Summary.nullable().openapi({ description: 'null if it could not be read' }),
    latestReviewArtifact: Artifact.nullable().openapi({
      description: 'The newest feedback tagged technical-review, else the newest of the last 25; null without any',
    }),
    endpoint: uri('Where feedback is read'),
    reviewEndpoint: uri('Where a paid review is ordered; null where none is offered'),
  }),
  reputation: z.object({
    endpoint: uri('Where the reputation graph is'),
    summary: Summary.nullable(),
    graphSource: z
      .literal('erc8004.reputation.graph')
      .openapi({ type: 'string', enum: ['erc8004.reputation.graph'], description: 'Version of the graph' }),
    generatedAt: z.string().openapi({ description: 'ISO time of this answer' }),
  }),
  walletIntelligence: z
    .object({
      address: EvmAddress.openapi({ description: 'The wallet that this service’s agent must have' }),
      endpoint: z.string().openapi({ description: 'Where the whole graph of a wallet is' }),
      summary: z.object(WalletIntelligenceSummary.shape).nullable().openapi({
        description: 'What providers know of the wallet; null where it could not be had',
      }),
    })
    .nullable()
    .openapi({ description: 'null where no wallet is configured for the agent' }),
  advertisedServices: z.array(z.string()).openapi({ description: 'Names of the services in the registration' }),
  domainProof: z.object({
    url: z.string().openapi({ description: 'Where the proof is' }),
    verifiedEndpoints: z.array(z.string()).openapi({ description: 'Endpoints that it names' }),
  }),
  errors: z
    .array(
      z.object({
        branch: z.string().openapi({
          description: 'The part: discoverability, feedback, latestReviewArtifact or walletIntelligence',
        }),
        code: z.string().openapi({ description: 'A code of the error catalogue' }),
      }),
    )
    .openapi({ description: 'Parts that could not be had; empty if all are there' }),
})

const TAGS: string[] = ['agents']

export const agentProfile = {
  getAgentProfile: operation({
    method: 'get',
    tags: TAGS,
    'x-limit': 'read',
    operationId: 'getAgentProfile',
    path: '/v1/agents/profile',
    summary: 'Public profile of this service’s agent',
    description:
      'Registration, identity report, feedback and reputation of the agent of this service, in one answer. All of it is as of one block, the newest that the index of feedback has. A part that fails is null and named in `errors`. Other agents are 404; feedback on any agent is answered by getAgentFeedback.',
    'x-answer': 'envelope',
    'x-cache': { sMaxAge: 30, staleWhileRevalidate: 150, standIn: false },
    'x-errors': ['agent_not_configured', 'role_not_configured', 'not_canonical_agent', 'intelligence_unavailable'],
    'x-needs': {
      ...ownAgent,
      ...reads,
      ...attestation('data.discoverability'),
      reputationRegistry: stillAnswers({ 'data.feedback.summary': null, 'data.feedback.endpoint': null }),
    },
    request: {
      query: z.object({
        agentId: agentIdInQuery,
        minBlock,
      }),
    },
    responses: answers('The profile as of one block', AgentProfile),
  }),
}

import * as z from 'zod'
import { IdentityReport } from './identityReport.ts'
import { answers, atOneBlock, EvmAddress, minBlock, SignedAmount } from '../common.ts'
import { integerOrNull, textOrNull } from '../fields.ts'
import { operation } from '../operation.ts'
import { AgentId, agentIdInQuery } from './feedbackParts.ts'
import { FeedbackTagMean } from './feedbackAnswers.ts'
import { RegistrationFile } from './registration.ts'
import { WalletIntelligenceSummary } from './walletIntelligence.ts'
import { attestation, ownAgent, reads, stillAnswers } from '../needs.ts'

const Summary = z.object({
  totalFeedback: z.int().describe('Number of feedback entries that are not revoked'),
  totalReviewers: z.int().describe('Number of distinct clients of this feedback'),
  topReviewerShareBps: integerOrNull('Share of the most frequent client, in basis points; `null` without feedback'),
  averageValue: SignedAmount.nullable().describe(
    'Mean of the values, in units of 10^-averageValueDecimals; `null` without feedback, and if the feedback has several first tags, whose scales can differ: see `byTag`',
  ),
  averageValueDecimals: integerOrNull('Decimals of `averageValue`; `null` if `averageValue` is'),
  byTag: z.array(FeedbackTagMean).describe('Mean for each first tag, most feedback first; at most 20'),
  indexedEntryCount: integerOrNull('Entries in the log index, including revoked ones; `null` if unknown'),
})

const Artifact = z.object({
  feedbackUri: textOrNull('URI of the feedback file; `null` if unknown'),
  feedbackHash: textOrNull('keccak-256 of the feedback file, from the chain; `null` if unknown'),
  endpoint: textOrNull('Endpoint that was rated; `null` if unknown'),
  tag1: z.string().describe('First tag'),
  tag2: z.string().describe('Second tag'),
  clientAddress: EvmAddress.describe('Client that gave the feedback'),
  feedbackIndex: z.int().describe('Number of the feedback among those of that client, from 1'),
  createdAt: textOrNull('When it was given, ISO 8601; `null` if unknown'),
})

export const AgentProfile = atOneBlock('AgentProfile', {
  agentId: AgentId,
  registration: RegistrationFile,
  discoverability: IdentityReport.nullable().describe('Report of getAgentIdentityVerification; `null` if it failed'),
  feedback: z.object({
    summary: Summary.nullable().describe('Summary of the feedback; `null` if it could not be read'),
    latestReviewArtifact: Artifact.nullable().describe(
      'Newest feedback with the tag technical-review, else the newest feedback; `null` without feedback',
    ),
    endpoint: textOrNull('URL of the agent’s feedback'),
    reviewEndpoint: textOrNull('URL that sells reviews; `null` if this deployment sells none'),
  }),
  reputation: z.object({
    endpoint: textOrNull('URL of the reputation graph'),
    summary: Summary.nullable(),
    graphSource: z.literal('erc8004.reputation.graph').describe('Version of the graph'),
    generatedAt: z.string().describe('Time of the block of `asOf`, ISO 8601'),
  }),
  walletIntelligence: z
    .object({
      address: EvmAddress.describe('Wallet of this service’s agent'),
      endpoint: z.string().describe('URL of the whole graph of the wallet'),
      summary: z
        .object(WalletIntelligenceSummary.shape)
        .nullable()
        .describe('Summary of that graph; `null` if it could not be read in time'),
    })
    .nullable()
    .describe('Public data about the agent’s wallet; `null` if no wallet is configured'),
  advertisedServices: z.array(z.string()).describe('Names of the services in the registration file'),
  domainProof: z
    .object({
      url: z.string().describe('URL of the domain proof'),
      verifiedEndpoints: z.array(z.string()).describe('Endpoints that the domain proof names'),
    })
    .describe('File on this host that names the agent (ERC-8004)'),
  errors: z
    .array(
      z.object({
        branch: z.string().describe('Part: discoverability, feedback, latestReviewArtifact or walletIntelligence'),
        code: z.string().describe('Code of the error (docs/errors.md)'),
      }),
    )
    .describe('Parts that could not be read; empty if none failed'),
})

const TAGS: string[] = ['agents']

export const agentProfile = {
  getAgentProfile: operation({
    method: 'get',
    tags: TAGS,
    'x-limit': 'read',
    operationId: 'getAgentProfile',
    path: '/v1/agents/profile',
    summary: 'Get the profile of this service’s agent',
    description:
      'Returns the registration, identity report, feedback and reputation of this service’s agent, as of the newest block of the log index. A part that failed is `null` and listed in `errors`. `agentId` must be `erc8004.agentId` of listPublicAgents, else 404; for other agents use getAgentFeedback.',
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

import { z } from '@hono/zod-openapi'
import { AsOf, ChainId, EvmAddress } from '../common.ts'
import { AgentId, displayValue, feedbackFields, label, value, valueDecimals } from '../agents/feedbackParts.ts'

const id = (words: { description: string; example: string }) => z.string().openapi(words)
const moment = (description: string) =>
  z.iso.datetime().nullable().openapi({ description, example: '2026-09-30T12:00:00.000Z' })
const caip10 = (description: string) =>
  z.string().openapi({ description, example: 'eip155:31337:0x5FbDB2315678afecb367f032d93F642f64180aa3' })

const kind = <T extends z.ZodType>(type: T) => type.openapi({ description: 'Kind of node' })
const nodeLabel = z.string().openapi({ description: 'A short name for people', example: 'Agent 0' })
const { agentId: _, clientAddress, ...ofFeedback } = feedbackFields

const AgentNode = z
  .object({
    id: id({ description: '`agent:<agentId>`', example: 'agent:0' }),
    type: kind(z.literal('agent')),
    label: nodeLabel,
    data: z.object({
      agentId: AgentId,
      owner: EvmAddress.nullable().openapi({
        description: 'Owner of the agent’s token; null if no node could be asked',
      }),
      agentWallet: EvmAddress.nullable().openapi({
        description:
          'Wallet that the agent acts with (getAgentWallet); null if it has named none since its last transfer',
      }),
    }),
  })
  .openapi('AgentNode')

const AccountNode = z
  .object({
    id: id({
      description: '`reviewer:<address>` or `responder:<address>`, in lower case',
      example: 'reviewer:0x5fbdb2315678afecb367f032d93f642f64180aa3',
    }),
    type: kind(z.enum(['reviewer', 'responder'])),
    label: nodeLabel,
    data: z.object({ address: EvmAddress.openapi({ description: 'The account' }) }),
  })
  .openapi('AccountNode')

const FeedbackNode = z
  .object({
    id: id({
      description: '`feedback:<address>:<index>`, in lower case',
      example: 'feedback:0x5fbdb2315678afecb367f032d93f642f64180aa3:1',
    }),
    type: kind(z.literal('feedback')),
    label: nodeLabel,
    data: z.object({ clientAddress, ...ofFeedback }),
  })
  .openapi('FeedbackNode')

const GraphEdge = z
  .object({
    source: id({ description: 'Id of the node that it begins at', example: 'agent:0' }),
    target: id({
      description: 'Id of the node that it ends at',
      example: 'feedback:0x5fbdb2315678afecb367f032d93f642f64180aa3:1',
    }),
    type: z.enum(['reviewed', 'has_feedback', 'authored', 'responded_to']).openapi({
      description:
        'reviewed: reviewer to agent, once each; has_feedback: agent to feedback; authored: reviewer to feedback; responded_to: responder to feedback',
    }),
    weight: z
      .string()
      .optional()
      .openapi({ description: 'Of authored: the rating, value / 10^valueDecimals, exactly', example: '-32.5' }),
    data: z
      .object({
        responseUri: z
          .string()
          .nullable()
          .openapi({ description: 'Where the response is; null if it is too long to be kept' }),
        responseHash: z.string().openapi({ description: 'keccak-256 of it as the responder gave it, 32 bytes in hex' }),
        transactionHash: z.string().openapi({ description: 'The transaction that gave it, 32 bytes in hex' }),
        createdAt: z.iso.datetime().openapi({ description: 'When it was given' }),
      })
      .optional()
      .openapi({ description: 'Of responded_to' }),
  })
  .openapi('GraphEdge')

const GraphGroup = z
  .object({
    id: id({
      description: '`namespace:agent:<id>`, `namespace:reviewer:<address>` or `tag:<tag>`',
      example: 'tag:starred',
    }),
    label: nodeLabel,
    nodeIds: z.array(z.string()).openapi({ description: 'Ids of its nodes' }),
  })
  .openapi('GraphGroup')

const mean = {
  averageValue: value('The mean is averageValue / 10^averageValueDecimals'),
  averageValueDecimals: valueDecimals,
}

const GraphSummary = z
  .object({
    totalFeedback: z.int().openapi({ description: 'Pieces of feedback that count: revoked ones do not', example: 3 }),
    totalReviewers: z.int().openapi({ description: 'Distinct clients whose feedback counts', example: 3 }),
    ...mean,
    displayValue,
    topClientShareBps: z.int().nullable().openapi({
      description:
        'Share of the counted feedback that the client who gave most has given, in basis points; null without',
      example: 3333,
    }),
    label,
    truncated: z.boolean().openapi({ description: 'Not all feedback could be read: this is of the rest' }),
  })
  .openapi('GraphSummary')

const GraphStats = z
  .object({
    tags: z
      .array(
        z.object({
          tag: z.string().openapi({ description: 'A first tag', example: 'starred' }),
          count: z.int().openapi({ description: 'Feedback with it that is not revoked', example: 2 }),
          reviewers: z.int().openapi({ description: 'Distinct clients among them', example: 2 }),
          ...mean,
        }),
      )
      .openapi({ description: 'By first tag, of the feedback in the graph, the most frequent first' }),
    revokedCount: z
      .int()
      .nullable()
      .openapi({ description: 'Revoked feedback, in the graph or not; null without the index', example: 1 }),
    firstAt: moment('When the first feedback was given; null without any, or without the index'),
    lastAt: moment('When the newest was given; null without any, or without the index'),
  })
  .openapi('GraphStats')

export const ReputationGraph = z
  .object({
    agentId: AgentId,
    chainId: ChainId,
    agentRegistry: caip10('The identity registry (CAIP-10)'),
    reputationRegistry: caip10('The reputation registry (CAIP-10)'),
    blockNumber: z.string().openapi({ description: 'Block that it is as of', example: '23456789' }),
    nodes: z
      .array(z.union([AgentNode, AccountNode, FeedbackNode]))
      .openapi({ description: 'The agent, its reviewers, their feedback, and those who responded' }),
    edges: z.array(GraphEdge),
    groups: z.array(GraphGroup),
    summary: GraphSummary,
    stats: GraphStats,
    truncated: z.boolean().openapi({ description: 'There is more feedback than the 500 pieces that a graph has' }),
    generatedAt: z.iso.datetime().openapi({ description: 'Time of that block' }),
    source: z.literal('erc8004.reputation.graph').openapi({ description: 'Kind of document' }),
  })
  .openapi('ReputationGraph')

const hash = (of: string) => z.string().openapi({ description: `${of} of the stored bytes, 32 bytes in hex` })

export const StoredGraph = z
  .object({
    uri: z.string().openapi({ description: 'Where it is stored' }),
    gatewayUrl: z.string().openapi({ description: 'An https URL of the same bytes' }),
    storageKey: z.string().openapi({ description: 'Its key at the storage provider' }),
    statusUrl: z.string().nullable().openapi({ description: 'Where the provider says how far it is; null if nowhere' }),
    sha256: hash('SHA-256'),
    keccak256: hash('keccak-256'),
    blockNumber: z.string().openapi({ description: 'Block that the stored graph is as of', example: '23456789' }),
  })
  .openapi('StoredGraph')

export const ReputationGraphAnswer = z
  .object({
    asOf: AsOf,
    graph: ReputationGraph,
    storageStatus: z.enum(['stored', 'unavailable', 'skipped']).openapi({
      description:
        'stored: the same graph is in storage, from now or from before; unavailable: it could not be stored, try again; skipped: that was not asked for',
    }),
    storage: StoredGraph.optional().openapi({ description: 'With storageStatus stored' }),
    storageError: z.string().optional().openapi({ description: 'With storageStatus unavailable: why' }),
    provenance: z.object({
      graphSource: z.enum(['registry', 'index']).openapi({ description: 'Where the feedback was read' }),
      indexBlock: z.string().nullable().openapi({
        description:
          'Block of the index that responses, revokedCount and times are from; null if it could not be used, and then they are missing',
        example: '23456789',
      }),
      generatedAt: z.iso.datetime().openapi({ description: 'The same as of the graph' }),
      storeRequested: z.boolean().openapi({ description: 'The request asked to store it' }),
    }),
  })
  .openapi('ReputationGraphAnswer')

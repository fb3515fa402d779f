import * as z from 'zod'
import { AsOf, ChainId, EvmAddress } from '../common.ts'
import { addressOrNull, textOrNull } from '../fields.ts'
import { AgentId, displayValue, feedbackFields, label, value, valueDecimals } from '../agents/feedbackParts.ts'

const id = (words: { description: string; example: string }) => z.string().meta(words)
const moment = (description: string) =>
  z.iso.datetime().nullable().meta({ description, example: '2026-09-30T12:00:00.000Z' })
const caip10 = (description: string) =>
  z.string().meta({ description, example: 'eip155:31337:0x5FbDB2315678afecb367f032d93F642f64180aa3' })

const kind = <T extends z.ZodType>(type: T) => type.describe('Kind of node')
const nodeLabel = z.string().meta({ description: 'Display name', example: 'Agent 0' })
const { agentId: _, clientAddress, ...ofFeedback } = feedbackFields

const AgentNode = z
  .object({
    id: id({ description: '`agent:<agentId>`', example: 'agent:0' }),
    type: kind(z.literal('agent')),
    label: nodeLabel,
    data: z.object({
      agentId: AgentId,
      owner: addressOrNull('Owner of the agent’s token; null if no node answers'),
      agentWallet: addressOrNull(
        'Wallet of the agent (`getAgentWallet`); null if it was not set since the last transfer of the token',
      ),
    }),
  })
  .meta({ id: 'AgentNode' })

const AccountNode = z
  .object({
    id: id({
      description: '`reviewer:<address>` or `responder:<address>`, in lower case',
      example: 'reviewer:0x5fbdb2315678afecb367f032d93f642f64180aa3',
    }),
    type: kind(z.enum(['reviewer', 'responder'])),
    label: nodeLabel,
    data: z.object({ address: EvmAddress.describe('Address of the account') }),
  })
  .meta({ id: 'AccountNode' })

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
  .meta({ id: 'FeedbackNode' })

const GraphEdge = z
  .object({
    source: id({ description: 'Id of the source node', example: 'agent:0' }),
    target: id({
      description: 'Id of the target node',
      example: 'feedback:0x5fbdb2315678afecb367f032d93f642f64180aa3:1',
    }),
    type: z
      .enum(['reviewed', 'has_feedback', 'authored', 'responded_to'])
      .describe(
        'reviewed: from a reviewer to the agent, once per reviewer; has_feedback: from the agent to feedback; authored: from a reviewer to feedback; responded_to: from a responder to feedback',
      ),
    weight: z
      .string()
      .optional()
      .meta({ description: 'For `authored` edges: the exact rating, value / 10^valueDecimals', example: '-32.5' }),
    data: z
      .object({
        responseUri: textOrNull('URI of the response; null if it is too long to be stored'),
        responseHash: z.string().describe('keccak-256 of the response as stated by the responder, 32 bytes in hex'),
        transactionHash: z.string().describe('Hash of the transaction of the response, 32 bytes in hex'),
        createdAt: z.iso.datetime().describe('Time of the response, ISO 8601'),
      })
      .optional()
      .describe('The response; only for `responded_to` edges'),
  })
  .meta({ id: 'GraphEdge' })

const GraphGroup = z
  .object({
    id: id({
      description: '`namespace:agent:<id>`, `namespace:reviewer:<address>` or `tag:<tag>`',
      example: 'tag:starred',
    }),
    label: nodeLabel,
    nodeIds: z.array(z.string()).describe('Ids of the nodes in this group'),
  })
  .meta({ id: 'GraphGroup' })

const mean = {
  averageValue: value(
    'The mean is averageValue / 10^averageValueDecimals. Of feedback with several first tags it mixes scales: compare `tags`',
  ),
  averageValueDecimals: valueDecimals,
}

const GraphSummary = z
  .object({
    totalFeedback: z
      .int()
      .meta({ description: 'Number of feedback entries that count; revoked ones do not', example: 3 }),
    totalReviewers: z.int().meta({ description: 'Number of distinct clients whose feedback counts', example: 3 }),
    ...mean,
    displayValue,
    topClientShareBps: z.int().nullable().meta({
      description:
        'Share of the counted feedback that comes from the most active client, in basis points; null without feedback',
      example: 3333,
    }),
    label,
    truncated: z.boolean().describe('Whether the summary leaves out feedback that could not be read'),
  })
  .meta({ id: 'GraphSummary' })

const GraphStats = z
  .object({
    tags: z
      .array(
        z.object({
          tag: z.string().meta({ description: 'First tag', example: 'starred' }),
          count: z
            .int()
            .meta({ description: 'Number of feedback entries with this tag that are not revoked', example: 2 }),
          reviewers: z.int().meta({ description: 'Number of distinct clients of that feedback', example: 2 }),
          ...mean,
        }),
      )
      .describe('Statistics of the feedback in the graph by first tag, the most frequent tag first'),
    revokedCount: z.int().nullable().meta({
      description: 'Number of revoked feedback entries, in the graph or not; null if the index could not be used',
      example: 1,
    }),
    firstAt: moment('Time of the first feedback, ISO 8601; null without feedback, or if the index could not be used'),
    lastAt: moment('Time of the newest feedback, ISO 8601; null without feedback, or if the index could not be used'),
  })
  .meta({ id: 'GraphStats' })

export const ReputationGraph = z
  .object({
    agentId: AgentId,
    chainId: ChainId,
    agentRegistry: caip10('The identity registry (CAIP-10)'),
    reputationRegistry: caip10('The reputation registry (CAIP-10)'),
    blockNumber: z.string().meta({ description: 'Block at which the graph was read', example: '23456789' }),
    nodes: z
      .array(z.union([AgentNode, AccountNode, FeedbackNode]))
      .describe('The agent, its clients (`reviewer`), their feedback, and the responders'),
    edges: z.array(GraphEdge),
    groups: z.array(GraphGroup),
    summary: GraphSummary,
    stats: GraphStats,
    truncated: z.boolean().describe('Whether there is more feedback than the 500 entries of a graph'),
    generatedAt: z.iso.datetime().describe('Time of `blockNumber`, ISO 8601'),
    source: z.literal('erc8004.reputation.graph').describe('Kind of document'),
  })
  .meta({ id: 'ReputationGraph' })

const hash = (of: string) => z.string().describe(`${of} of the stored bytes, 32 bytes in hex`)

export const StoredGraph = z
  .object({
    uri: z.string().describe('URI of the stored graph'),
    gatewayUrl: z.string().describe('https URL of the same bytes'),
    storageKey: z.string().describe('Key of the graph at the storage provider'),
    statusUrl: textOrNull('URL of the provider’s storage status; null if the provider has none'),
    sha256: hash('SHA-256'),
    keccak256: hash('keccak-256'),
    blockNumber: z.string().meta({ description: 'Block at which the stored graph was read', example: '23456789' }),
  })
  .meta({ id: 'StoredGraph' })

export const ReputationGraphAnswer = z
  .object({
    asOf: AsOf,
    graph: ReputationGraph,
    storageStatus: z
      .enum(['stored', 'unavailable', 'skipped'])
      .describe(
        'stored: this graph is stored, by this request or an earlier one; unavailable: storing failed, try again; skipped: storing was not requested',
      ),
    storage: StoredGraph.optional().describe('Where the graph is stored; present if `storageStatus` is stored'),
    storageError: z.string().optional().describe('Why storing failed; present if `storageStatus` is unavailable'),
    provenance: z.object({
      graphSource: z.enum(['registry', 'index']).describe('Source of the feedback'),
      indexBlock: z.string().nullable().meta({
        description:
          'Indexed block of the responses, of `revokedCount` and of the times; null, and these are missing, if the index could not be used',
        example: '23456789',
      }),
      generatedAt: z.iso.datetime().describe('The same as `generatedAt` of the graph'),
      storeRequested: z.boolean().describe('Whether the request asked to store the graph'),
    }),
  })
  .meta({ id: 'ReputationGraphAnswer' })

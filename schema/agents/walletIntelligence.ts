import * as z from 'zod'
import { AgentJsonPayload, answers, EvmAddress, flagInQuery, queryInteger } from '../common.ts'
import { integerOrNull, textOrNull } from '../fields.ts'
import { operation, optionally, SECURITY } from '../operation.ts'
import { STORING_NEEDS_A_CREDENTIAL } from '../storage.ts'
import { stillAnswers, type Needs, type Without } from '../needs.ts'

const isUnavailable = (source: string): Without => stillAnswers({ [`data.graph.sources.${source}`]: 'unavailable' })
/** Data providers; each is used if it is configured. */
const NEEDS: Needs = {
  PORTFOLIO_KEY: isUnavailable('portfolio'),
  SOCIAL_GRAPH_URL: isUnavailable('social'),
  ENS_RPC_URL: isUnavailable('ens'),
  BASENAME_RPC_URL: isUnavailable('basename'),
  keyToken: isUnavailable('keys'),
}

/** Chains whose funding is traced. */
export const TRACED_CHAINS = [1, 10, 137, 8453, 42161] as const
/** Most hops of a trace; a larger number is capped. */
export const MOST_HOPS = 5
export const DEFAULT_HOPS = 3

/** The sources of a graph, in the order in which answers name them. */
export const INTELLIGENCE_SOURCES = ['funderTrace', 'labels', 'portfolio', 'ens', 'social', 'basename', 'keys'] as const
export type IntelligenceSource = (typeof INTELLIGENCE_SOURCES)[number]

const NODE_TYPES = [
  'wallet',
  'funder',
  'entity-label',
  'portfolio',
  'ens-name',
  'basename',
  'social-account',
  'reputation-score',
] as const
const EDGE_TYPES = [
  'funded_by',
  'labeled_as',
  'has_portfolio',
  'has_ens',
  'has_basename',
  'has_social',
  'has_reputation',
] as const

const SourceStatus = z.enum(['ok', 'partial', 'failed', 'timeout', 'unavailable', 'skipped']).meta({
  id: 'IntelligenceSourceStatus',
  description:
    '`ok`: complete; `partial`: some data is missing; `failed`, `timeout`: no data; `unavailable`: not configured on this deployment; `skipped`: not requested',
})
export type SourceStatus = z.output<typeof SourceStatus>

const SOURCE = 'wallet-intelligence.v1'
const iso = (description: string) => z.string().meta({ description, example: '2026-11-22T06:44:00.000Z' })
const target = EvmAddress.describe('Wallet of the request')
const canonicalWallet = EvmAddress.describe(
  'Wallet that the graph describes: always the target, because linked wallets of an account are private',
)
const generatedAt = iso('Time when the newest part was read, ISO 8601')
const graphSource = z.literal(SOURCE).meta({ description: 'Version of the graph', type: 'string', enum: [SOURCE] })
const cacheStatus = z
  .enum(['hit', 'miss'])
  .describe('`hit`: all parts come from the cache; `miss`: at least one part was read for this answer')

const Graph = z
  .object({
    target,
    canonicalWallet,
    nodes: z
      .array(
        z.object({
          id: z
            .string()
            .meta({ description: 'Id of the node, unique in the graph', example: 'funder:0x5fbd…80aa3:hop1' }),
          type: z.enum(NODE_TYPES).describe('Type of the node'),
          label: z.string().describe('Name to display'),
          data: AgentJsonPayload.describe('Data of the node, by `type` (docs/intelligence.md)'),
        }),
      )
      .describe('Nodes; the wallet is the first'),
    edges: z
      .array(
        z.object({
          source: z.string().describe('Id of the source node'),
          target: z.string().describe('Id of the target node'),
          type: z.enum(EDGE_TYPES).describe('Relation of the target to the source'),
          data: AgentJsonPayload.optional().describe('With `type` funded_by: the funding transaction'),
        }),
      )
      .describe('Edges between nodes'),
    groups: z
      .array(
        z.object({
          id: z
            .string()
            .meta({ description: 'Id of the group: group:funders or group:labels', example: 'group:funders' }),
          label: z.string().describe('Name to display'),
          nodeIds: z.array(z.string()).describe('Ids of the nodes in the group'),
        }),
      )
      .describe('Groups of nodes; empty groups are absent'),
    sources: z
      .object({
        funderTrace: SourceStatus,
        labels: SourceStatus,
        portfolio: SourceStatus,
        ens: SourceStatus,
        social: SourceStatus,
        basename: SourceStatus,
        keys: SourceStatus,
      })
      .describe('Status of each source. Missing data means absence only if its source is `ok`'),
    generatedAt,
    source: graphSource,
  })
  .meta({ id: 'WalletIntelligenceGraph' })
export type IntelligenceGraph = z.output<typeof Graph>

export const WalletIntelligenceSummary = z
  .object({
    target,
    canonicalWallet,
    nodeCount: z.int().describe('Number of nodes in the graph'),
    edgeCount: z.int().describe('Number of edges in the graph'),
    funderChainLength: integerOrNull('Number of funders in the trace; `null` if the trace failed'),
    knownEntities: z.array(z.string()).describe('Names of labelled entities in the graph'),
    netWorth: z
      .string()
      .nullable()
      .meta({ description: 'Value of the portfolio in US dollars; `null` if unknown', example: '1234.50' }),
    ensName: textOrNull('Verified ENS name; `null` if unknown'),
    socialHandle: textOrNull('Handle of the social account; `null` if unknown'),
    graphSource,
    generatedAt,
  })
  .meta({ id: 'WalletIntelligenceSummary' })
export type WalletIntelligenceSummary = z.output<typeof WalletIntelligenceSummary>

export const WalletIntelligence = z
  .object({
    graph: Graph,
    storage: z
      .object({
        uri: z.string().describe('Immutable URI of the graph'),
        gatewayUrl: z.string().describe('https URL of the same bytes'),
        storageKey: z.string().describe('Key at the storage provider'),
        statusUrl: textOrNull('URL of the provider’s progress report; `null` if it has none'),
      })
      .optional()
      .describe('Storage of the graph; present if `storageStatus` is `stored`'),
    storageStatus: z
      .enum(['stored', 'unavailable', 'skipped'])
      .describe('`stored`: stored permanently; `skipped`: not requested; `unavailable`: nothing was stored, retry'),
    cacheStatus,
    cachedAt: iso('Time when the oldest part was read, ISO 8601; present if `cacheStatus` is `hit`').optional(),
    summary: WalletIntelligenceSummary,
    provenance: z
      .object({ graphSource, generatedAt, cacheStatus })
      .describe('Version, time and cache status of the graph'),
  })
  .meta({ id: 'WalletIntelligence' })
export type WalletIntelligence = z.output<typeof WalletIntelligence>

const jsonFlag = (description: string, fallback: boolean) => z.boolean().default(fallback).describe(description)

const WALLET = 'Wallet to describe'
const HOPS = `Number of funders to trace: ${DEFAULT_HOPS} by default, capped at ${MOST_HOPS}`
const CHAINS = `to trace in parallel: any of ${TRACED_CHAINS.join(', ')}; 8453 and 1 by default`
const STORE = 'Whether to store the graph permanently, which needs a credential'
const NO_CACHE = 'Whether to bypass the cache; such requests have a lower rate limit'

const path = '/v1/agents/wallet-intelligence'
const shared = {
  path,
  'x-answer': 'envelope',
  'x-limit-inside': ['walletIntelligence', 'walletIntelligenceFresh'],
  'x-errors': ['unsupported_chain'],
  responses: answers('The graph of the wallet', WalletIntelligence),
} as const

export const walletIntelligence = {
  getWalletIntelligence: operation({
    ...shared,
    tags: ['agents'],
    operationId: 'getWalletIntelligence',
    method: 'get',
    summary: 'Get public data about a wallet as a graph',
    description:
      'Returns funders, labels, portfolio and names from several sources within 12 seconds; `graph.sources` lists failed ones. Names and labels are untrusted. Cached for an hour. ' +
      STORING_NEEDS_A_CREDENTIAL,
    'x-limit': 'read',
    'x-auth-when': { query: 'store', auth: 'write', limit: 'write' },
    security: optionally('write'),
    'x-needs': NEEDS,
    request: {
      query: z.object({
        address: EvmAddress.describe(WALLET),
        hops: queryInteger({ min: 1, example: 3, description: HOPS }).default(DEFAULT_HOPS),
        chains: z
          .string()
          .max(128)
          .regex(/^\d{1,15}(,\d{1,15})*$/, 'must be chain ids separated by commas')
          .optional()
          .meta({ description: `Chain ids separated by commas, ${CHAINS}`, example: '8453,1' }),
        store: flagInQuery(false, STORE),
        portfolio: flagInQuery(true, 'Whether to read the portfolio'),
        ens: flagInQuery(true, 'Whether to read the ENS name and the basename'),
        social: flagInQuery(true, 'Whether to read the social account'),
        labels: flagInQuery(true, 'Whether to read labels of entities'),
        noCache: flagInQuery(false, NO_CACHE),
      }),
    },
  }),
  postWalletIntelligence: operation({
    ...shared,
    tags: ['agents'],
    operationId: 'postWalletIntelligence',
    method: 'post',
    summary: 'Get public data about a wallet by a JSON body',
    description:
      'Returns the same as getWalletIntelligence, but always needs a credential. An unchanged graph is stored only once. ' +
      STORING_NEEDS_A_CREDENTIAL,
    'x-limit': 'write',
    'x-auth': 'write',
    'x-body': { bound: 16_384, kind: 'object' },
    security: SECURITY.write,
    'x-needs': NEEDS,
    request: {
      body: {
        required: true,
        content: {
          'application/json': {
            schema: z.object({
              address: EvmAddress.describe(WALLET),
              hops: z.int().min(1).default(DEFAULT_HOPS).meta({ description: HOPS, example: 3 }),
              chainIds: z
                .array(z.int().min(1))
                .min(1)
                .max(16)
                .optional()
                .meta({ description: `Chain ids ${CHAINS}`, example: [8453, 1] }),
              store: jsonFlag(STORE, false),
              includePortfolio: jsonFlag('Whether to read the portfolio', true),
              includeEns: jsonFlag('Whether to read the ENS name and the basename', true),
              includeSocial: jsonFlag('Whether to read the social account', true),
              includeLabels: jsonFlag('Whether to read labels of entities', true),
              noCache: jsonFlag(NO_CACHE, false),
            }),
          },
        },
      },
    },
  }),
}

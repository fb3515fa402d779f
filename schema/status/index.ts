import { z } from '@hono/zod-openapi'
import { ChainId, envelope, queryInteger } from '../common.ts'
import { operation } from '../operation.ts'
import { PROVIDER_NAMES } from '../providers.ts'

/** How a part is; the order is from good to bad. */
export const STATES = ['ok', 'degraded', 'down', 'unknown', 'not_configured'] as const

/** What can be required of the deployment. */
const PARTS = ['rpc', 'index', 'limiter', 'store', ...PROVIDER_NAMES] as const
export type PartName = (typeof PARTS)[number]

const isPart = (name: string): name is PartName => PARTS.some((part) => part === name)

const state = z.enum(STATES).openapi({
  description:
    'ok; degraded: it works in part, or some calls of it fail; down; unknown: nothing has shown it lately; not_configured: this deployment does without it',
})
const time = (description: string) =>
  z.iso.datetime().nullable().openapi({ description, example: '2026-11-20T12:00:00.000Z' })
const since = time('Since when it has this state; null where that is not known')
const latencyMs = z.int().nullable().openapi({ description: 'Milliseconds that the last call took', example: 41 })
const lastCallAt = time('When the last call ended that was reported; null before the first')
const block = (description: string) => z.string().nullable().openapi({ description, example: '23456789' })

const standing = { state, since, latencyMs }

const NodesStatus = z
  .object({
    ...standing,
    blockNumber: block('The newest block that a node has; null where none answers'),
    timestamp: z.int().nullable().openapi({ description: 'Unix seconds of that block', example: 1780000000 }),
    ageSeconds: z.int().nullable().openapi({ description: 'Seconds by which it is behind the clock', example: 2 }),
    error: z.string().nullable().openapi({ description: 'The code of why no block could be read', example: null }),
    nodes: z.array(state).openapi({
      description: 'Each configured node when it was last asked, in the order in which they are asked',
      example: ['ok', 'unknown'],
    }),
  })
  .openapi('NodesStatus')

const IndexStatus = z
  .object({
    state,
    since,
    blockNumber: block('The last block that all of its lists have; null before the first'),
    lagBlocks: z.int().nullable().openapi({
      description: 'Blocks by which it is behind the newest; null where either is not known',
      example: 12,
    }),
    checkedAt: time('When it last looked at a node'),
  })
  .openapi('IndexStatus')

const ProviderStatus = z
  .object({
    name: z.enum(PROVIDER_NAMES).openapi({
      description:
        'identityProvider: who a person is; walletProvider: server wallets of creators’ agents; tradingApi: routes of trades; trendProvider: profiles of trend coins; imageGenerator; languageModel: of the assistant; messagingNetwork: messages of agents; paymentFacilitator: payments by x402; paymaster: sponsored gas; rpcProxy: the nodes of POST /rpc; ticketChain: nodes of the other chain of the lottery; workflowGateway: triggers of workflows; socialPlatform: posts that earn entries; reputationProvider: scores; portfolioProvider, explorer, transferNodes, labelProvider, socialGraph, ensNode, basenameNode: what is known about wallets; immutableStorage: documents that are stored elsewhere',
    }),
    ...standing,
    lastCallAt,
  })
  .openapi('ProviderStatus')

export const DeploymentStatus = z
  .object({
    status: z.enum(['ok', 'degraded', 'down']).openapi({
      description:
        'ok: nodes, index, limiter and store are; down: no node answers, or the store does not; else degraded',
    }),
    chainId: ChainId.nullable().openapi({ description: 'The chain that is served; null where it is not known' }),
    checkedAt: time('When nodes, index and store were looked at; null where the status could not be read'),
    rpc: NodesStatus,
    index: IndexStatus,
    limiter: z.object({ ...standing, lastCallAt }).openapi('LimiterStatus'),
    store: z.object(standing).openapi('StoreStatus'),
    providers: z.array(ProviderStatus).openapi({ description: 'Every service of others that this API can use' }),
  })
  .openapi('DeploymentStatus')
export type DeploymentStatus = z.output<typeof DeploymentStatus>

const at = '2026-11-20T12:00:00.000Z'
const good = { state: 'ok', since: '2026-11-19T08:30:00.000Z', latencyMs: 41 }
const absent = { state: 'not_configured', since: null, latencyMs: null, lastCallAt: null }

const example = {
  success: true,
  data: {
    status: 'ok',
    chainId: 8453,
    checkedAt: at,
    rpc: {
      ...good,
      blockNumber: '23456789',
      timestamp: 1795175998,
      ageSeconds: 2,
      error: null,
      nodes: ['ok', 'unknown'],
    },
    index: { state: 'ok', since: good.since, blockNumber: '23456777', lagBlocks: 12, checkedAt: at },
    limiter: { ...good, lastCallAt: at },
    store: good,
    providers: PROVIDER_NAMES.map((name) => ({
      name,
      ...(name === 'tradingApi' ? { ...good, lastCallAt: at } : absent),
    })),
  },
}

const required = z
  .string()
  .max(512)
  .transform((text) => text.split(','))
  .refine((names) => names.every(isPart), { error: `must be names of parts, separated by commas: ${PARTS.join(', ')}` })
  .transform((names) => names.filter(isPart))
  .optional()
  .openapi({
    type: 'string',
    pattern: `^(${PARTS.join('|')})(,(${PARTS.join('|')}))*$`,
    description:
      'Parts that must work, separated by commas: else the answer is 503 requirement_not_met. A part works while it is ok or degraded',
    example: 'rpc,store',
  })

export const status = {
  getStatus: operation({
    operationId: 'getStatus',
    method: 'get',
    path: '/v1/status',
    tags: ['status'],
    summary: 'How the deployment is: nodes, index, store, providers',
    description:
      'State, latency and since when, for the nodes of the chain, the log index with its lag in blocks, the limiter, the store, and the services of others that this API uses. Nodes, index and store are looked at, at most once a second for all callers together; the limiter and the providers are as the last real calls of them showed, and nothing is asked of them for this. It is 200 whatever it finds, unless `require` or `maxLagBlocks` says what is needed. Use it before work that must not run on old data, or as a probe of a monitor; ask at most once a second. For one vault use getVaultStatus, for what the chain has of this deployment getProtocolStatus.',
    'x-limit': 'status',
    'x-answer': 'envelope',
    'x-errors': ['requirement_not_met'],
    'x-needs': {},
    request: {
      query: z.object({
        maxLagBlocks: queryInteger({
          min: 0,
          example: 50,
          description:
            'The most blocks by which the log index may be behind: else the answer is 503 requirement_not_met. A lag that is not known is too much',
        }).optional(),
        require: required,
      }),
    },
    responses: {
      200: {
        description: 'The state of each part',
        content: { 'application/json': { schema: envelope(DeploymentStatus), example } },
      },
    },
  }),
}

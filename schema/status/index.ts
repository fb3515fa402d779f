import * as z from 'zod'
import { ChainId, envelope, queryInteger } from '../common.ts'
import { operation } from '../operation.ts'
import { PROVIDER_NAMES } from '../providers.ts'

/** States of a part, from good to bad. */
export const STATES = ['ok', 'degraded', 'down', 'unknown', 'not_configured'] as const

/** Parts that a request can require of the deployment. */
const PARTS = ['rpc', 'index', 'limiter', 'store', ...PROVIDER_NAMES] as const
export type PartName = (typeof PARTS)[number]

const isPart = (name: string): name is PartName => PARTS.some((part) => part === name)

const state = z
  .enum(STATES)
  .describe(
    'ok; degraded: works in part, or some calls fail; down; unknown: not observed recently; not_configured: not used by this deployment',
  )
const time = (description: string) =>
  z.iso.datetime().nullable().meta({ description, example: '2026-11-20T12:00:00.000Z' })
const since = time('Time since when it has this state; null if not known')
const latencyMs = z
  .int()
  .nullable()
  .meta({ description: 'Duration of the last call in milliseconds; null if not known', example: 41 })
const lastCallAt = time('Time when the last reported call ended; null before the first')
const block = (description: string) => z.string().nullable().meta({ description, example: '23456789' })

const standing = { state, since, latencyMs }

const NodesStatus = z
  .object({
    ...standing,
    blockNumber: block('Newest block of any node; null if no node answers'),
    timestamp: z
      .int()
      .nullable()
      .meta({ description: 'Time of that block, in unix seconds; null if no node answers', example: 1780000000 }),
    ageSeconds: z
      .int()
      .nullable()
      .meta({ description: 'Age of that block in seconds; null if no node answers', example: 2 }),
    error: z.string().nullable().meta({
      description: 'Error code of the failed read of the newest block; null if it was read',
      example: null,
    }),
    nodes: z.array(state).meta({
      description: 'State of each configured node at its last call, in order of preference',
      example: ['ok', 'unknown'],
    }),
  })
  .meta({ id: 'NodesStatus' })

const IndexStatus = z
  .object({
    state,
    since,
    blockNumber: block('Last block that all of its lists contain; null before the first'),
    lagBlocks: z.int().nullable().meta({
      description: 'Blocks that the index is behind the newest block; null if either is not known',
      example: 12,
    }),
    checkedAt: time('Time when the index last read a node; null before the first'),
  })
  .meta({ id: 'IndexStatus' })

const ProviderStatus = z
  .object({
    name: z
      .enum(PROVIDER_NAMES)
      .describe(
        'identityProvider: users and their logins; walletProvider: server wallets of creators’ agents; tradingApi: swap routes; trendProvider: trend profiles; imageGenerator; languageModel: model of the assistant; messagingNetwork: messages of agents; paymentFacilitator: x402 payments; paymaster: sponsored gas; rpcProxy: nodes of POST /rpc; ticketChain: Solana nodes of the lottery; workflowGateway: workflow triggers; socialPlatform: posts that earn entries; reputationProvider: scores; portfolioProvider, explorer, transferNodes, labelProvider, socialGraph, ensNode, basenameNode: wallet intelligence; immutableStorage: externally stored documents',
      ),
    ...standing,
    lastCallAt,
  })
  .meta({ id: 'ProviderStatus' })

const runs = z.array(
  z
    .object({
      from: z.iso.datetime().meta({ description: 'Start of the run', example: '2026-11-19T12:00:00.000Z' }),
      state,
    })
    .meta({ id: 'StatusRun' }),
)

const history = z
  .object({ rpc: runs, index: runs, limiter: runs, store: runs })
  .nullable()
  .describe(
    'States of the last 24 hours, if `history` asks for them. A run lasts until the next one begins, and the last one until now. A state is the worst of five minutes; unknown also stands for time without a sample. null if it could not be read',
  )

export const DeploymentStatus = z
  .object({
    status: z
      .enum(['ok', 'degraded', 'down'])
      .describe(
        'ok: nodes, index, limiter and store are ok; down: no node answers, or the store does not answer; degraded: otherwise',
      ),
    chainId: ChainId.nullable().describe('Id of the chain that this deployment serves; null if not known'),
    checkedAt: time('Time when nodes, index and store were checked; null if the status could not be read'),
    rpc: NodesStatus,
    index: IndexStatus,
    limiter: z.object({ ...standing, lastCallAt }).meta({ id: 'LimiterStatus' }),
    store: z.object(standing).meta({ id: 'StoreStatus' }),
    providers: z.array(ProviderStatus).describe('Every third-party service that this API can use'),
    history: history.optional(),
  })
  .meta({ id: 'DeploymentStatus' })
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
  .meta({
    type: 'string',
    pattern: `^(${PARTS.join('|')})(,(${PARTS.join('|')}))*$`,
    description:
      'Parts that must work, separated by commas. If one is neither ok nor degraded, the answer is 503 requirement_not_met',
    example: 'rpc,store',
  })

export const status = {
  getStatus: operation({
    operationId: 'getStatus',
    method: 'get',
    path: '/v1/status',
    tags: ['status'],
    summary: 'Get the state of nodes, index, store and providers',
    description:
      'Returns the state of nodes, log index, limiter, store and providers. Limiter and providers are as of their last calls. The answer is 200 in any state, unless `require` or `maxLagBlocks` sets a condition. Call it at most once a second. For a vault use getVaultStatus; for contracts getProtocolStatus.',
    'x-limit': 'status',
    'x-answer': 'envelope',
    'x-errors': ['requirement_not_met'],
    'x-needs': {},
    request: {
      query: z.object({
        history: z
          .enum(['24h'])
          .optional()
          .meta({ description: 'Adds the states of the last 24 hours', example: '24h' }),
        maxLagBlocks: queryInteger({
          min: 0,
          example: 50,
          description:
            'Most blocks that the log index may be behind. If its lag is greater or not known, the answer is 503 requirement_not_met',
        }).optional(),
        require: required,
      }),
    },
    responses: {
      200: {
        description: 'State of each part',
        content: { 'application/json': { schema: envelope(DeploymentStatus), example } },
      },
    },
  }),
}

import * as z from 'zod'
import { operation, SECURITY } from '../operation.ts'
import { REQUIRED } from '../wording.ts'

/** Names of the chains that the proxy knows, with their EIP-155 ids; `chain` also takes an id. */
const NETWORKS: ReadonlyMap<string, number> = new Map([
  ['base', 8453],
  ['mainnet', 1],
  ['eth', 1],
  ['ethereum', 1],
  ['arbitrum', 42_161],
  ['arb', 42_161],
  ['optimism', 10],
  ['op', 10],
  ['polygon', 137],
  ['matic', 137],
])

/** An id that no chain has: it is unsupported. */
const NO_CHAIN = 0

const ProxiedChain = z
  .string()
  .transform((name) => NETWORKS.get(name) ?? (/^[1-9]\d{0,14}$/.test(name) ? Number(name) : NO_CHAIN))
  .meta({
    description: `Chain to read: ${[...NETWORKS.keys()].join(', ')}, or an EIP-155 chain id; this deployment’s chain by default. Only chains with a configured node are served`,
    example: 'base',
  })
  .optional()

/** The most calls of a batch. */
export const MAX_CALLS = 100
const MAX_ID_LENGTH = 128
/** The most parameters of a call. */
export const MAX_PARAMS = 8

/** Id of a call, which its caller chooses. */
export type RpcId = string | number | null

const WRONG_ID = `must be an integer, a string of at most ${MAX_ID_LENGTH} characters, or null`
const NO_ID = `${REQUIRED}; a call without an id is a notification and gets no answer`

const GivenCall = z
  .object({
    jsonrpc: z.literal('2.0', { error: 'must be "2.0"' }).describe('Version of JSON-RPC'),
    id: z
      .union([z.int(WRONG_ID), z.string(WRONG_ID).max(MAX_ID_LENGTH, WRONG_ID)], {
        error: ({ input }) => (input === undefined ? NO_ID : WRONG_ID),
      })
      .nullable()
      .meta({ description: 'Id of the call; its answer has the same id', example: 1 }),
    method: z
      .string({ error: 'must be the name of a method' })
      .min(1, 'must be the name of a method')
      .max(64, 'must be the name of a method')
      .meta({ description: 'Name of an allowed method, as listed in docs/rpc-proxy.md', example: 'eth_call' }),
    // Wrong ones are an error of their call alone.
    params: z
      .unknown()
      .optional()
      .meta({
        type: 'array',
        items: {},
        maxItems: MAX_PARAMS,
        description: 'Parameters of the method, by position; none by default',
        example: ['latest', false],
      }),
  })
  .meta({ id: 'RpcCall' })

/** A call as it is given; whatever else its object held is not forwarded. */
export type GivenCall = z.output<typeof GivenCall>

/** A call whose parameters have been looked at. */
export interface RpcCall extends Omit<GivenCall, 'params'> {
  readonly params: readonly unknown[]
}

const isBatch = (value: unknown): value is unknown[] => Array.isArray(value)

/** One that is too long is refused before its calls are looked at. */
const RpcBatch = z
  .unknown()
  .superRefine((value, { addIssue }) => {
    if (!isBatch(value)) addIssue({ code: 'invalid_type', expected: 'array', input: value })
    else if (value.length === 0) addIssue({ code: 'custom', message: 'a batch must have at least one call' })
    else if (value.length > MAX_CALLS)
      addIssue({ code: 'custom', message: `a batch must have at most ${MAX_CALLS} calls` })
  })
  .pipe(z.array(GivenCall))
  .meta({
    type: 'array',
    minItems: 1,
    maxItems: MAX_CALLS,
    items: { $ref: '#/components/schemas/RpcCall' },
    description: 'A batch of calls; each refused call gets its own error',
  })

const RpcRequest = z
  .union([GivenCall, RpcBatch])
  .transform((given) => (Array.isArray(given) ? { isBatch: true, calls: given } : { isBatch: false, calls: [given] }))
  .meta({ id: 'RpcRequest' })

const RpcReply = z
  .object({
    jsonrpc: z.string().meta({ description: 'Version of JSON-RPC', example: '2.0' }),
    id: z.unknown().meta({ description: 'Id of the call', example: 1 }),
    result: z.unknown().describe('Result from the node; absent if there is an error'),
    error: z
      .object({
        code: z.int().meta({
          description:
            'JSON-RPC error code; 3: a contract reverted; -32601 and -32602: this service or the node does not allow the method or its parameters',
          example: 3,
        }),
        message: z.string().meta({
          description: 'Message of the node, without URLs, or of this service',
          example: 'execution reverted',
        }),
        data: z.unknown().describe('Additional data of the node, for example the revert data of a contract'),
      })
      .optional()
      .describe('Error of the call: it was refused, failed or reverted'),
  })
  .meta({ id: 'RpcReply' })

export const rpcProxy = {
  proxyRpc: operation({
    method: 'post',
    path: '/rpc',
    operationId: 'proxyRpc',
    tags: ['rpc'],
    summary: 'Read a chain by JSON-RPC',
    description:
      'Forwards JSON-RPC reads to a node, for client libraries that send a credential in a header. Reverts, other node errors and refused calls of a batch are JSON-RPC errors with status 200. Heavy calls count more than once against the rate limit. Methods, bounds and costs: docs/rpc-proxy.md.',
    security: SECURITY.build,
    'x-auth': 'build',
    'x-authority': 'none',
    'x-limit': 'rpcProxyIp',
    'x-limit-principal': 'rpcProxy',
    'x-limit-units': 'its calls, heavy ones by their gas and range',
    'x-chains': [...new Set(NETWORKS.values())],
    'x-body': { bound: 512_000, kind: 'json' },
    'x-answer': 'document',
    'x-relays': true,
    'x-errors': ['rpc_proxy_busy', 'rpc_answer_too_long'],
    'x-needs': { RPC_PROXY_URLS: 'rpc_not_configured' },
    request: {
      query: z.object({ chain: ProxiedChain }),
      body: { required: true, content: { 'application/json': { schema: RpcRequest } } },
    },
    responses: {
      200: {
        description: 'The node’s answer; for a batch an array in the order of the calls',
        content: { 'application/json': { schema: z.union([RpcReply, z.array(RpcReply)]) } },
      },
    },
  }),
}

import { z } from '@hono/zod-openapi'
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

/** What no chain has as its id: it is unsupported. */
const NO_CHAIN = 0

const ProxiedChain = z
  .string()
  .transform((name) => NETWORKS.get(name) ?? (/^[1-9]\d{0,14}$/.test(name) ? Number(name) : NO_CHAIN))
  .openapi({
    type: 'string',
    description: `The chain that is asked: ${[...NETWORKS.keys()].join(', ')}, or its EIP-155 id; the deployment’s own if absent. Only those for which the deployment has a node answer`,
    example: 'base',
  })
  .optional()

/** The most calls of a batch. */
export const MAX_CALLS = 100
const MAX_ID_LENGTH = 128
/** The most parameters of a call. */
export const MAX_PARAMS = 8

/** What a call is known by, to its caller alone. */
export type RpcId = string | number | null

const WRONG_ID = `must be an integer, a text of at most ${MAX_ID_LENGTH} characters, or null`
const NO_ID = `${REQUIRED}; a call without an id is a notification, and would get no answer`

const GivenCall = z
  .object({
    jsonrpc: z.literal('2.0', { error: 'must be "2.0"' }).openapi({
      type: 'string',
      enum: ['2.0'],
      description: 'The version of JSON-RPC',
    }),
    id: z
      .union([z.int(WRONG_ID), z.string(WRONG_ID).max(MAX_ID_LENGTH, WRONG_ID)], {
        error: ({ input }) => (input === undefined ? NO_ID : WRONG_ID),
      })
      .nullable()
      .openapi({ description: 'Comes back with the answer to this call', example: 1 }),
    method: z
      .string({ error: 'must be the name of a method' })
      .min(1, 'must be the name of a method')
      .max(64, 'must be the name of a method')
      .openapi({ description: 'A read of docs/rpc-proxy.md, exactly as it is written there', example: 'eth_call' }),
    // Wrong ones are an error of their call alone.
    params: z
      .unknown()
      .optional()
      .openapi({
        type: 'array',
        items: {},
        maxItems: MAX_PARAMS,
        description: 'By position, as the method takes them; none if absent',
        example: ['latest', false],
      }),
  })
  .openapi('RpcCall')

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
    else if (value.length === 0) addIssue({ code: 'custom', message: 'a batch has at least one call' })
    else if (value.length > MAX_CALLS) addIssue({ code: 'custom', message: `a batch has at most ${MAX_CALLS} calls` })
  })
  .pipe(z.array(GivenCall))
  .openapi({
    type: 'array',
    minItems: 1,
    maxItems: MAX_CALLS,
    items: { $ref: '#/components/schemas/RpcCall' },
    description: 'A batch; a call that is not made is an error of its own',
  })

const RpcRequest = z
  .union([GivenCall, RpcBatch])
  .transform((given) => (Array.isArray(given) ? { isBatch: true, calls: given } : { isBatch: false, calls: [given] }))
  .openapi('RpcRequest')

const RpcReply = z
  .object({
    jsonrpc: z.string().openapi({ description: 'The version of JSON-RPC', example: '2.0' }),
    id: z.unknown().openapi({ description: 'That of the call', example: 1 }),
    result: z.unknown().openapi({ description: 'What the node answered; absent if it answered with an error' }),
    error: z
      .object({
        code: z.int().openapi({
          description:
            'The node’s code; 3 says that a contract reverted. -32601 and -32602 are also those of a call that was not passed on, for its method or its parameters',
          example: 3,
        }),
        message: z
          .string()
          .openapi({ description: 'The node’s words, without any URL', example: 'execution reverted' }),
        data: z.unknown().openapi({ description: 'What the node adds, such as what a contract reverted with' }),
      })
      .optional()
      .openapi({ description: 'Why the call was not made, or that it reverted: not an error of this API' }),
  })
  .openapi('RpcReply')

export const rpcProxy = {
  proxyRpc: operation({
    method: 'post',
    path: '/rpc',
    operationId: 'proxyRpc',
    tags: ['rpc'],
    summary: 'Make JSON-RPC calls that read a chain',
    description:
      'Passes JSON-RPC reads on to a node of the deployment, and answers what the node answers: a client library takes this URL, with a credential in its headers, for a node’s. A call of a method that is not on the list of docs/rpc-proxy.md gets a JSON-RPC error -32601, one with wrong parameters, too much gas or too wide a range -32602, and the others of its batch are made. Calls count by principal and by IP, each with the chain: once, or by their gas and the range that they ask for; a batch as its calls, of which at most 20 are heavy. 503 `rpc_proxy_busy` says that as many requests are under way as may be; it costs nothing. Reverts and other errors of a node are JSON-RPC errors in an answer of status 200.',
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
        description: 'What the node answered: to a batch an array, in the order of its calls',
        content: { 'application/json': { schema: z.union([RpcReply, z.array(RpcReply)]) } },
      },
    },
  }),
}

import * as z from 'zod'
import { operation, SECURITY } from '../operation.ts'
import { stillAnswers } from '../needs.ts'

/** Calls of one request. */
export const MOST_CALLS = 10

/** Any JSON: each call is checked by itself, and answered by itself. */
const PaymasterRequest = z
  .unknown()
  .transform((json) => ({ json }))
  .meta({
    id: 'PaymasterRequest',
    description:
      'A JSON-RPC 2.0 call with an id, or a batch of at most 10. Methods: pm_getPaymasterStubData and pm_getPaymasterData (ERC-7677) with params `[userOperation, entryPoint, chainId?, context?]`; eth_supportedEntryPoints without params.',
    anyOf: [
      { type: 'object', additionalProperties: true },
      { type: 'array', items: { type: 'object', additionalProperties: true }, minItems: 1, maxItems: MOST_CALLS },
    ],
  })

const RpcId = z
  .union([z.string(), z.number(), z.null()])
  .meta({ description: 'Id of the call; null if the call had no valid id', example: 1 })

const PaymasterError = z
  .object({
    code: z.int().meta({
      description:
        '-32600: not a valid call; -32601: unknown method; -32602: invalid params; -32000: outage; -32002: not sponsored; -32005: limit exceeded by a call of a batch',
      example: -32002,
    }),
    message: z.string().meta({
      description: 'A stable snake_case code, then ": " and what to change',
      example:
        'mode_not_allowed: all calls must be of one sponsored kind (agent registry, feedback or legacy withdrawal); check their targets and functions',
    }),
    data: z
      .object({
        retryAfter: z
          .int()
          .meta({ description: 'Time after which the same call may succeed, in seconds', example: 30 }),
      })
      .optional()
      .describe('When to retry; only with code -32005'),
  })
  .meta({ id: 'PaymasterError' })

export const PaymasterAnswer = z
  .object({
    jsonrpc: z.literal('2.0').describe('Version of JSON-RPC'),
    id: RpcId,
    result: z
      .union([
        z.array(z.string()).describe('Addresses of the supported EntryPoints'),
        z
          .looseObject({})
          .describe(
            'Paymaster fields of ERC-7677: `paymasterAndData` for EntryPoint 0.6; `paymaster`, `paymasterData` and their gas limits for EntryPoint 0.7 and later',
          ),
      ])
      .optional()
      .describe('Result of the call; present if there is no error'),
    error: PaymasterError.optional().describe('Error of the call; present if there is no result'),
  })
  .meta({ id: 'PaymasterAnswer' })

export const paymaster = {
  callPaymaster: operation({
    operationId: 'callPaymaster',
    method: 'post',
    path: '/paymaster',
    tags: ['rpc'],
    summary: 'Request sponsorship of a user operation (ERC-7677)',
    description:
      'Sponsors user operations of the caller’s smart wallets: calls to the identity and reputation registries, and withdrawals from vaults of earlier deployments. JSON-RPC errors are HTTP 200, but a call over a quota is 429 unless it is in a batch. Next: send the user operation through a bundler.',
    security: SECURITY.write,
    'x-auth': 'write',
    'x-limit': 'paymaster',
    'x-limit-inside': ['paymasterCall'],
    'x-body': { bound: 512_000, kind: 'json' },
    'x-answer': 'document',
    'x-errors': ['paymaster_not_configured'],
    'x-needs': {
      RPC_URLS: stillAnswers({ 'error.code': -32_000 }),
      PAYMASTER_UPSTREAM_URL: 'paymaster_not_configured',
      identityRegistry: stillAnswers({ 'error.code': -32_002 }),
      reputationRegistry: stillAnswers({ 'error.code': -32_002 }),
      deploymentBatcher: stillAnswers({ 'error.code': -32_002 }),
    },
    request: { body: { required: true, content: { 'application/json': { schema: PaymasterRequest } } } },
    responses: {
      200: {
        description: 'The answer to the call, or, for a batch, an array of answers in the order of the calls',
        content: {
          'application/json': { schema: z.union([PaymasterAnswer, z.array(PaymasterAnswer)]) },
        },
      },
    },
  }),
}

import { z } from '@hono/zod-openapi'
import { operation, SECURITY } from '../operation.ts'
import { stillAnswers } from '../needs.ts'

/** Calls of one request. */
export const MOST_CALLS = 10

/** Any JSON: each call is checked by itself, and answered by itself. */
const PaymasterRequest = z
  .unknown()
  .transform((json) => ({ json }))
  .openapi('PaymasterRequest', {
    description:
      'A JSON-RPC 2.0 call with an id, or an array of at most 10. Methods: pm_getPaymasterStubData and pm_getPaymasterData (ERC-7677) with params `[userOperation, entryPoint, chainId, context]`, the last two optional; eth_supportedEntryPoints with none.',
    anyOf: [
      { type: 'object', additionalProperties: true },
      { type: 'array', items: { type: 'object', additionalProperties: true }, minItems: 1, maxItems: MOST_CALLS },
    ],
  })

const RpcId = z
  .union([z.string(), z.number(), z.null()])
  .openapi({ description: 'The id of the call; null where it had none that can be repeated', example: 1 })

const PaymasterError = z
  .object({
    code: z.int().openapi({
      description:
        '-32600 not a call, -32601 no such method, -32602 wrong params, -32000 an outage, -32002 not sponsored, -32005 too many',
      example: -32002,
    }),
    message: z.string().openapi({
      description: 'A stable snake_case code, then ": " and what to change',
      example: 'mode_not_allowed: these calls together are none of the kinds that are sponsored here',
    }),
    data: z
      .object({
        retryAfter: z.int().openapi({ description: 'Seconds after which the same call may succeed', example: 30 }),
      })
      .optional()
      .openapi({ description: 'Only of -32005: when to come back' }),
  })
  .openapi('PaymasterError')

export const PaymasterAnswer = z
  .object({
    jsonrpc: z.literal('2.0').openapi({ type: 'string', enum: ['2.0'], description: 'Version of JSON-RPC' }),
    id: RpcId,
    result: z
      .union([
        z.array(z.string()).openapi({ description: 'Addresses of the EntryPoints that are supported' }),
        z.looseObject({}).openapi({
          description:
            'Fields of the paymaster by ERC-7677: paymasterAndData for EntryPoint 0.6; paymaster, paymasterData and their gas limits from 0.7 on',
        }),
      ])
      .optional()
      .openapi({ description: 'Present exactly if there is no error' }),
    error: PaymasterError.optional().openapi({ description: 'Present exactly if there is no result' }),
  })
  .openapi('PaymasterAnswer')

export const paymaster = {
  callPaymaster: operation({
    operationId: 'callPaymaster',
    method: 'post',
    path: '/paymaster',
    tags: ['rpc'],
    summary: 'Ask for the gas of an ERC-4337 user operation (ERC-7677)',
    description:
      'A paymaster service for smart wallets of whoever is signed in: it sponsors calls of the agent registry, feedback on agents, and withdrawals from vaults of earlier deployments, and nothing else. Every JSON-RPC answer is HTTP 200, errors included; a single call beyond a quota is 429. It never broadcasts: send the operation through a bundler.',
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
        description: 'The answer of each call, in the form of the request: an object, or an array in its order',
        content: {
          'application/json': { schema: z.union([PaymasterAnswer, z.array(PaymasterAnswer)]) },
        },
      },
    },
  }),
}

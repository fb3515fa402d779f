import { z } from '@hono/zod-openapi'
import { Amount, AsOf, CHAIN_ERRORS, EvmAddress, envelope, minBlock } from './common.ts'
import { operation } from './operation.ts'

export const VetokenUser = z
  .object({
    chainId: z.int(),
    asOf: AsOf,
    veToken: EvmAddress,
    user: EvmAddress,
    lockToken: EvmAddress.nullable().openapi({ description: 'The only token that the escrow takes' }),
    lockTokenDecimals: z.int().nullable(),
    votingPower: Amount.openapi({ description: 'Now: amount * (end - now) / 126144000, zero at the end' }),
    hasActiveLock: z.boolean(),
    remainingLockTimeSec: Amount,
    unlockable: z.boolean().openapi({ description: 'The lock has expired and its principal can be taken out' }),
    lock: z.object({
      amount: Amount,
      start: Amount.openapi({ description: 'Unix seconds; extendLock and increaseLock set it anew' }),
      end: Amount.openapi({ description: 'Unix seconds, a Thursday 00:00 UTC' }),
      lockedToken: EvmAddress.nullable(),
      underlyingValue: Amount.nullable().openapi({
        description: 'Vault assets at the last lock or increase; informational',
      }),
    }),
    totalVotingPower: Amount.nullable(),
    powerShareBps: z.int().nullable().openapi({ description: 'Share of the total voting power, rounded down' }),
    maxLockEnd: Amount.openapi({ description: 'Latest end that lock or extendLock would set now, unix seconds' }),
    utility: z
      .object({ ve33: Amount, veLottery: Amount, freeCapacity: Amount.nullable() })
      .nullable()
      .openapi({ description: 'null where no utility contract is configured, or it does not answer' }),
  })
  .openapi('VetokenUser')

export const vetoken = {
  getVetokenUser: operation({
    operationId: 'getVetokenUser',
    method: 'get',
    path: '/v1/vetoken/user/{address}',
    tags: ['vetoken'],
    summary: 'Vote-escrow lock and voting power of an address',
    'x-limit': 'read',
    'x-answer': 'envelope',
    'x-cache': { sMaxAge: 30, staleWhileRevalidate: 60 },
    request: { params: z.object({ address: EvmAddress }), query: z.object({ minBlock }) },
    responses: {
      200: {
        description: 'The lock as of one block',
        content: { 'application/json': { schema: envelope(VetokenUser) } },
      },
      ...CHAIN_ERRORS,
    },
  }),
}

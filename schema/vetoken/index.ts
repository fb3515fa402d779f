import { z } from '@hono/zod-openapi'
import { Amount, answers, atOneBlock, EvmAddress, minBlock } from '../common.ts'
import { chainRead } from '../operation.ts'
import { roles, stillAnswers } from '../needs.ts'

/** Whether an escrow rounds the ends of locks down to a week. */
export const WEEK_FLOORED = ['yes', 'no', 'unknown'] as const

export const VetokenUser = atOneBlock('VetokenUser', {
  veToken: EvmAddress.openapi({ description: 'The vote escrow' }),
  user: EvmAddress.openapi({ description: 'The holder of the lock that was asked for' }),
  lockToken: EvmAddress.nullable().openapi({ description: 'The only token that the escrow accepts' }),
  lockTokenDecimals: z
    .int()
    .nullable()
    .openapi({ description: 'Decimals of that token, and of every amount and power here' }),
  votingPower: Amount.openapi({ description: 'Voting power now: amount * (end - now) / 126144000, zero at the end' }),
  hasActiveLock: z.boolean().openapi({ description: 'There is a lock that has not ended' }),
  remainingLockTimeSec: Amount.openapi({ description: 'Seconds until the lock ends; 0 without one' }),
  unlockable: z.boolean().openapi({ description: 'The lock has expired and its principal can be withdrawn' }),
  lock: z.object({
    amount: Amount.openapi({ description: 'Locked tokens, in base units; 0 without a lock' }),
    start: Amount.openapi({ description: 'Unix seconds; extendLock and increaseLock reset it' }),
    end: Amount.openapi({ description: 'Unix seconds; a Thursday 00:00 UTC where weekFloored is yes' }),
    lockedToken: EvmAddress.nullable().openapi({ description: 'Token that is locked; null without a lock' }),
    underlyingValue: Amount.nullable().openapi({
      description: 'Vault assets at the last lock or increase; informational',
    }),
  }),
  totalVotingPower: Amount.nullable().openapi({
    description: 'Voting power of all locks now, in base units; null if it cannot be read',
  }),
  powerShareBps: z
    .int()
    .nullable()
    .openapi({ description: 'Share of the total voting power in basis points, rounded down' }),
  weekFloored: z.enum(WEEK_FLOORED).openapi({
    description:
      'Whether the escrow rounds the ends of locks down to a Thursday 00:00 UTC; no getter reports it: `unknown` unless the user’s lock shows it, by its end or by a simulated extension',
  }),
  maxLockEnd: Amount.nullable().openapi({
    description:
      'Latest end that lock or extendLock would set now, unix seconds; if weekFloored is unknown, that of an escrow that rounds, which any escrow accepts; null for an older escrow that does not report its longest lock',
  }),
  utility: z
    .object({
      ve33: Amount.openapi({ description: 'Power claimed for gauge votes, in base units' }),
      veLottery: Amount.openapi({ description: 'Power claimed for the lottery, in base units' }),
      freeCapacity: Amount.nullable().openapi({ description: 'Power that can still be claimed, in base units' }),
    })
    .nullable()
    .openapi({ description: 'null if no utility contract is configured, or if it does not answer' }),
})

export const vetoken = {
  getVetokenUser: chainRead({
    operationId: 'getVetokenUser',
    path: '/v1/vetoken/user/{address}',
    summary: 'Vote-escrow lock and voting power of an address',
    description:
      'The vote-escrow lock of an address: amount, start and end, its voting power now, and whether the principal can be withdrawn. Read from the vote escrow at the block of asOf; an address without a lock is answered with zeros, not 404. For whether it may vote use getGaugeUserVotes; to lock use buildVetokenLock.',
    'x-cache': { sMaxAge: 30, staleWhileRevalidate: 60 },
    'x-errors': ['role_not_configured'],
    'x-needs': { ...roles('veToken'), veUtility: stillAnswers({ 'data.utility': null }) },
    request: {
      params: z.object({ address: EvmAddress.openapi({ description: 'Holder of the lock: an account or wallet' }) }),
      query: z.object({ minBlock }),
    },
    responses: answers('The lock as of one block', VetokenUser),
  }),
}

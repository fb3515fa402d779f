import * as z from 'zod'
import { Amount, answers, atOneBlock, block, EvmAddress, minBlock } from '../common.ts'
import { addressOrNull, amountOrNull, integerOrNull } from '../fields.ts'
import { chainRead } from '../operation.ts'
import { roles, stillAnswers } from '../needs.ts'

/** Whether a vote escrow rounds the ends of locks down to a week. */
export const WEEK_FLOORED = ['yes', 'no', 'unknown'] as const

export const VetokenUser = atOneBlock('VetokenUser', {
  veToken: EvmAddress.describe('Address of the vote escrow'),
  user: EvmAddress.describe('Address of the lock’s holder'),
  lockToken: addressOrNull('Only token that the escrow accepts; `null` if it could not be read'),
  lockTokenDecimals: integerOrNull(
    'Decimals of `lockToken`, and of every amount and power in this answer; `null` if they could not be read',
  ),
  votingPower: Amount.describe('Voting power now, in base units: amount * (end - now) / 126144000, zero at the end'),
  hasActiveLock: z.boolean().describe('Whether there is a lock that has not ended'),
  remainingLockTimeSec: Amount.describe('Seconds until the lock ends; 0 without a lock'),
  unlockable: z.boolean().describe('true: the lock has ended, so its tokens can be withdrawn'),
  lock: z.object({
    amount: Amount.describe('Locked tokens, in base units; 0 without a lock'),
    start: Amount.describe('Start of the lock, unix seconds; extendLock and increaseLock reset it'),
    end: Amount.describe('End of the lock, unix seconds; a Thursday 00:00 UTC if `weekFloored` is yes'),
    lockedToken: addressOrNull('Token that is locked; `null` without a lock'),
    underlyingValue: amountOrNull(
      'Vault assets that the escrow recorded at the last lock or increase, for information only; `null` without a lock',
    ),
  }),
  totalVotingPower: amountOrNull('Voting power of all locks now, in base units; `null` if it could not be read'),
  powerShareBps: integerOrNull(
    'Share of `totalVotingPower`, in basis points, rounded down; `null` if that is unknown or zero',
  ),
  weekFloored: z
    .enum(WEEK_FLOORED)
    .describe(
      'Whether the escrow rounds the end of a lock down to a Thursday 00:00 UTC. No getter reports this; it is unknown unless the user’s lock shows it, by its end or by a simulated extension',
    ),
  maxLockEnd: amountOrNull(
    'Latest end that lock or extendLock can set now, unix seconds. If `weekFloored` is unknown, this is the rounded end, which every escrow accepts. `null` for an older escrow that does not report its maximum duration',
  ),
  utility: z
    .object({
      ve33: Amount.describe('Power claimed for gauge votes, in base units'),
      veLottery: Amount.describe('Power claimed for the lottery, in base units'),
      freeCapacity: amountOrNull('Power that can still be claimed, in base units; `null` if it could not be read'),
    })
    .nullable()
    .describe('Claimed power; `null` if no utility contract is configured, or if it does not answer'),
})

export const vetoken = {
  getVetokenUser: chainRead({
    operationId: 'getVetokenUser',
    path: '/v1/vetoken/user/{address}',
    summary: 'Get the lock and voting power of an address',
    description:
      'Returns the lock of an address in the vote escrow: amount, start, end, voting power now, and whether the tokens can be withdrawn. Without a lock the amounts are zero; the answer is not a 404. To see whether the address can vote use getGaugeUserVotes; to lock use buildVetokenLock.',
    'x-cache': { sMaxAge: 30, staleWhileRevalidate: 60 },
    'x-errors': ['role_not_configured'],
    'x-needs': { ...roles('veToken'), veUtility: stillAnswers({ 'data.utility': null }) },
    request: {
      params: z.object({ address: EvmAddress.describe('Address of the lock’s holder (a wallet)') }),
      query: z.object({ minBlock, block }),
    },
    responses: answers('The lock as of one block', VetokenUser),
  }),
}

import { z } from '@hono/zod-openapi'
import { builder, jsonBody, ok } from '../builder.ts'
import { bodyInteger, builderFields, NonZeroAddress, UnsignedCalldata } from '../calldata.ts'
import { withChoices } from '../choices.ts'
import { Amount } from '../common.ts'
import { operation } from '../operation.ts'
import { builds, roles } from '../needs.ts'
import { tokenAmount } from '../tokenAmount.ts'

const VETOKEN_BODY = { bound: 8192, kind: 'object' } as const

const UnsignedLock = UnsignedCalldata.extend({
  effectiveEnd: Amount.nullable().openapi({
    description:
      'End that the lock will have, unix seconds: rounded down to a week if the simulation or the current lock shows that this escrow does so; null if neither shows it and it makes a difference',
  }),
  votingPower: Amount.nullable().openapi({
    description:
      'Voting power right after: amount * (end - now) / MAX_LOCK_DURATION, or what the simulation returned; null if unknown',
  }),
}).openapi('UnsignedLock')

const lockAmount = tokenAmount({
  field: 'amount',
  min: 1n,
  max: 2n ** 128n - 1n,
  example: '1000000000000000000',
  description: 'Share tokens to lock',
})
const lockAmountFields = { amount: lockAmount.base, amountDecimal: lockAmount.decimal } as const
const ONE_AMOUNT = { one: [['amount', 'amountDecimal']] } as const

/** Builders of the vote escrow's transactions. */
export const buildVetoken = {
  buildVetokenLock: operation({
    ...builder,
    operationId: 'buildVetokenLock',
    path: '/v1/build/vetoken/lock',
    summary: 'Build lock(token, amount, duration) of the vote escrow',
    description:
      'Builds a new lock of share tokens for voting power, preceded by an approval if needed. An address has at most one lock: use buildVetokenIncrease to add tokens to it and buildVetokenExtend to make it longer. Nothing is sent.',
    'x-body': VETOKEN_BODY,
    'x-errors': ['demo_vault', 'read_needed', 'role_not_configured'],
    'x-needs': { ...roles('veToken'), RPC_URLS: { error: 'read_needed', when: 'the body does not name a token' } },
    request: {
      body: jsonBody(
        withChoices(
          z.object({
            ...builderFields,
            token: NonZeroAddress.optional().openapi({
              description: 'Must be the token that the escrow accepts, which is the default',
            }),
            ...lockAmountFields,
            durationSec: bodyInteger({
              min: 604_800n,
              max: 126_144_000n,
              example: '31536000',
              description:
                'Seconds from now; the end is rounded down to a week and must then still be a week away, so less than two weeks may fail',
              hint: '; the end is rounded down to a week, so 1209599 is the shortest that is accepted at any time',
            }),
          }),
          'VetokenLockRequest',
          ONE_AMOUNT,
        ),
      ),
    },
    responses: ok(UnsignedLock),
  }),
  buildVetokenExtend: operation({
    ...builder,
    operationId: 'buildVetokenExtend',
    path: '/v1/build/vetoken/extend',
    summary: 'Build extendLock(newEnd) of the vote escrow',
    description:
      'Builds an extension of the sender’s lock to a later end, given as a time and not as a duration. It restarts the seven days in which a lock is too recent to vote. Nothing is sent. To add tokens use buildVetokenIncrease.',
    'x-body': VETOKEN_BODY,
    'x-errors': ['role_not_configured'],
    'x-needs': { ...builds, ...roles('veToken') },
    request: {
      body: jsonBody(
        z
          .object({
            ...builderFields,
            newEnd: bodyInteger({
              // Anything less cannot be a block time of any chain; it is what somebody sends who means a duration.
              min: 126_144_001n,
              max: 2n ** 48n - 1n,
              example: '1830000000',
              description: 'New end as unix seconds, not a duration; rounded down to a week',
              hint: ': it is a time in unix seconds, not a duration',
            }),
          })
          .openapi('VetokenExtendRequest'),
      ),
    },
    responses: ok(UnsignedLock),
  }),
  buildVetokenIncrease: operation({
    ...builder,
    operationId: 'buildVetokenIncrease',
    path: '/v1/build/vetoken/increase',
    summary: 'Build increaseLock(amount) of the vote escrow',
    description:
      'Builds a call that adds share tokens to the sender’s lock, preceded by an approval if needed; the end stays the same. It restarts the seven days in which a lock is too recent to vote. Nothing is sent. For a later end use buildVetokenExtend.',
    'x-body': VETOKEN_BODY,
    'x-errors': ['demo_vault', 'read_needed', 'role_not_configured'],
    'x-needs': { ...builds, ...roles('veToken') },
    request: {
      body: jsonBody(
        withChoices(z.object({ ...builderFields, ...lockAmountFields }), 'VetokenIncreaseRequest', ONE_AMOUNT),
      ),
    },
    responses: ok(UnsignedLock),
  }),
  buildVetokenUnlock: operation({
    ...builder,
    operationId: 'buildVetokenUnlock',
    path: '/v1/build/vetoken/unlock',
    summary: 'Build unlock() of the vote escrow',
    description:
      'Builds the withdrawal of all locked tokens once the lock has ended; before that the call reverts, and an issue says so. Nothing is sent. See getVetokenUser for when the lock ends.',
    'x-body': VETOKEN_BODY,
    'x-errors': ['role_not_configured'],
    'x-needs': { ...builds, ...roles('veToken') },
    request: { body: jsonBody(z.object(builderFields).openapi('VetokenUnlockRequest'), false) },
    responses: ok(UnsignedCalldata),
  }),
}

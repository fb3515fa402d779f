import * as z from 'zod'
import { builder, jsonBody, ok } from '../builder.ts'
import { bodyInteger, builderFields, names, NonZeroAddress, UnsignedCalldata } from '../calldata.ts'
import { withChoices } from '../choices.ts'
import { amountOrNull } from '../fields.ts'
import { operation } from '../operation.ts'
import { builds, roles } from '../needs.ts'
import { tokenAmount } from '../tokenAmount.ts'

const VETOKEN_BODY = { bound: 8192, kind: 'object' } as const

const UnsignedLock = UnsignedCalldata.extend({
  effectiveEnd: amountOrNull(
    'End of the lock after the call, unix seconds; rounded down to a week if the simulation or the current lock shows that this escrow rounds. `null` if the end depends on rounding and it is unknown whether the escrow rounds',
  ),
  votingPower: amountOrNull(
    'Voting power right after the call: amount * (end - now) / MAX_LOCK_DURATION, in base units, or the value that the simulation returned; `null` if unknown',
  ),
}).meta({ id: 'UnsignedLock', extends: UnsignedCalldata })

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
    summary: 'Build a new lock of share tokens (lock)',
    description:
      'Builds a new lock of share tokens, which gives voting power and can vote after seven days. An approval comes first if needed. An address has at most one lock: to add tokens to it use buildVetokenIncrease, for a later end use buildVetokenExtend. Nothing is sent.',
    'x-body': VETOKEN_BODY,
    'x-errors': ['demo_vault', 'read_needed', 'role_not_configured'],
    'x-needs': { ...roles('veToken'), RPC_URLS: { error: 'read_needed', when: 'the body does not name a token' } },
    request: {
      body: jsonBody(
        withChoices(
          z.strictObject({
            ...builderFields,
            token: NonZeroAddress.optional().meta(
              names('Token to lock; must be the token that the escrow accepts, which is the default', 'token: invalid'),
            ),
            ...lockAmountFields,
            durationSec: bodyInteger({
              min: 604_800n,
              max: 126_144_000n,
              example: '31536000',
              description:
                'Length of the lock, in seconds from now. The end is rounded down to a week and must then still be a week away, so less than two weeks can fail',
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
    summary: 'Build an extension of a lock (extendLock)',
    description:
      'Builds the call that extends the sender’s lock to a later end, given as a time, not as a duration. After the call, the lock cannot vote for seven days. To add tokens use buildVetokenIncrease. Nothing is sent.',
    'x-body': VETOKEN_BODY,
    'x-errors': ['role_not_configured'],
    'x-needs': { ...builds, ...roles('veToken') },
    request: {
      body: jsonBody(
        z
          .strictObject({
            ...builderFields,
            newEnd: bodyInteger({
              // Anything less cannot be a block time of any chain; it is what somebody sends who means a duration.
              min: 126_144_001n,
              max: 2n ** 48n - 1n,
              example: '1830000000',
              description: 'New end of the lock, unix seconds (a time, not a duration); rounded down to a week',
              hint: '; newEnd is a time in unix seconds, not a duration',
            }),
          })
          .meta({ id: 'VetokenExtendRequest' }),
      ),
    },
    responses: ok(UnsignedLock),
  }),
  buildVetokenIncrease: operation({
    ...builder,
    operationId: 'buildVetokenIncrease',
    path: '/v1/build/vetoken/increase',
    summary: 'Build an increase of a lock (increaseLock)',
    description:
      'Builds the call that adds share tokens to the sender’s lock; its end stays the same. An approval comes first if needed. After the call, the lock cannot vote for seven days. For a later end use buildVetokenExtend. Nothing is sent.',
    'x-body': VETOKEN_BODY,
    'x-errors': ['demo_vault', 'read_needed', 'role_not_configured'],
    'x-needs': { ...builds, ...roles('veToken') },
    request: {
      body: jsonBody(
        withChoices(z.strictObject({ ...builderFields, ...lockAmountFields }), 'VetokenIncreaseRequest', ONE_AMOUNT),
      ),
    },
    responses: ok(UnsignedLock),
  }),
  buildVetokenUnlock: operation({
    ...builder,
    operationId: 'buildVetokenUnlock',
    path: '/v1/build/vetoken/unlock',
    summary: 'Build the withdrawal of an ended lock (unlock)',
    description:
      'Builds the withdrawal of all locked tokens. Before the end of the lock the call reverts, and the answer has the issue lock_not_expired. For the end of a lock use getVetokenUser. Nothing is sent.',
    'x-body': VETOKEN_BODY,
    'x-errors': ['role_not_configured'],
    'x-needs': { ...builds, ...roles('veToken') },
    request: { body: jsonBody(z.strictObject(builderFields).meta({ id: 'VetokenUnlockRequest' }), false) },
    responses: ok(UnsignedCalldata),
  }),
}

import { z } from '@hono/zod-openapi'
import { builder, jsonBody, ok } from '../builder.ts'
import { bodyInteger, builderFields, NonZeroAddress } from '../calldata.ts'
import { withChoices } from '../choices.ts'
import {
  UnsignedBorrow,
  UnsignedIdleBuffer,
  UnsignedLoanCall,
  UnsignedMinBucketIndex,
  UnsignedRepayment,
} from './lendpoolCalldata.ts'
import { operation } from '../operation.ts'
import { builds, roles, type Needs } from '../needs.ts'
import { tokenAmount } from '../tokenAmount.ts'

const NEEDS: Needs = { ...builds, ...roles('lendpoolFactory', 'lendpoolInfo') }

const LENDPOOL_BODY = { bound: 16_384, kind: 'object' } as const

const LAST_BUCKET = 7388n
/** Prices of the buckets 7388 and 0. */
const [LOWEST_PRICE, HIGHEST_PRICE] = [99_836_282_890n, 1_004_968_987_606_512_354_182_109_771n]
const MAX_UINT256 = 2n ** 256n - 1n

const wadAmount = (field: string, min: bigint, description: string) =>
  tokenAmount({ field, min, max: MAX_UINT256, example: '100000000000000000000', description, isWad: true })

const borrowed = wadAmount('amountToBorrow', 1n, 'Quote tokens to borrow')
const pledged = wadAmount('collateralToPledge', 1n, 'Collateral to pledge')
const pledgedToo = wadAmount('collateralToPledge', 0n, 'Collateral to pledge with it; none by default')
const repaid = wadAmount('maxQuoteTokenAmountToRepay', 1n, 'The most to repay')
const pulled = wadAmount('collateralAmountToPull', 1n, 'Collateral to take back')
const pulledToo = wadAmount('collateralAmountToPull', 0n, 'Collateral to take back with it; none by default')

const LIMITS = ['limitIndex', 'limitPriceWad'] as const
const PLEDGED = ['collateralToPledge', 'collateralToPledgeDecimal'] as const
const PULLED = ['collateralAmountToPull', 'collateralAmountToPullDecimal'] as const

const bucketIndex = (description: string) => bodyInteger({ min: 0n, max: LAST_BUCKET, example: '3400', description })

const loanFields = {
  ...builderFields,
  pool: NonZeroAddress.openapi({ description: 'ERC-20 lending pool created by the factory' }),
  borrower: NonZeroAddress.openapi({ description: 'Borrower whose loan it is' }),
  limitPriceWad: bodyInteger({
    min: LOWEST_PRICE,
    max: HIGHEST_PRICE,
    example: '43410000000000000000',
    description:
      'Instead of limitIndex: the lowest utilized price, in quote tokens for one collateral token (WAD), below which the call fails',
  }).optional(),
} as const

const limitIndex = bucketIndex(
  'Bucket of the lowest utilized price below which the call fails: a low index is a high price, and 7388 gives no protection',
)
const looseLimit = limitIndex.optional().openapi({
  description:
    'Bucket of the lowest utilized price below which the call fails, 0 to 7388; 7388 by default, which gives no protection. Cannot be combined with limitPriceWad',
})

const receiver = NonZeroAddress.optional().openapi({
  description: 'Who receives the collateral; the borrower by default',
})

/** Builders of transactions of a lending pool and of the vault and strategy that lend in it. */
export const buildLendpool = {
  buildLendpoolBorrow: operation({
    ...builder,
    operationId: 'buildLendpoolBorrow',
    path: '/v1/build/lendpool/borrow',
    summary: 'Build drawDebt(borrower, amountToBorrow, limitIndex, collateralToPledge) of a lending pool',
    description:
      'Builds a call that borrows quote tokens for a borrower, and also pledges collateral if asked. The limit (limitIndex or limitPriceWad) protects against a pool that has moved; amounts are in WAD whatever the token’s decimals, or in whole tokens in the fields that end with Decimal. Nothing is sent. To pledge only, use buildLendpoolAddCollateral.',
    'x-body': LENDPOOL_BODY,
    'x-errors': ['demo_vault', 'read_needed', 'role_not_configured'],
    'x-needs': NEEDS,
    request: {
      body: jsonBody(
        withChoices(
          z.object({
            ...loanFields,
            amountToBorrow: borrowed.base,
            amountToBorrowDecimal: borrowed.decimal,
            collateralToPledge: pledgedToo.base,
            collateralToPledgeDecimal: pledgedToo.decimal,
            limitIndex: limitIndex.optional().openapi({
              description:
                'Required unless limitPriceWad is given: bucket of the lowest utilized price below which the call fails; a low index is a high price, and 7388 gives no protection',
            }),
          }),
          'LendpoolBorrowRequest',
          { one: [['amountToBorrow', 'amountToBorrowDecimal'], LIMITS], most: [PLEDGED] },
        ),
      ),
    },
    responses: ok(UnsignedBorrow),
  }),
  buildLendpoolRepay: operation({
    ...builder,
    operationId: 'buildLendpoolRepay',
    path: '/v1/build/lendpool/repay',
    summary: 'Build repayDebt(borrower, amount, collateral to pull, receiver, limitIndex) of a lending pool',
    description:
      'Builds a call that repays debt of a borrower, all of it with "max", and also takes collateral back if asked. Debt grows by the second, so the approval leaves room for an hour of interest. Nothing is sent. To take collateral back only, use buildLendpoolRemoveCollateral.',
    'x-body': LENDPOOL_BODY,
    'x-errors': ['demo_vault', 'read_needed', 'role_not_configured'],
    'x-needs': NEEDS,
    request: {
      body: jsonBody(
        withChoices(
          z.object({
            ...loanFields,
            maxQuoteTokenAmountToRepay: z
              .union([z.literal('max').transform(() => MAX_UINT256), repaid.base.unwrap()], {
                error: `must be "max", or an integer from 1 to ${MAX_UINT256} as a decimal string`,
              })
              .optional()
              .openapi({
                type: 'string',
                description:
                  'The most to repay, in WAD: whole tokens times 1e18 whatever the token\'s decimals; "max" (or 2^256 - 1) for everything that is owed. Instead of `maxQuoteTokenAmountToRepayDecimal`',
                example: '100000000000000000000',
              }),
            maxQuoteTokenAmountToRepayDecimal: repaid.decimal,
            collateralAmountToPull: pulledToo.base,
            collateralAmountToPullDecimal: pulledToo.decimal,
            collateralReceiver: receiver,
            limitIndex: looseLimit,
          }),
          'LendpoolRepayRequest',
          {
            one: [['maxQuoteTokenAmountToRepay', 'maxQuoteTokenAmountToRepayDecimal']],
            most: [PULLED, LIMITS],
          },
        ),
      ),
    },
    responses: ok(UnsignedRepayment),
  }),
  buildLendpoolAddCollateral: operation({
    ...builder,
    operationId: 'buildLendpoolAddCollateral',
    path: '/v1/build/lendpool/addCollateral',
    summary: 'Build drawDebt of a lending pool that pledges collateral and borrows nothing',
    description:
      'Builds a call that pledges more collateral to a loan and borrows nothing; anyone may send it for a borrower. An approval of the collateral token comes first if needed. Nothing is sent. To borrow as well, use buildLendpoolBorrow.',
    'x-body': LENDPOOL_BODY,
    'x-errors': ['demo_vault', 'read_needed', 'role_not_configured'],
    'x-needs': NEEDS,
    request: {
      body: jsonBody(
        withChoices(
          z.object({
            ...loanFields,
            collateralToPledge: pledged.base,
            collateralToPledgeDecimal: pledged.decimal,
            limitIndex: looseLimit,
          }),
          'LendpoolAddCollateralRequest',
          { one: [PLEDGED], most: [LIMITS] },
        ),
      ),
    },
    responses: ok(UnsignedLoanCall),
  }),
  buildLendpoolRemoveCollateral: operation({
    ...builder,
    operationId: 'buildLendpoolRemoveCollateral',
    path: '/v1/build/lendpool/removeCollateral',
    summary: 'Build repayDebt of a lending pool that takes collateral back and repays nothing',
    description:
      'Builds a call that takes collateral out of a loan and repays nothing; only the borrower may send it, and what remains must cover the debt. Nothing is sent. To repay as well, use buildLendpoolRepay.',
    'x-body': LENDPOOL_BODY,
    'x-errors': ['demo_vault', 'read_needed', 'role_not_configured'],
    'x-needs': NEEDS,
    request: {
      body: jsonBody(
        withChoices(
          z.object({
            ...loanFields,
            collateralAmountToPull: pulled.base,
            collateralAmountToPullDecimal: pulled.decimal,
            collateralReceiver: receiver,
            limitIndex: looseLimit,
          }),
          'LendpoolRemoveCollateralRequest',
          { one: [PULLED], most: [LIMITS] },
        ),
      ),
    },
    responses: ok(UnsignedLoanCall),
  }),
  buildLendpoolSetMinBucketIndex: operation({
    ...builder,
    operationId: 'buildLendpoolSetMinBucketIndex',
    path: '/v1/build/lendpool/setMinBucketIndex',
    summary: 'Build setMinBucketIndex(nextMinBucketIndex) of the rule book of a lending vault (admin)',
    description:
      'Builds the call that sets the highest price at which the inner lending vault may lend, in the vault’s rule book; only its admin may send it. The prices of the current and the new bucket are in the answer. Nothing is sent.',
    'x-body': LENDPOOL_BODY,
    'x-errors': ['demo_vault'],
    request: {
      body: jsonBody(
        z
          .object({
            ...builderFields,
            auth: NonZeroAddress.openapi({ description: 'Rule book of the inner vault (its AUTH), not the strategy' }),
            minBucketIndex: bucketIndex('Bucket with the highest price at which the vault may lend'),
          })
          .openapi('LendpoolSetMinBucketIndexRequest'),
      ),
    },
    responses: ok(UnsignedMinBucketIndex),
  }),
  buildLendpoolSetIdleBufferBps: operation({
    ...builder,
    operationId: 'buildLendpoolSetIdleBufferBps',
    path: '/v1/build/lendpool/setIdleBufferBps',
    summary: 'Build setIdleBufferBps(newBps) of a lending strategy (owner)',
    description:
      'Builds the call that sets how much a lending strategy keeps out of its inner vault for withdrawals; only the owner of the strategy may send it. Nothing is sent. The current value is in the answer, and in getVaultStrategies.',
    'x-body': LENDPOOL_BODY,
    'x-errors': ['demo_vault'],
    request: {
      body: jsonBody(
        z
          .object({
            ...builderFields,
            strategy: NonZeroAddress.openapi({ description: 'Strategy that lends through an inner ERC-4626 vault' }),
            idleBufferBps: bodyInteger({
              min: 0n,
              max: 10_000n,
              example: '1000',
              description: 'Part of all assets that the strategy keeps back, in basis points',
            }),
          })
          .openapi('LendpoolSetIdleBufferBpsRequest'),
      ),
    },
    responses: ok(UnsignedIdleBuffer),
  }),
}

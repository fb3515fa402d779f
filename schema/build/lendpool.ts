import * as z from 'zod'
import { builder, jsonBody, ok } from '../builder.ts'
import { bodyInteger, builderFields, names, NonZeroAddress, payingFields } from '../calldata.ts'
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
import { decimalNumber, tokenAmount } from '../tokenAmount.ts'

const NEEDS: Needs = { ...builds, ...roles('lendpoolFactory', 'lendpoolInfo') }

const LENDPOOL_BODY = { bound: 16_384, kind: 'object' } as const

const LAST_BUCKET = 7388n
/** Prices of the buckets 7388 and 0. */
const [LOWEST_PRICE, HIGHEST_PRICE] = [99_836_282_890n, 1_004_968_987_606_512_354_182_109_771n]
const MAX_UINT256 = 2n ** 256n - 1n

const wadAmount = (field: string, min: bigint, description: string, more = '') =>
  tokenAmount({ field, min, max: MAX_UINT256, example: '100000000000000000000', description, more, isWad: true })

const borrowed = wadAmount('amountToBorrow', 1n, 'Quote tokens to borrow')
const pledged = wadAmount('collateralToPledge', 1n, 'Collateral to pledge')
const pledgedToo = wadAmount('collateralToPledge', 0n, 'Collateral to pledge in the same call', '; 0 by default')
const repaid = wadAmount('maxQuoteTokenAmountToRepay', 1n, 'Largest amount to repay', '; "max" is not accepted')
const pulled = wadAmount('collateralAmountToPull', 1n, 'Collateral to withdraw')
const pulledToo = wadAmount('collateralAmountToPull', 0n, 'Collateral to withdraw in the same call', '; 0 by default')

const LIMITS = ['limitIndex', 'limitPriceWad', 'limitPrice'] as const
/** Decimal places of a price in WAD. */
const WAD_DECIMALS = 18
const PLEDGED = ['collateralToPledge', 'collateralToPledgeDecimal'] as const
const PULLED = ['collateralAmountToPull', 'collateralAmountToPullDecimal'] as const

const bucketIndex = (description: string) => bodyInteger({ min: 0n, max: LAST_BUCKET, example: '3400', description })

const POOL = 'Lending pool of the configured factory; getVaultStrategies lists the pools of a vault'

const loanFields = {
  ...builderFields,
  pool: NonZeroAddress.meta(names(POOL, 'lending pool: issue')),
  borrower: NonZeroAddress.meta(names('Borrower of the loan', 'account')),
  limitPriceWad: bodyInteger({
    min: LOWEST_PRICE,
    max: HIGHEST_PRICE,
    example: '43410000000000000000',
    description:
      'Limit as a price, in WAD: quote tokens for one collateral token, times 1e18. The call reverts if the pool’s lowest utilized price (of the lowest bucket that funds loans) is below it. Give this, `limitPrice` or `limitIndex`',
  }).optional(),
  limitPrice: decimalNumber({
    description:
      'The same limit as a decimal price: quote tokens for one collateral token, with at most 18 fraction digits. Give this, `limitPriceWad` or `limitIndex`',
    example: '43.41',
  })
    .refine(({ fractionDigits }) => fractionDigits <= WAD_DECIMALS, { error: 'must have at most 18 fraction digits' })
    .transform(({ digits, fractionDigits }) => digits * 10n ** BigInt(Math.max(0, WAD_DECIMALS - fractionDigits)))
    .refine((wad) => wad >= LOWEST_PRICE && wad <= HIGHEST_PRICE, {
      error: `must be between ${LOWEST_PRICE} and ${HIGHEST_PRICE} in WAD (the price times 1e18)`,
    })
    .optional(),
} as const

/** The same fields for a call that pledges: a pool of the factory may still trade in tokens that are worth nothing. */
const pledgingFields = {
  ...loanFields,
  ...payingFields,
  pool: NonZeroAddress.meta(names(POOL, 'lending pool: refused')),
} as const

const limitIndex = bucketIndex('Limit as a bucket')
const looseLimit = limitIndex
  .optional()
  .describe(
    'Limit as a bucket, 0 (highest price) to 7388 (lowest price): as `limitPriceWad` with the price of this bucket. 7388 by default, which never reverts. Give at most one of this, `limitPriceWad` and `limitPrice`',
  )

const receiver = NonZeroAddress.optional().meta(
  names('Address that receives the collateral; the borrower by default', 'account'),
)

/** Builders of transactions of a lending pool and of the vault and strategy that lend in it. */
export const buildLendpool = {
  buildLendpoolBorrow: operation({
    ...builder,
    operationId: 'buildLendpoolBorrow',
    path: '/v1/build/lendpool/borrow',
    summary: 'Build a loan from a lending pool (drawDebt)',
    description:
      'Builds a call that borrows quote tokens and can pledge collateral. The call reverts if the pool’s price falls below the limit (`limitIndex` or `limitPrice`). Amounts are in WAD, or in whole tokens in the `…Decimal` fields. Nothing is sent. To pledge only use buildLendpoolAddCollateral.',
    'x-body': LENDPOOL_BODY,
    'x-errors': ['contract_not_proven', 'demo_vault', 'read_needed', 'role_not_configured'],
    'x-needs': NEEDS,
    request: {
      body: jsonBody(
        withChoices(
          z.strictObject({
            ...pledgingFields,
            amountToBorrow: borrowed.base,
            amountToBorrowDecimal: borrowed.decimal,
            collateralToPledge: pledgedToo.base,
            collateralToPledgeDecimal: pledgedToo.decimal,
            limitIndex: limitIndex
              .optional()
              .describe(
                'Limit as a bucket, 0 (highest price) to 7388 (lowest price): as `limitPriceWad` with the price of this bucket. 7388 never reverts. Required unless `limitPriceWad` or `limitPrice` is given',
              ),
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
    summary: 'Build a repayment to a lending pool (repayDebt)',
    description:
      'Builds a call that repays debt of a borrower (all of it with "max") and can withdraw collateral. Debt grows every second, so an approval for "max" includes an hour of interest. Only the borrower may withdraw collateral. To withdraw without repaying use buildLendpoolRemoveCollateral.',
    'x-body': LENDPOOL_BODY,
    'x-errors': ['demo_vault', 'read_needed', 'role_not_configured'],
    'x-needs': NEEDS,
    request: {
      body: jsonBody(
        withChoices(
          z.strictObject({
            ...loanFields,
            maxQuoteTokenAmountToRepay: z
              .union([z.literal('max').transform(() => MAX_UINT256), repaid.base.unwrap()], {
                error: `must be "max", or an integer from 1 to ${MAX_UINT256} as a decimal string`,
              })
              .optional()
              .meta({
                type: 'string',
                description:
                  'Largest amount to repay, in WAD (whole tokens times 1e18); "max" (or 2^256 - 1) repays the whole debt. Give this or `maxQuoteTokenAmountToRepayDecimal`',
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
    summary: 'Build a pledge of collateral to a lending pool (drawDebt)',
    description:
      'Builds a call that pledges collateral to a loan and borrows nothing. Anyone may send it for a borrower. An approval of the collateral token comes first if needed. Nothing is sent. To borrow as well use buildLendpoolBorrow.',
    'x-body': LENDPOOL_BODY,
    'x-errors': ['contract_not_proven', 'demo_vault', 'read_needed', 'role_not_configured'],
    'x-needs': NEEDS,
    request: {
      body: jsonBody(
        withChoices(
          z.strictObject({
            ...pledgingFields,
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
    summary: 'Build a withdrawal of collateral (repayDebt)',
    description:
      'Builds a call that withdraws collateral from a loan and repays nothing. Only the borrower may send it, and the rest of the collateral must cover the debt. Nothing is sent. To repay as well use buildLendpoolRepay.',
    'x-body': LENDPOOL_BODY,
    'x-errors': ['demo_vault', 'read_needed', 'role_not_configured'],
    'x-needs': NEEDS,
    request: {
      body: jsonBody(
        withChoices(
          z.strictObject({
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
    summary: 'Build setMinBucketIndex of a lending vault’s rule book',
    description:
      'Builds the call that sets the highest price of the loans of a lending strategy’s inner vault. The call goes to the rule book of the inner vault (see `auth`), whose admin must send it. The answer has the prices of the current and the new bucket. Nothing is sent.',
    'x-body': LENDPOOL_BODY,
    'x-errors': ['demo_vault'],
    request: {
      body: jsonBody(
        z
          .strictObject({
            ...builderFields,
            auth: NonZeroAddress.meta(
              names(
                'Rule book: the contract that AUTH() of the inner vault returns, `auth` in getVaultStrategies',
                'rule book: issue',
              ),
            ),
            minBucketIndex: bucketIndex('Bucket of the highest price that the vault may lend at'),
          })
          .meta({ id: 'LendpoolSetMinBucketIndexRequest' }),
      ),
    },
    responses: ok(UnsignedMinBucketIndex),
  }),
  buildLendpoolSetIdleBufferBps: operation({
    ...builder,
    operationId: 'buildLendpoolSetIdleBufferBps',
    path: '/v1/build/lendpool/setIdleBufferBps',
    summary: 'Build setIdleBufferBps of a lending strategy',
    description:
      'Builds the call that sets which part of its assets a lending strategy does not lend, but keeps for withdrawals. Only the owner of the strategy may send it. The current value is in the answer, and in getVaultStrategies. Nothing is sent.',
    'x-body': LENDPOOL_BODY,
    'x-errors': ['demo_vault'],
    request: {
      body: jsonBody(
        z
          .strictObject({
            ...builderFields,
            strategy: NonZeroAddress.meta(
              names('Strategy that lends through an inner ERC-4626 vault', 'strategy: issue'),
            ),
            idleBufferBps: bodyInteger({
              min: 0n,
              max: 10_000n,
              example: '1000',
              description: 'Part of all assets that the strategy does not lend, in basis points',
            }),
          })
          .meta({ id: 'LendpoolSetIdleBufferBpsRequest' }),
      ),
    },
    responses: ok(UnsignedIdleBuffer),
  }),
}

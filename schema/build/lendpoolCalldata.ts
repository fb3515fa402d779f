import { z } from '@hono/zod-openapi'
import { UnsignedCalldata } from '../calldata.ts'
import { Amount, EvmAddress } from '../common.ts'

const LendpoolToken = z.object({
  address: EvmAddress.openapi({ description: 'The token' }),
  symbol: z.string().nullable().openapi({ description: 'Symbol of the token' }),
  decimals: z.int().nullable().openapi({ description: 'Decimals of the token' }),
  scale: Amount.openapi({
    description: 'WAD in one base unit of the token; the pool rounds amounts to multiples of it',
  }),
})

const LendpoolAmount = z.object({
  requestedWad: Amount.openapi({ description: 'Requested amount, in WAD (whole tokens times 1e18)' }),
  wad: Amount.openapi({
    description: 'Amount that the pool uses, in WAD: a multiple of `scale`, for a repayment at most the debt',
  }),
  baseUnits: Amount.openapi({ description: 'Amount that is transferred, in base units of the token' }),
  amount: z.string().openapi({ description: 'Amount that the pool uses, in whole tokens', example: '100' }),
})

const LendpoolLoan = z.object({
  debtWad: Amount.openapi({ description: 'Debt with interest up to the block of asOf, in WAD' }),
  collateralWad: Amount.openapi({ description: 'Pledged collateral, in WAD (whole tokens times 1e18)' }),
  collateralizationBps: Amount.nullable().openapi({
    description:
      'Value of the collateral at the lowest utilized price, in basis points of the debt; below 10400 anyone may start a liquidation. `null` without debt',
  }),
})

export const UnsignedLoanCall = UnsignedCalldata.extend({
  quoteToken: LendpoolToken.nullable().openapi({
    description: 'Token that the pool lends; `null` if no node answered',
  }),
  collateralToken: LendpoolToken.nullable(),
  quoteAmount: LendpoolAmount.nullable().openapi({
    description:
      'Amount that is borrowed or repaid, as of the block of asOf; `null` if the call does neither, or no node answered',
  }),
  collateralAmount: LendpoolAmount.nullable().openapi({
    description: 'Collateral that is pledged or withdrawn; `null` if the call does neither, or no node answered',
  }),
  limitIndex: Amount.openapi({
    description: 'Bucket whose price is the limit: 0 has the highest price, 7388 the lowest',
  }),
  limitPriceWad: Amount.openapi({
    description: 'Price of the bucket `limitIndex`: quote tokens for one collateral token, in WAD',
  }),
  lupIndex: Amount.nullable().openapi({
    description: 'Bucket of the lowest utilized price before the call; `null` if unknown',
  }),
  lupWad: Amount.nullable().openapi({
    description:
      'Lowest utilized price before the call: quote tokens for one collateral token, in WAD; `null` if unknown',
  }),
  loan: LendpoolLoan.nullable().openapi({ description: 'The loan before the call; `null` if no node answered' }),
  loanAfter: LendpoolLoan.nullable().openapi({
    description: 'The loan right after the call, valued at the lowest utilized price before it; `null` if unknown',
  }),
}).openapi('UnsignedLoanCall')

export const UnsignedBorrow = UnsignedLoanCall.extend({
  originationFeeWad: Amount.nullable().openapi({
    description:
      'Fee that is added to the debt on top of the amount, in WAD: a week of interest, at least 5 basis points; `null` if unknown',
  }),
}).openapi('UnsignedBorrow')

export const UnsignedRepayment = UnsignedLoanCall.extend({
  mostToPay: Amount.nullable().openapi({
    description:
      'Largest amount that the sender pays, in base units; includes interest for `interestMarginSec` if the whole debt is repaid. `null` if unknown',
  }),
  interestMarginSec: z.int().openapi({
    description: 'Seconds after the block of asOf until the debt can exceed the approval: it grows every second',
    example: 3600,
  }),
}).openapi('UnsignedRepayment')

export const UnsignedMinBucketIndex = UnsignedCalldata.extend({
  admin: EvmAddress.nullable().openapi({
    description: 'Admin of the rule book, who must send the call; `null` if no node answered',
  }),
  currentMinBucketIndex: Amount.nullable().openapi({
    description: 'Current minimum bucket; `null` if no node answered',
  }),
  currentMinBucketPriceWad: Amount.nullable().openapi({
    description:
      'Highest price that the vault may lend at now: quote tokens for one collateral token, in WAD; `null` if no node answered',
  }),
  minBucketPriceWad: Amount.openapi({
    description:
      'Highest price that the vault may lend at after the call: quote tokens for one collateral token, in WAD',
  }),
}).openapi('UnsignedMinBucketIndex')

export const UnsignedIdleBuffer = UnsignedCalldata.extend({
  owner: EvmAddress.nullable().openapi({
    description: 'Owner of the strategy, who must send the call; `null` if unknown',
  }),
  vault: EvmAddress.nullable().openapi({ description: 'Creator vault that the strategy works for; `null` if unknown' }),
  currentIdleBufferBps: Amount.nullable().openapi({
    description: 'Part of its assets that the strategy does not lend now, in basis points; `null` if no node answered',
  }),
}).openapi('UnsignedIdleBuffer')

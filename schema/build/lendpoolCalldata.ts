import { z } from '@hono/zod-openapi'
import { UnsignedCalldata } from '../calldata.ts'
import { Amount, EvmAddress } from '../common.ts'

const LendpoolToken = z.object({
  address: EvmAddress.openapi({ description: 'The token' }),
  symbol: z.string().nullable().openapi({ description: 'Symbol of the token' }),
  decimals: z.int().nullable().openapi({ description: 'Decimals of the token' }),
  scale: Amount.openapi({ description: 'WAD in one base unit; the pool rounds amounts to multiples of it' }),
})

const LendpoolAmount = z.object({
  requestedWad: Amount.openapi({ description: 'The amount that was asked for, in WAD (whole tokens times 1e18)' }),
  wad: Amount.openapi({
    description: 'The amount that the pool uses: a multiple of the scale, and not more than is owed',
  }),
  baseUnits: Amount.openapi({ description: 'What is transferred, in base units of the token' }),
  amount: z.string().openapi({ description: 'The same in whole tokens', example: '100' }),
})

const LendpoolLoan = z.object({
  debtWad: Amount.openapi({ description: 'Debt with interest up to the block of asOf, in WAD' }),
  collateralWad: Amount.openapi({ description: 'Pledged collateral, in WAD (whole tokens times 1e18)' }),
  collateralizationBps: Amount.nullable().openapi({
    description:
      'Value of the collateral at the lowest utilized price, in basis points of the debt; below 10400 anyone may start a liquidation; null without debt',
  }),
})

export const UnsignedLoanCall = UnsignedCalldata.extend({
  quoteToken: LendpoolToken.nullable().openapi({ description: 'What is lent; null where it was not read' }),
  collateralToken: LendpoolToken.nullable(),
  quoteAmount: LendpoolAmount.nullable().openapi({
    description: 'What is borrowed or repaid, as of the block of asOf; null if nothing is, or if it was not read',
  }),
  collateralAmount: LendpoolAmount.nullable().openapi({
    description: 'What is pledged or pulled; null if nothing is, or if it was not read',
  }),
  limitIndex: Amount.openapi({
    description: 'Bucket whose price is the limit: 0 is the highest price, 7388 the lowest',
  }),
  limitPriceWad: Amount.openapi({ description: 'Price of that bucket' }),
  lupIndex: Amount.nullable().openapi({ description: 'Bucket of the lowest utilized price before the call' }),
  lupWad: Amount.nullable().openapi({ description: 'Its price: quote tokens for one collateral token, in WAD' }),
  loan: LendpoolLoan.nullable().openapi({ description: 'The loan before the call; null where it was not read' }),
  loanAfter: LendpoolLoan.nullable().openapi({
    description: 'The loan right after the call, at the lowest utilized price before it; null if unknown',
  }),
}).openapi('UnsignedLoanCall')

export const UnsignedBorrow = UnsignedLoanCall.extend({
  originationFeeWad: Amount.nullable().openapi({
    description: 'Fee added to the debt on top of the amount: a week of interest, at least 5 basis points',
  }),
}).openapi('UnsignedBorrow')

export const UnsignedRepayment = UnsignedLoanCall.extend({
  mostToPay: Amount.nullable().openapi({
    description:
      'The most that is taken from the sender, in base units: includes interest for interestMarginSec if everything is repaid',
  }),
  interestMarginSec: z.int().openapi({
    description:
      'For how many seconds after the block of asOf the approval is enough to repay everything: what is owed grows by the second',
    example: 3600,
  }),
}).openapi('UnsignedRepayment')

export const UnsignedMinBucketIndex = UnsignedCalldata.extend({
  admin: EvmAddress.nullable().openapi({ description: 'Admin, who must send it; null if it was not read' }),
  currentMinBucketIndex: Amount.nullable().openapi({
    description: 'Bucket that is set now; null where it was not read',
  }),
  currentMinBucketPriceWad: Amount.nullable().openapi({ description: 'Price above which nothing is lent now' }),
  minBucketPriceWad: Amount.openapi({
    description: 'The same for the new index: quote tokens for one collateral token',
  }),
}).openapi('UnsignedMinBucketIndex')

export const UnsignedIdleBuffer = UnsignedCalldata.extend({
  owner: EvmAddress.nullable().openapi({ description: 'Owner, who must send it; null if it was not read' }),
  vault: EvmAddress.nullable().openapi({ description: 'Vault that the strategy works for' }),
  currentIdleBufferBps: Amount.nullable().openapi({
    description: 'Part that is kept back now, in basis points; null where it was not read',
  }),
}).openapi('UnsignedIdleBuffer')

import { z } from '@hono/zod-openapi'
import { UnsignedCalldata } from './calldata.ts'
import { Amount, EvmAddress } from './common.ts'

const LendpoolToken = z.object({
  address: EvmAddress,
  symbol: z.string().nullable(),
  decimals: z.int().nullable(),
  scale: Amount.openapi({ description: 'WAD in one base unit; the pool rounds amounts to multiples of it' }),
})

const LendpoolAmount = z.object({
  requestedWad: Amount,
  wad: Amount.openapi({
    description: 'What the pool makes of it: a multiple of the scale, and not more than is owed',
  }),
  baseUnits: Amount.openapi({ description: 'What is transferred, in base units of the token' }),
  amount: z.string().openapi({ description: 'The same in whole tokens', example: '100' }),
})

const LendpoolLoan = z.object({
  debtWad: Amount.openapi({ description: 'With interest up to the block of asOf' }),
  collateralWad: Amount,
  collateralizationBps: Amount.nullable().openapi({
    description:
      'What the collateral is worth at the lowest utilized price for 10000 of debt; below 10400 anyone may begin its liquidation; null without debt',
  }),
})

export const UnsignedLoanCall = UnsignedCalldata.extend({
  quoteToken: LendpoolToken.nullable().openapi({ description: 'What is lent; null where it was not read' }),
  collateralToken: LendpoolToken.nullable(),
  quoteAmount: LendpoolAmount.nullable().openapi({
    description: 'What is borrowed or repaid, as of the block of asOf; null where nothing is, or where it was not read',
  }),
  collateralAmount: LendpoolAmount.nullable().openapi({
    description: 'What is pledged or pulled; null where nothing is, or where it was not read',
  }),
  limitIndex: Amount,
  limitPriceWad: Amount.openapi({ description: 'Price of that bucket' }),
  lupIndex: Amount.nullable().openapi({ description: 'Bucket of the lowest utilized price before the call' }),
  lupWad: Amount.nullable(),
  loan: LendpoolLoan.nullable().openapi({ description: 'The loan before the call; null where it was not read' }),
  loanAfter: LendpoolLoan.nullable().openapi({
    description: 'The loan right after the call, at the lowest utilized price before it; null where it cannot be told',
  }),
}).openapi('UnsignedLoanCall')

export const UnsignedBorrow = UnsignedLoanCall.extend({
  originationFeeWad: Amount.nullable().openapi({
    description: 'What is added to the debt beside the amount: a week of interest, at least 5 basis points',
  }),
}).openapi('UnsignedBorrow')

export const UnsignedRepayment = UnsignedLoanCall.extend({
  mostToPay: Amount.nullable().openapi({
    description:
      'The most that is taken from the sender, in base units: with the interest of interestMarginSec where all is repaid',
  }),
  interestMarginSec: z.int().openapi({
    description:
      'How long after the block of asOf the approval suffices to repay all: what is owed grows by the second',
    example: 3600,
  }),
}).openapi('UnsignedRepayment')

export const UnsignedMinBucketIndex = UnsignedCalldata.extend({
  admin: EvmAddress.nullable().openapi({ description: 'Whose key is needed; null where it was not read' }),
  currentMinBucketIndex: Amount.nullable(),
  currentMinBucketPriceWad: Amount.nullable().openapi({ description: 'Price above which nothing is lent now' }),
  minBucketPriceWad: Amount.openapi({
    description: 'The same for the new index: quote tokens for one collateral token',
  }),
}).openapi('UnsignedMinBucketIndex')

export const UnsignedIdleBuffer = UnsignedCalldata.extend({
  owner: EvmAddress.nullable().openapi({ description: 'Whose key is needed; null where it was not read' }),
  vault: EvmAddress.nullable().openapi({ description: 'Vault that the strategy works for' }),
  currentIdleBufferBps: Amount.nullable(),
}).openapi('UnsignedIdleBuffer')

import * as z from 'zod'
import { UnsignedCalldata } from '../calldata.ts'
import { Amount, EvmAddress } from '../common.ts'
import { addressOrNull, amountOrNull, integerOrNull, textOrNull } from '../fields.ts'

const LendpoolToken = z.object({
  address: EvmAddress.describe('The token'),
  symbol: textOrNull('Symbol of the token'),
  decimals: integerOrNull('Decimals of the token'),
  scale: Amount.describe('WAD in one base unit of the token; the pool rounds amounts to multiples of it'),
})

const LendpoolAmount = z.object({
  requestedWad: Amount.describe('Requested amount, in WAD (whole tokens times 1e18)'),
  wad: Amount.describe('Amount that the pool uses, in WAD: a multiple of `scale`, for a repayment at most the debt'),
  baseUnits: Amount.describe('Amount that is transferred, in base units of the token'),
  amount: z.string().meta({ description: 'Amount that the pool uses, in whole tokens', example: '100' }),
})

const LendpoolLoan = z.object({
  debtWad: Amount.describe('Debt with interest up to the block of asOf, in WAD'),
  collateralWad: Amount.describe('Pledged collateral, in WAD (whole tokens times 1e18)'),
  collateralizationBps: amountOrNull(
    'Value of the collateral at the lowest utilized price, in basis points of the debt; below 10400 anyone may start a liquidation. `null` without debt',
  ),
})

export const UnsignedLoanCall = UnsignedCalldata.extend({
  quoteToken: LendpoolToken.nullable().describe('Token that the pool lends; `null` if no node answered'),
  collateralToken: LendpoolToken.nullable(),
  quoteAmount: LendpoolAmount.nullable().describe(
    'Amount that is borrowed or repaid, as of the block of asOf; `null` if the call does neither, or no node answered',
  ),
  collateralAmount: LendpoolAmount.nullable().describe(
    'Collateral that is pledged or withdrawn; `null` if the call does neither, or no node answered',
  ),
  limitIndex: Amount.describe('Bucket whose price is the limit: 0 has the highest price, 7388 the lowest'),
  limitPriceWad: Amount.describe('Price of the bucket `limitIndex`: quote tokens for one collateral token, in WAD'),
  limitPrice: z.string().meta({ description: 'The same price as a decimal: `limitPriceWad` / 1e18', example: '43.41' }),
  lupIndex: amountOrNull('Bucket of the lowest utilized price before the call; `null` if unknown'),
  lupWad: amountOrNull(
    'Lowest utilized price before the call: quote tokens for one collateral token, in WAD; `null` if unknown',
  ),
  lup: textOrNull('The same price as a decimal: `lupWad` / 1e18; `null` if unknown'),
  loan: LendpoolLoan.nullable().describe('The loan before the call; `null` if no node answered'),
  loanAfter: LendpoolLoan.nullable().describe(
    'The loan right after the call, valued at the lowest utilized price before it; `null` if unknown',
  ),
}).meta({ id: 'UnsignedLoanCall', extends: UnsignedCalldata })

export const UnsignedBorrow = UnsignedLoanCall.extend({
  originationFeeWad: amountOrNull(
    'Fee that is added to the debt on top of the amount, in WAD: a week of interest, at least 5 basis points; `null` if unknown',
  ),
}).meta({ id: 'UnsignedBorrow', extends: UnsignedLoanCall })

export const UnsignedRepayment = UnsignedLoanCall.extend({
  mostToPay: amountOrNull(
    'Largest amount that the sender pays, in base units; includes interest for `interestMarginSec` if the whole debt is repaid. `null` if unknown',
  ),
  interestMarginSec: z.int().meta({
    description: 'Seconds after the block of asOf until the debt can exceed the approval: it grows every second',
    example: 3600,
  }),
}).meta({ id: 'UnsignedRepayment', extends: UnsignedLoanCall })

export const UnsignedMinBucketIndex = UnsignedCalldata.extend({
  admin: addressOrNull('Admin of the rule book, who must send the call; `null` if no node answered'),
  currentMinBucketIndex: amountOrNull('Current minimum bucket; `null` if no node answered'),
  currentMinBucketPriceWad: amountOrNull(
    'Highest price that the vault may lend at now: quote tokens for one collateral token, in WAD; `null` if no node answered',
  ),
  currentMinBucketPrice: textOrNull('The same price as a decimal; `null` if no node answered'),
  minBucketPriceWad: Amount.describe(
    'Highest price that the vault may lend at after the call: quote tokens for one collateral token, in WAD',
  ),
  minBucketPrice: z.string().meta({ description: 'The same price as a decimal', example: '71.474127670178390941' }),
}).meta({ id: 'UnsignedMinBucketIndex', extends: UnsignedCalldata })

export const UnsignedIdleBuffer = UnsignedCalldata.extend({
  owner: addressOrNull('Owner of the strategy, who must send the call; `null` if unknown'),
  vault: addressOrNull('Creator vault that the strategy works for; `null` if unknown'),
  currentIdleBufferBps: amountOrNull(
    'Part of its assets that the strategy does not lend now, in basis points; `null` if no node answered',
  ),
}).meta({ id: 'UnsignedIdleBuffer', extends: UnsignedCalldata })

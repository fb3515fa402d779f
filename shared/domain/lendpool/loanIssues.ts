import { isAddressEqual, type Address } from 'viem'
import type { Issue } from '../../../schema/issues.ts'
import { bucketPrice } from './bucketPrice.ts'
import type { Lendpool, PoolToken } from './lendpoolCalls.ts'
import { leastDebt } from './loanMath.ts'
import { priceText, wadText } from './wadText.ts'

export const borrowerNotSender = (borrower: Address, sender: Address): Issue[] =>
  isAddressEqual(borrower, sender)
    ? []
    : [
        {
          code: 'borrower_not_sender',
          message: `borrower: only ${borrower} itself may borrow and withdraw collateral, but the sender is ${sender}`,
          reverts: 'BorrowerNotSender',
          borrower,
        },
      ]

export const loanInAuction = ({ isInAuction }: Lendpool): Issue[] =>
  isInAuction
    ? [
        {
          code: 'loan_in_auction',
          message: 'the loan is being liquidated, and its borrower cannot change it until that ends',
          reverts: 'AuctionActive',
        },
      ]
    : []

/** The requested amount is rounded to zero. */
export const belowScale = (field: string, { scale }: PoolToken): Issue => ({
  code: 'amount_below_scale',
  message: `${field}: must be at least ${scale} WAD, which is one base unit of the token; amounts are whole tokens times 1e18`,
  reverts: 'InvalidAmount',
  scale: String(scale),
})

/** A debt that would be left too small; `poolDebt` is what the pool compares it with. */
export function debtTooSmall(debt: bigint, poolDebt: bigint | null, { quote, loanCount }: Lendpool): Issue[] {
  if (debt === 0n) return []
  if (debt < quote.scale)
    return [
      {
        code: 'debt_is_dust',
        message: `the remaining debt, ${debt} in WAD, would be less than one base unit of the token; repay all of it`,
        reverts: 'DustAmountNotExceeded',
        debtWad: String(debt),
      },
    ]
  const least = poolDebt === null || loanCount === null ? 0n : leastDebt(poolDebt, loanCount)
  if (debt >= least) return []
  return [
    {
      code: 'debt_below_minimum',
      message: `the debt would be ${wadText(debt, quote)}; with ${loanCount} loans in the pool it must be zero, or at least a tenth of the average loan, ${wadText(least, quote)}`,
      reverts: 'AmountLTMinDebt',
      debtWad: String(debt),
      minDebtWad: String(least),
    },
  ]
}

/** The lowest utilized price as it was read, if there is a limit. */
export function limitExceeded({ lup }: Lendpool, limitIndex: bigint): Issue {
  const now = lup ? `it is ${priceText(lup.price)} now (bucket ${lup.index})` : 'its current value is unknown'
  return {
    code: 'limit_price_exceeded',
    message: `limitIndex: the lowest utilized price would be below the limit ${priceText(bucketPrice(limitIndex))} (bucket ${limitIndex}); ${now}`,
    reverts: 'LimitIndexExceeded',
    limitIndex: String(limitIndex),
    limitPriceWad: String(bucketPrice(limitIndex)),
    limitPrice: priceText(bucketPrice(limitIndex)),
    lupIndex: lup && String(lup.index),
    lupWad: lup && String(lup.price),
    lup: lup && priceText(lup.price),
  }
}

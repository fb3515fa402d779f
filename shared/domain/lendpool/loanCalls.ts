import type { Address } from 'viem'
import type { Describe, Ref, Resolved } from '../../chain/calls.ts'
import { lendpoolAbi, lendpoolInfoAbi } from './lendpoolAbi.ts'
import type { Loan } from './loanMath.ts'

/** The two tokens of a pool. */
export const pairCalls = ({ at }: Describe, pool: Address | Ref<Address>) => ({
  quote: at(pool, lendpoolAbi)('quoteTokenAddress'),
  collateral: at(pool, lendpoolAbi)('collateralAddress'),
})

/** Reads of the information contract about a pool's prices and one loan. */
export const loanCalls = ({ at }: Describe, info: Address, pool: Address | Ref<Address>, borrower: Address) => ({
  borrower: at(info, lendpoolInfoAbi)('borrowerInfo', [pool, borrower]),
  prices: at(info, lendpoolInfoAbi)('poolPricesInfo', [pool]),
})

type LoanReads = Resolved<ReturnType<typeof loanCalls>>

/** The loan with interest up to the block; null if it was not read. */
export const loanOf = ({ borrower }: LoanReads): Loan | null =>
  borrower && { debt: borrower[0], collateral: borrower[1] }

/**
 * The price below which the loan is no longer covered, quote tokens for one collateral token in WAD; null if not read.
 */
export const thresholdPriceOf = ({ borrower }: LoanReads): bigint | null => borrower && borrower[3]

/** Price (quote tokens for one collateral token, WAD) and bucket of the lowest deposit that is lent. */
export interface Lup {
  readonly price: bigint
  readonly index: bigint
}

/** Null if it was not read. */
export const lupOf = ({ prices }: LoanReads): Lup | null => prices && { price: prices[4], index: prices[5] }

import { formatUnits, maxUint256, type Address } from 'viem'
import { bucketPrice, LAST_BUCKET } from '../../../shared/domain/lendpool/bucketPrice.ts'
import type { Lendpool, PoolToken } from '../../../shared/domain/lendpool/lendpoolCalls.ts'
import {
  collateralizationBps,
  floorToScale,
  INTEREST_MARGIN,
  type Loan,
  toBaseUnits,
} from '../../../shared/domain/lendpool/loanMath.ts'
import { priceText, wadText } from '../../../shared/domain/lendpool/wadText.ts'
import { tokenText } from '../../../shared/text/wording.ts'
import type { Limit } from './loanFields.ts'

const limitText = (index: bigint): string =>
  `provided that the lowest utilized price is then at least ${priceText(bucketPrice(index))} (bucket ${index})`

type DrawArgs = readonly [borrower: Address, amountToBorrow: bigint, limitIndex: bigint, collateralToPledge: bigint]
type RepayArgs = readonly [
  borrower: Address,
  maxToRepay: bigint,
  collateralToPull: bigint,
  receiver: Address,
  limitIndex: bigint,
]

export function describeDraw(
  pool: Address,
  lendpool: Lendpool | null,
  [borrower, amount, limitIndex, pledge]: DrawArgs,
): string {
  const collateral = wadText(pledge, lendpool?.collateral ?? null)
  if (amount === 0n)
    return `Pledge ${collateral} of collateral in the lending pool ${pool} for the loan of ${borrower}; the limit, bucket ${limitIndex}, is not checked.`
  const pledged = pledge === 0n ? '' : `, pledging ${collateral} of collateral`
  return `Borrow ${wadText(amount, lendpool?.quote ?? null)} from the lending pool ${pool} for ${borrower}${pledged}, ${limitText(limitIndex)}.`
}

export function describeRepay(
  pool: Address,
  lendpool: Lendpool | null,
  [borrower, amount, pull, receiver, limitIndex]: RepayArgs,
): string {
  const collateral = wadText(pull, lendpool?.collateral ?? null)
  if (amount === 0n)
    return `Send ${collateral} of the collateral of ${borrower} from the lending pool ${pool} to ${receiver}, ${limitText(limitIndex)}.`
  const repaid =
    amount === maxUint256
      ? `the whole debt of ${borrower} to the lending pool ${pool} (2^256 - 1)`
      : `up to ${wadText(amount, lendpool?.quote ?? null)} of the debt of ${borrower} to the lending pool ${pool}`
  const pulled = pull === 0n ? 'no collateral' : `${collateral} of collateral`
  return `Repay ${repaid}, and send ${pulled} to ${receiver}, ${limitText(limitIndex)}.`
}

/** A limit that does not protect against anything. */
export function limitWarnings({ index, isGiven }: Limit): string[] {
  if (index !== LAST_BUCKET) return []
  const cause = isGiven ? '' : 'limitIndex is the default: '
  return [`${cause}bucket ${LAST_BUCKET} sets no limit, so the call succeeds at any lowest utilized price.`]
}

/** An amount whose last digits the pool drops. */
export function roundingWarnings(field: string, amount: bigint, token: PoolToken): string[] {
  const rounded = floorToScale(amount, token.scale)
  if (rounded === amount || amount === maxUint256) return []
  return [
    `${field}: ${amount} is not a multiple of the token's scale ${token.scale}, so the pool rounds it down to ${rounded}.`,
  ]
}

/** Value of the collateral in basis points of the debt, below which the answer warns. */
const THIN_COVER = 11_500n

/** A loan that a small price movement exposes to liquidation. */
export function coverWarnings(loan: Loan, { lup }: Lendpool): string[] {
  const bps = lup && collateralizationBps(loan, lup.price)
  if (bps === null || bps >= THIN_COVER || bps < 10_400n) return []
  return [
    `After the call the collateral is worth ${formatUnits(bps, 2)} % of the debt at the lowest utilized price. Interest lowers this; below 104 % anyone may start a liquidation.`,
  ]
}

/** A repayment of the whole debt; `mostToPay` is in base units. */
export function interestWarning({ quote, loan }: Lendpool, mostToPay: bigint): string {
  const now = toBaseUnits(loan.debt, quote.scale)
  const short = quote.balance !== null && quote.balance < mostToPay ? ' The sender holds less than that maximum.' : ''
  return `The debt grows every second: it is ${tokenText(now, quote)} at the block of asOf, and at most ${tokenText(mostToPay, quote)} within the next ${INTEREST_MARGIN} seconds, which the approval covers. The pool takes the debt as of the block that mines the transaction.${short}`
}

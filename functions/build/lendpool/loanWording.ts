import { formatUnits, maxUint256, type Address } from 'viem'
import { tokenText } from '../../../shared/text/wording.ts'
import { bucketPrice, LAST_BUCKET } from '../../../shared/domain/lendpool/bucketPrice.ts'
import type { Limit } from './limitOf.ts'
import { collateralizationBps, floorToScale } from '../../../shared/domain/lendpool/loanMath.ts'
import type { Loan } from '../../../shared/domain/lendpool/loanMath.ts'
import type { Lendpool, PoolToken } from './readLendpool.ts'

/** WAD are whole tokens with this many digits after the point. */
const WAD_DECIMALS = 18

/** An amount in WAD for a person: whole tokens, with the number itself and the token's scale. */
export const wadText = (wad: bigint, token: PoolToken | null): string =>
  token === null
    ? `${formatUnits(wad, WAD_DECIMALS)} (${wad} in WAD)`
    : `${tokenText(wad, { ...token, decimals: WAD_DECIMALS })} (${wad} in WAD, token scale ${token.scale})`

export const priceText = (price: bigint): string => formatUnits(price, WAD_DECIMALS)

const limitText = (index: bigint): string =>
  `if the lowest utilized price is ${priceText(bucketPrice(index))} or more then (bucket ${index})`

type DrawArgs = readonly [borrower: Address, amountToBorrow: bigint, limitIndex: bigint, collateralToPledge: bigint]
type RepayArgs = readonly [
  borrower: Address,
  maxToRepay: bigint,
  collateralToPull: bigint,
  receiver: Address,
  limitIndex: bigint,
]

/** What `drawDebt` with these arguments does. */
export function describeDraw(
  pool: Address,
  lendpool: Lendpool | null,
  [borrower, amount, limitIndex, pledge]: DrawArgs,
): string {
  const collateral = wadText(pledge, lendpool?.collateral ?? null)
  if (amount === 0n)
    return `Pledge ${collateral} of collateral in the lending pool ${pool} for the loan of ${borrower}; bucket ${limitIndex} as the limit is not looked at.`
  const pledged = pledge === 0n ? '' : `, pledging ${collateral} of collateral`
  return `Borrow ${wadText(amount, lendpool?.quote ?? null)} from the lending pool ${pool} for ${borrower}${pledged}, ${limitText(limitIndex)}.`
}

/** What `repayDebt` with these arguments does. */
export function describeRepay(
  pool: Address,
  lendpool: Lendpool | null,
  [borrower, amount, pull, receiver, limitIndex]: RepayArgs,
): string {
  const collateral = wadText(pull, lendpool?.collateral ?? null)
  if (amount === 0n)
    return `Take ${collateral} of collateral of ${borrower} out of the lending pool ${pool} to ${receiver}, ${limitText(limitIndex)}.`
  const repaid =
    amount === maxUint256
      ? `all that ${borrower} owes the lending pool ${pool} (2^256 - 1)`
      : `up to ${wadText(amount, lendpool?.quote ?? null)} of what ${borrower} owes the lending pool ${pool}`
  const pulled = pull === 0n ? 'no collateral' : `${collateral} of collateral`
  return `Repay ${repaid}, and take ${pulled} out to ${receiver}, ${limitText(limitIndex)}.`
}

/** A limit that protects against nothing. */
export function limitWarnings({ index, isGiven }: Limit): string[] {
  if (index !== LAST_BUCKET) return []
  const cause = isGiven ? '' : 'limitIndex was not given: '
  return [`${cause}bucket ${LAST_BUCKET} is no limit, the call is made at whatever the lowest utilized price is then.`]
}

/** An amount of which the pool drops the last digits. */
export function roundingWarnings(field: string, amount: bigint, token: PoolToken): string[] {
  const rounded = floorToScale(amount, token.scale)
  if (rounded === amount || amount === maxUint256) return []
  return [
    `${field}: ${amount} is no multiple of the token's scale ${token.scale}; the pool rounds it down to ${rounded}.`,
  ]
}

/** Worth of the collateral in basis points of the debt, below which the answer warns. */
const THIN_COVER = 11_500n

/** A loan that a small move of the price opens to liquidation. */
export function coverWarnings(loan: Loan, { lup }: Lendpool): string[] {
  const bps = lup && collateralizationBps(loan, lup.price)
  if (bps === null || bps >= THIN_COVER || bps < 10_400n) return []
  return [
    `After it the collateral is worth ${formatUnits(bps, 2)} % of the debt at the lowest utilized price; below 104 % anyone may begin the liquidation, and interest adds to the debt.`,
  ]
}

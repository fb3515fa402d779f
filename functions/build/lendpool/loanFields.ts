import { formatUnits } from 'viem'
import { bucketPrice, bucketAtOrAbove, LAST_BUCKET } from '../../../shared/domain/lendpool/bucketPrice.ts'
import type { Lendpool, PoolToken } from '../../../shared/domain/lendpool/lendpoolCalls.ts'
import {
  collateralizationBps,
  type Effect,
  type Loan,
  type Moved,
  toBaseUnits,
} from '../../../shared/domain/lendpool/loanMath.ts'
import { priceText } from '../../../shared/domain/lendpool/wadText.ts'
import { plainTextOrNull } from '../../../shared/text/plainText.ts'

/** The limit of a request on the lowest utilized price, below which its call is to fail. */
export interface LimitRequest {
  readonly limitIndex?: bigint | undefined
  /** Quote tokens per collateral token, in WAD. */
  readonly limitPriceWad?: bigint | undefined
  /** The same, which its schema has counted in WAD. */
  readonly limitPrice?: bigint | undefined
}

export interface Limit {
  readonly index: bigint
  readonly isGiven: boolean
}

/** The limit of a request, whose schema takes one field at most; without one, the last bucket. */
export function limitOf({ limitIndex, limitPrice, limitPriceWad = limitPrice }: LimitRequest): Limit {
  if (limitPriceWad === undefined) return { index: limitIndex ?? LAST_BUCKET, isGiven: limitIndex !== undefined }
  return { index: bucketAtOrAbove(limitPriceWad), isGiven: true }
}

const NOTHING: Effect = { quote: null, collateral: null, after: null }

/** The fields of every answer about a loan; `effect` is null if nothing was read. */
export function loanFields(lendpool: Lendpool | null, { index }: Limit, effect: Effect | null) {
  const { quote, collateral, after } = effect ?? NOTHING
  return {
    quoteToken: lendpool && tokenFields(lendpool.quote),
    collateralToken: lendpool && tokenFields(lendpool.collateral),
    quoteAmount: lendpool && quote && amountFields(quote, lendpool.quote),
    collateralAmount: lendpool && collateral && amountFields(collateral, lendpool.collateral),
    limitIndex: String(index),
    limitPriceWad: String(bucketPrice(index)),
    limitPrice: priceText(bucketPrice(index)),
    lupIndex: lendpool?.lup ? String(lendpool.lup.index) : null,
    lupWad: lendpool?.lup ? String(lendpool.lup.price) : null,
    lup: lendpool?.lup ? priceText(lendpool.lup.price) : null,
    loan: lendpool && describeLoan(lendpool.loan, lendpool),
    loanAfter: lendpool && after && describeLoan(after, lendpool),
  }
}

const tokenFields = ({ address, symbol, decimals, scale }: PoolToken) => ({
  address,
  symbol: plainTextOrNull(symbol, 64),
  decimals,
  scale: String(scale),
})

const amountFields = ({ requested, wad }: Moved, { scale }: PoolToken) => ({
  requestedWad: String(requested),
  wad: String(wad),
  baseUnits: String(toBaseUnits(wad, scale)),
  amount: formatUnits(wad, 18),
})

function describeLoan(loan: Loan, { lup }: Lendpool) {
  const bps = lup && collateralizationBps(loan, lup.price)
  return {
    debtWad: String(loan.debt),
    collateralWad: String(loan.collateral),
    collateralizationBps: bps === null ? null : String(bps),
  }
}

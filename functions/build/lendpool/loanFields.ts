import { formatUnits } from 'viem'
import { plainTextOrNull } from '../../../shared/text/plainText.ts'
import { bucketPrice } from '../../../shared/domain/lendpool/bucketPrice.ts'
import type { Limit } from './limitOf.ts'
import { collateralizationBps, toBaseUnits } from '../../../shared/domain/lendpool/loanMath.ts'
import type { Loan } from '../../../shared/domain/lendpool/loanMath.ts'
import type { Lendpool, PoolToken } from './readLendpool.ts'

/** An amount of a request, and what the pool makes of it; both in WAD. */
export interface Moved {
  readonly requested: bigint
  readonly wad: bigint
}

/** What a call does to a loan; null where it does nothing of the kind, or where it is not known. */
export interface Effect {
  readonly quote: Moved | null
  readonly collateral: Moved | null
  readonly after: Loan | null
}

/** The fields that every answer about a loan has. */
export const loanFields = (lendpool: Lendpool | null, { index }: Limit, { quote, collateral, after }: Effect) => ({
  quoteToken: lendpool && tokenFields(lendpool.quote),
  collateralToken: lendpool && tokenFields(lendpool.collateral),
  quoteAmount: lendpool && quote && amountFields(quote, lendpool.quote),
  collateralAmount: lendpool && collateral && amountFields(collateral, lendpool.collateral),
  limitIndex: String(index),
  limitPriceWad: String(bucketPrice(index)),
  lupIndex: lendpool?.lup ? String(lendpool.lup.index) : null,
  lupWad: lendpool?.lup ? String(lendpool.lup.price) : null,
  loan: lendpool && describeLoan(lendpool.loan, lendpool),
  loanAfter: lendpool && after && describeLoan(after, lendpool),
})

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

import { formatUnits } from 'viem'
import { bucketPrice } from '../../../shared/domain/lendpool/bucketPrice.ts'
import type { Lendpool, PoolToken } from '../../../shared/domain/lendpool/lendpoolCalls.ts'
import {
  collateralizationBps,
  type Effect,
  type Loan,
  type Moved,
  toBaseUnits,
} from '../../../shared/domain/lendpool/loanMath.ts'
import { plainTextOrNull } from '../../../shared/text/plainText.ts'
import type { Limit } from './limitOf.ts'

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
    lupIndex: lendpool?.lup ? String(lendpool.lup.index) : null,
    lupWad: lendpool?.lup ? String(lendpool.lup.price) : null,
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

import type * as z from 'zod'
import { formatUnits, type Address } from 'viem'
import type { LpStrategy } from '../../schema/lpstrat/index.ts'
import { knownAddress } from '../../shared/text/address.ts'
import { decimal } from '../../shared/text/decimal.ts'
import { lupOf, thresholdPriceOf, loanCalls, pairCalls } from '../../shared/domain/lendpool/loanCalls.ts'
import type { Describe, Resolved } from '../../shared/chain/calls.ts'
import { lpStrategyAbi } from '../../shared/domain/lpstrat/lpStrategyAbi.ts'

/** The reads behind a liquidity strategy's own loan; prices are read only with an information contract. */
export const strategyLoanCalls = (describe: Describe, strategy: Address, info: Address | undefined) => {
  const own = describe.at(strategy, lpStrategyAbi)
  const pool = own('ajnaPool')
  return {
    pool,
    tokens: pairCalls(describe, pool),
    borrowEnabled: own('ajnaBorrowEnabled'),
    maxDebt: own('ajnaMaxDebt'),
    minCollateralRatioBps: own('ajnaMinCollateralRatioBps'),
    position: own('getAjnaPosition'),
    info: info === undefined ? null : loanCalls(describe, info, pool, strategy),
  }
}

/** The values read; null if a contract does not answer. */
type StrategyLoanReads = Resolved<ReturnType<typeof strategyLoanCalls>>

/**
 * The strategy's loan; null if its generation has none. An unreadable part is null, never zero: an unknown debt is
 * not a debt of zero.
 */
export function describeLoan(reads: StrategyLoanReads): z.output<typeof LpStrategy>['lendpool'] {
  if (reads.pool === null) return null
  const pool = knownAddress(reads.pool)
  const [, readable = null, debt = null, collateral = null, ratioBps = null] = (pool && reads.position) ?? []
  const thresholdPrice = debt ? reads.info && thresholdPriceOf(reads.info) : null
  const lup = reads.info && lupOf(reads.info)
  return {
    pool,
    quoteToken: knownAddress(reads.tokens.quote),
    collateralToken: knownAddress(reads.tokens.collateral),
    borrowEnabled: reads.borrowEnabled,
    maxDebt: decimal(reads.maxDebt),
    minCollateralRatioBps: decimal(reads.minCollateralRatioBps),
    readable,
    debt: readable ? decimal(debt) : null,
    collateral: readable ? decimal(collateral) : null,
    // Without a debt the contract returns the maximum uint256.
    collateralRatioBps: readable && debt ? decimal(ratioBps) : null,
    thresholdPrice: fromWad(thresholdPrice),
    thresholdPriceWad: decimal(thresholdPrice),
    lup: fromWad(lup && lup.price),
    lupWad: decimal(lup && lup.price),
    lupIndex: decimal(lup && lup.index),
  }
}

const fromWad = (value: bigint | null): string | null => (value === null ? null : formatUnits(value, 18))

import type { Address } from 'viem'
import type { Describe, Resolved } from '../../shared/chain/calls.ts'
import { loanCalls, pairCalls } from '../../shared/domain/lendpool/loanCalls.ts'
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
export type StrategyLoanReads = Resolved<ReturnType<typeof strategyLoanCalls>>

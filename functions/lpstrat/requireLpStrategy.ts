import type { Address } from 'viem'
import type { AsOf } from '../../shared/chain/chain.ts'
import { ApiError } from '../../shared/errors/ApiError.ts'
import type { StrategyReads } from './strategyCalls.ts'

/**
 * Throws not_a_strategy where neither asset() nor vault() answers, or neither charmVault() nor lpVault(), as of a strategy
 * of another kind; and not_a_contract where the address takes a call and answers nothing, as one without code does.
 */
export function requireLpStrategy(strategy: Address, reads: StrategyReads, asOf: AsOf): void {
  const { asset, accepted, charmVault, lpVault, allocation } = reads
  const where = `${strategy} on chain ${asOf.chainId}`
  if (asset === null && accepted === undefined) {
    throw new ApiError('not_a_contract', `address: there is no contract at ${where}, or one that answers nothing`)
  }
  if (asset === null && allocation.vault === null) {
    throw new ApiError('not_a_strategy', `address: ${where} answers neither asset() nor vault() as a strategy does`)
  }
  if (charmVault.address === null && lpVault.address === null) {
    throw new ApiError('not_a_strategy', `address: ${where} does not name an LP vault as a liquidity strategy does`)
  }
}

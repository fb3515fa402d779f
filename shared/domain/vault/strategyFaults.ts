import { isAddressEqual, type Address } from 'viem'
import type { DescribedStrategy } from './describeStrategy.ts'

/** What is wrong with a strategy of a vault of `coin`; null if nothing is. */
export function strategyFault({ asset }: DescribedStrategy, coin: Address): string | null {
  return asset && !isAddressEqual(asset, coin) ? `Its asset is ${asset}` : null
}

/** What somebody should look at; null if nothing. */
export function strategyDoubt(strategy: DescribedStrategy): string | null {
  const { asset, isActive, activeInVault, impaired, totalAssets, lendpool } = strategy
  if (!asset || isActive === null || totalAssets === null) return 'Cannot be read in full'
  if (!isActive || activeInVault === false) return 'Switched off'
  if (impaired) return 'Impaired: the vault values it at zero'
  return lendpool?.paused ? 'Its inner vault is paused' : null
}

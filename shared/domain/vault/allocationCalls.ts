import type { Address } from 'viem'
import type { Describe, Ref } from '../../chain/calls.ts'
import { creatorVaultAbi } from './creatorVaultAbi.ts'

/**
 * A vault's records on one of its strategies. `weight` is relative to its totalStrategyWeight; a `maxAssets` of 0 means
 * the debt.
 */
export const allocationCalls = ({ at }: Describe, vault: Address | Ref<Address>, strategy: Address | Ref<Address>) => {
  const book = at(vault, creatorVaultAbi)
  return {
    weight: book('strategyWeights', [strategy]),
    debt: book('strategyDebt', [strategy]),
    maxAssets: book('strategyMaxAssets', [strategy]),
    activeInVault: book('activeStrategies', [strategy]),
    impaired: book('strategyImpaired', [strategy]),
  }
}

import type { Address } from 'viem'
import type { Describe, Ref, Resolved } from '../../../shared/chain/calls.ts'
import { innerVaultAbi, vaultAuthAbi } from '../../../shared/domain/lendpool/lendpoolAbi.ts'
import { lenderCalls, ruleBookCalls } from '../../../shared/domain/lendpool/lenderCalls.ts'
import { lpStrategyAbi } from '../../../shared/domain/lpstrat/lpStrategyAbi.ts'
import { forEachName, lpVaultNames } from '../../../shared/domain/lpstrat/lpStrategyCalls.ts'
import { rebalancingCalls } from '../../../shared/domain/lpstrat/lpVaultCalls.ts'
import { creatorVaultAbi } from '../../../shared/domain/vault/creatorVaultAbi.ts'
import { strategyAbi } from '../../../shared/domain/vault/strategyAbi.ts'

/** More than a vault usually has; the rest of a longer list is not read. */
export const MOST_STRATEGIES = 4

/** Owners and administrators of a vault's strategies and of the contracts behind each. */
export function strategyReads(describe: Describe, vault: Ref<Address>, wallet: Address) {
  const { at, times } = describe
  const book = at(vault, creatorVaultAbi)
  const count = book('strategyCount')
  return {
    count,
    list: times(count, MOST_STRATEGIES, (index) => {
      const address = book('strategyList', [index])
      const lender = lenderCalls(describe, address)
      const auth = at(lender.innerVault, innerVaultAbi)('AUTH')
      const lpVaults = lpVaultNames(describe, address)
      return {
        address,
        owner: at(address, strategyAbi)('owner'),
        lender,
        auth,
        ruleBook: ruleBookCalls(describe, auth),
        isAdmin: at(auth, vaultAuthAbi)('isAdmin', [wallet]),
        active: at(address, lpStrategyAbi)('active'),
        lpVaults,
        rebalancing: forEachName(lpVaults, (lpVault) => rebalancingCalls(describe, lpVault)),
      }
    }),
  }
}

export type StrategyReads = Resolved<ReturnType<typeof strategyReads>>['list'][number]

import type { Address } from 'viem'
import { allocationCalls } from './allocationCalls.ts'
import { creatorVaultAbi } from './creatorVaultAbi.ts'
import { innerVaultAbi, lendpoolAbi, vaultAuthAbi, lendpoolStrategyAbi } from '../lendpool/lendpoolAbi.ts'
import { lenderCalls, ruleBookCalls } from '../lendpool/lenderCalls.ts'
import { lpVaultNames, settingsCalls } from '../lpstrat/lpStrategyCalls.ts'
import { bridgeStrategyAbi, strategyAbi } from './strategyAbi.ts'
import type { Describe, Resolved } from '../../chain/calls.ts'

/** More than any vault has; the rest of a longer list is not read. */
export const MOST_STRATEGIES = 64

/** The reads behind a vault's strategies: its records on them, each strategy, and the contracts behind each. */
export const vaultStrategyCalls = (describe: Describe, vault: Address) => {
  const { at, times } = describe
  const book = at(vault, creatorVaultAbi)
  const count = book('strategyCount')
  return {
    count,
    totalWeight: book('totalStrategyWeight'),
    list: times(count, MOST_STRATEGIES, (index) => {
      const address = book('strategyList', [index])
      const any = at(address, strategyAbi)
      const bridge = at(address, bridgeStrategyAbi)
      const lender = lenderCalls(describe, address)
      const inner = at(lender.innerVault, innerVaultAbi)
      const [pool, auth] = [inner('AJNA_POOL'), inner('AUTH')]
      const { admin, minBucketIndex } = ruleBookCalls(describe, auth)
      return {
        address,
        ...allocationCalls(describe, vault, address),
        owner: any('owner'),
        asset: any('asset'),
        isActive: any('isActive'),
        isValuationReady: any('isValuationReady'),
        totalAssets: any('getTotalAssets'),
        realizableAssets: at(address, lendpoolStrategyAbi)('getRealizableAssets'),
        lendpool: {
          ...lender,
          pool,
          collateralToken: at(pool, lendpoolAbi)('collateralAddress'),
          auth,
          authAdmin: admin,
          bufferRatioBps: at(auth, vaultAuthAbi)('bufferRatio'),
          minBucketIndex,
          paused: at(auth, vaultAuthAbi)('paused'),
        },
        lpstrat: { ...lpVaultNames(describe, address), ...settingsCalls(describe, address) },
        svm: {
          bridgeAdapter: bridge('bridgeAdapter'),
          bridge: bridge('bridgeAddress'),
          destination: bridge('solanaDestination'),
        },
      }
    }),
  }
}

/** The values read for one of a vault's strategies; null if a contract does not answer. */
export type VaultStrategyReads = Resolved<ReturnType<typeof vaultStrategyCalls>>['list'][number]

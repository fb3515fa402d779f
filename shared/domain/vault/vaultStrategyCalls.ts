import type { Address } from 'viem'
import { allocationCalls } from './allocationCalls.ts'
import { creatorVaultAbi } from './creatorVaultAbi.ts'
import { innerVaultAbi, lendpoolAbi, vaultAuthAbi } from '../lendpool/lendpoolAbi.ts'
import { lendpoolStrategyAbi } from '../lendpool/lendpoolStrategyAbi.ts'
import { lpStrategyAbi } from '../lpstrat/lpStrategyAbi.ts'
import { bridgeStrategyAbi, strategyAbi } from './strategyAbi.ts'
import type { Describe, Resolved } from '../../chain/calls.ts'

/** More than any vault has; the rest of a longer list is not read. */
export const MOST_STRATEGIES = 64

/** The reads behind a vault's strategies: its book of them, each strategy, and what stands behind each. */
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
      const lender = at(address, lendpoolStrategyAbi)
      const liquidity = at(address, lpStrategyAbi)
      const bridge = at(address, bridgeStrategyAbi)
      const innerVault = lender('ERC4626_VAULT')
      const inner = at(innerVault, innerVaultAbi)
      const pool = inner('AJNA_POOL')
      const authAddress = inner('AUTH')
      const auth = at(authAddress, vaultAuthAbi)
      return {
        address,
        ...allocationCalls(describe, vault, address),
        owner: any('owner'),
        asset: any('asset'),
        isActive: any('isActive'),
        isValuationReady: any('isValuationReady'),
        totalAssets: any('getTotalAssets'),
        realizableAssets: lender('getRealizableAssets'),
        lendpool: {
          idleBufferBps: lender('idleBufferBps'),
          innerVault,
          pool,
          collateralToken: at(pool, lendpoolAbi)('collateralAddress'),
          auth: authAddress,
          authAdmin: auth('admin'),
          bufferRatioBps: auth('bufferRatio'),
          minBucketIndex: auth('minBucketIndex'),
          paused: auth('paused'),
        },
        lpstrat: {
          charmVault: liquidity('charmVault'),
          lpVault: liquidity('lpVault'),
          swapPool: liquidity('swapPool'),
          swapPoolFee: liquidity('swapPoolFee'),
          swapSlippageBps: liquidity('swapSlippageBps'),
          depositSlippageBps: liquidity('depositSlippageBps'),
          maxSwapPercent: liquidity('maxSwapPercent'),
          autoFeeTier: liquidity('autoFeeTier'),
        },
        svm: {
          bridgeAdapter: bridge('bridgeAdapter'),
          bridge: bridge('bridgeAddress'),
          destination: bridge('solanaDestination'),
        },
      }
    }),
  }
}

/** What was read of one of a vault's strategies; null where a contract does not answer. */
export type VaultStrategyReads = Resolved<ReturnType<typeof vaultStrategyCalls>>['list'][number]

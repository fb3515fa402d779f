import type { Address } from 'viem'
import { creatorVaultAbi } from '../../../shared/domain/vault/creatorVaultAbi.ts'
import { innerVaultAbi, lendpoolAbi, vaultAuthAbi } from '../../../shared/domain/lendpool/lendpoolAbi.ts'
import { lendpoolStrategyAbi } from '../../../shared/domain/lendpool/lendpoolStrategyAbi.ts'
import { lpStrategyAbi } from '../../../shared/domain/lpstrat/lpStrategyAbi.ts'
import { bridgeStrategyAbi, strategyAbi } from '../../../shared/domain/vault/strategyAbi.ts'
import type { Describe, Resolved } from '../../../shared/chain/calls.ts'

/** More than any vault has; the rest of a longer list is not read. */
export const maxStrategies = 64

/** The reads behind a vault's strategies: its book of them, each strategy, and what stands behind each. */
export const strategyCalls = ({ at, times }: Describe, vault: Address) => {
  const book = at(vault, creatorVaultAbi)
  const count = book('strategyCount')
  return {
    count,
    totalWeight: book('totalStrategyWeight'),
    list: times(count, maxStrategies, (index) => {
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
        weight: book('strategyWeights', [address]),
        debt: book('strategyDebt', [address]),
        maxAssets: book('strategyMaxAssets', [address]),
        activeInVault: book('activeStrategies', [address]),
        impaired: book('strategyImpaired', [address]),
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

/** What was read of a vault's strategies; null where a contract does not answer. */
export type StrategiesReads = Resolved<ReturnType<typeof strategyCalls>>
export type StrategyReads = StrategiesReads['list'][number]

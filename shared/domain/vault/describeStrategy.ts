import type * as z from 'zod'
import { zeroHash, isAddressEqual, type Address } from 'viem'
import type { VaultStrategy } from '../../../schema/vault/strategy.ts'
import { bucketPriceText } from '../lendpool/wadText.ts'
import { knownAddress } from '../../text/address.ts'
import { currentLpVault, namesLpVault } from '../lpstrat/lpStrategyCalls.ts'
import { knownBpsOf } from '../dex/Ratio.ts'
import { decimal } from '../../text/decimal.ts'
import type { VaultStrategyReads } from './vaultStrategyCalls.ts'

export type DescribedStrategy = z.output<typeof VaultStrategy>

/** A strategy as answers describe it; `totalWeight` is what the vault's weights are relative to. */
export function describeStrategy(reads: VaultStrategyReads, totalWeight: bigint | null): DescribedStrategy {
  const lendpool = lendpoolOf(reads)
  const lpstrat = lpstratOf(reads)
  const svm = svmOf(reads)
  // A contract that answers as several kinds is decided in this order; parts that it names come before parts it might
  // name.
  const kind = lendpool ? 'lendpool' : lpstrat?.lpVault ? 'lpstrat' : svm ? 'svm' : lpstrat ? 'lpstrat' : 'unknown'
  const { weight } = reads
  return {
    address: knownAddress(reads.address),
    kind,
    owner: knownAddress(reads.owner),
    asset: knownAddress(reads.asset),
    isActive: reads.isActive,
    activeInVault: reads.activeInVault,
    impaired: reads.impaired,
    isValuationReady: reads.isValuationReady,
    weight: decimal(weight),
    weightBps: knownBpsOf(weight, totalWeight),
    debt: decimal(reads.debt),
    maxAssets: decimal(reads.maxAssets),
    totalAssets: decimal(reads.totalAssets),
    realizableAssets: decimal(reads.realizableAssets),
    lendpool: kind === 'lendpool' ? lendpool : null,
    lpstrat: kind === 'lpstrat' ? lpstrat : null,
    svm: kind === 'svm' ? svm : null,
  }
}

/** A lending strategy is recognised by the pool of its inner vault. */
function lendpoolOf({ lendpool: reads }: VaultStrategyReads): DescribedStrategy['lendpool'] {
  const pool = knownAddress(reads.pool)
  if (!pool) return null
  return {
    pool,
    collateralToken: knownAddress(reads.collateralToken),
    idleBufferBps: decimal(reads.idleBufferBps),
    innerVault: knownAddress(reads.innerVault),
    auth: knownAddress(reads.auth),
    authAdmin: knownAddress(reads.authAdmin),
    bufferRatioBps: decimal(reads.bufferRatioBps),
    minBucketIndex: decimal(reads.minBucketIndex),
    minBucketPrice: bucketPriceText(reads.minBucketIndex),
    paused: reads.paused,
  }
}

function lpstratOf({ lpstrat: reads }: VaultStrategyReads): DescribedStrategy['lpstrat'] {
  if (!namesLpVault(reads)) return null
  return {
    lpVault: currentLpVault(reads),
    swapPool: knownAddress(reads.swapPool),
    swapPoolFee: decimal(reads.swapPoolFee),
    swapSlippageBps: decimal(reads.swapSlippageBps),
    depositSlippageBps: decimal(reads.depositSlippageBps),
    maxSwapPercent: decimal(reads.maxSwapPercent),
    autoFeeTier: reads.autoFeeTier,
  }
}

/** A bridging strategy is recognised by its adapter, or by a destination. */
function svmOf({ svm: reads }: VaultStrategyReads): DescribedStrategy['svm'] {
  const bridgeAdapter = knownAddress(reads.bridgeAdapter)
  const destination = reads.destination === zeroHash ? null : reads.destination
  if (!bridgeAdapter && !destination) return null
  return { bridgeAdapter, bridge: knownAddress(reads.bridge), destination }
}

/** Fault of a strategy of a vault of `coin`, or null. */
export function strategyFault({ asset }: DescribedStrategy, coin: Address): string | null {
  return asset && !isAddressEqual(asset, coin) ? `Its asset is ${asset}` : null
}

/** Doubt about a strategy that a person should check, or null. */
export function strategyDoubt(strategy: DescribedStrategy): string | null {
  const { asset, isActive, activeInVault, impaired, totalAssets, lendpool } = strategy
  if (!asset || isActive === null || totalAssets === null) return 'Not all of its values could be read'
  if (!isActive || activeInVault === false) return 'Not active'
  if (impaired) return 'Impaired: the vault values it at zero'
  return lendpool?.paused ? 'Its inner vault is paused' : null
}

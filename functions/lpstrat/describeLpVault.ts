import type * as z from 'zod'
import type { LpStrategy } from '../../schema/lpstrat/index.ts'
import { knownAddress } from '../../shared/text/address.ts'
import { knownBpsOf } from '../../shared/domain/dex/Ratio.ts'
import { decimal } from '../../shared/text/decimal.ts'
import type { LpVaultReads } from '../../shared/domain/lpstrat/lpVaultCalls.ts'

type Answer = z.output<typeof LpStrategy>

/** The LP vault; null if the strategy has none. */
export function describeLpVault(reads: LpVaultReads): Answer['lpVault'] {
  const address = knownAddress(reads.address)
  if (!address) return null
  const [total0 = null, total1 = null] = reads.totalAmounts ?? []
  return {
    address,
    recognized: reads.recognized,
    pool: knownAddress(reads.pool),
    poolFee: decimal(reads.poolFee),
    token0: knownAddress(reads.token0),
    token0Decimals: reads.token0Decimals,
    token1: knownAddress(reads.token1),
    token1Decimals: reads.token1Decimals,
    baseLower: reads.baseLower,
    baseUpper: reads.baseUpper,
    limitLower: reads.limitLower,
    limitUpper: reads.limitUpper,
    fullLower: reads.fullLower,
    fullUpper: reads.fullUpper,
    total0: decimal(total0),
    total1: decimal(total1),
    totalSupply: decimal(reads.totalSupply),
    maxTotalSupply: decimal(reads.maxTotalSupply),
    strategyShares: decimal(reads.strategyShares),
    manager: knownAddress(reads.manager),
    pendingManager: knownAddress(reads.pendingManager),
    rebalanceDelegate: knownAddress(reads.rebalanceDelegate),
    lastRebalance: decimal(reads.lastTimestamp),
    rebalancePeriod: decimal(reads.period),
  }
}

/** The strategy's share of what the LP vault holds: total * shares / supply, rounded down like a withdrawal. */
export function positionOf(reads: LpVaultReads): Answer['position'] {
  if (!knownAddress(reads.address)) return null
  const { totalAmounts, totalSupply: supply, strategyShares: shares } = reads
  const part = (total: bigint | undefined) =>
    shares === 0n ? '0' : total === undefined || shares === null || !supply ? null : String((total * shares) / supply)
  return {
    amount0: part(totalAmounts?.[0]),
    amount1: part(totalAmounts?.[1]),
    shareBps: knownBpsOf(shares, supply),
  }
}

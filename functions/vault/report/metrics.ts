import type * as z from 'zod'
import type { VaultMetrics } from '../../../schema/vault/report.ts'
import { decimal } from '../../../shared/text/decimal.ts'
import { shiftDecimals, toDecimal } from '../../../shared/domain/dex/Ratio.ts'
import type { ReportReads } from './reportCalls.ts'

/** Vault shares behind one share token. */
const sharesPerShareToken = 1000n

const vaultModes = ['normal', 'suspect'] as const

/** A vault's economics. While there are no shares there is no price: the contract then returns a constant. */
export function metrics({ vault, coin, strategies }: ReportReads): z.output<typeof VaultMetrics> {
  const price = vault.totalSupply ? vault.pricePerShare : null
  return {
    assetDecimals: coin.decimals,
    shareDecimals: vault.decimals,
    totalAssets: decimal(vault.totalAssets),
    totalSupply: decimal(vault.totalSupply),
    pricePerShare: decimal(price),
    assetsPerShareToken: price === null ? null : perShareToken(price, coin.decimals, vault.decimals),
    coinBalance: decimal(vault.coinBalance),
    totalDebt: decimal(vault.totalDebt),
    totalStrategyWeight: decimal(strategies.totalWeight),
    totalLockedShares: decimal(vault.totalLockedShares),
    totalQueuedWithdrawalShares: decimal(vault.totalQueuedWithdrawalShares),
    maxTotalSupply: decimal(vault.maxTotalSupply),
    paused: vault.paused,
    isShutdown: vault.isShutdown,
    vaultMode: vault.vaultMode === null ? null : (vaultModes[vault.vaultMode] ?? 'unknown'),
    performanceFeeBps: vault.performanceFee,
    managementFeeBps: vault.managementFee,
    whitelistEnabled: vault.whitelistEnabled,
    liquidity: vault.liquidity && liquidityOf(vault.liquidity),
  }
}

/** `price` is in coin base units per 1e18 share base units. */
function perShareToken(price: bigint, coinDecimals: number | null, shareDecimals: number | null): string | null {
  if (coinDecimals === null || shareDecimals === null) return null
  return toDecimal(
    shiftDecimals({ over: price * sharesPerShareToken, under: 1n }, shareDecimals - 18 - coinDecimals),
    36,
  )
}

const liquidityOf = (snapshot: NonNullable<ReportReads['vault']['liquidity']>) => ({
  idleAssets: String(snapshot.idleAssets),
  minIdleReserve: String(snapshot.minIdleReserve),
  instantIdleAssets: String(snapshot.instantIdleAssets),
  instantIdleBps: String(snapshot.instantIdleBps),
  queuedWithdrawalShares: String(snapshot.queuedWithdrawalShares),
  lockedProfitShares: String(snapshot.lockedProfitShares),
  maxSyncWithdrawAssets: String(snapshot.maxSyncWithdrawAssets),
})

import { knownAddress } from '../../shared/text/address.ts'
import { decimal } from '../../shared/text/decimal.ts'
import { hasGraduated } from '../../shared/domain/auction/phase.ts'
import type { Arm, Auction } from '../../shared/domain/auction/readAuction.ts'

/**
 * How far an auction is between its launch and the pool; for an auction without a launch arm, what its own blocks show.
 */
export function lifecycleFields(read: Auction, blockTimeMs: number) {
  const { arm, terms, asOf, block } = read
  const lifecycle = arm?.lifecycle ?? null
  const known = terms !== null
  const [start, end, claim] = [terms?.startBlock ?? null, terms?.endBlock ?? null, terms?.claimBlock ?? null]
  const time = (target: bigint | null): string | null => {
    if (target === null || target <= block) return null
    const at = new Date(asOf.timestamp * 1000 + Number(target - block) * blockTimeMs)
    return Number.isNaN(at.getTime()) ? null : at.toISOString()
  }
  return {
    lifecycleAuctionWindowOpen:
      lifecycle?.auctionWindowOpen ?? (known ? block >= terms.startBlock && block <= terms.endBlock : null),
    lifecycleClaimOpen: lifecycle?.claimOpen ?? (claim === null ? null : block >= claim && hasGraduated(read)),
    lifecycleCurrencySwept: lifecycle?.currencySwept ?? null,
    lifecycleUnsoldSwept: lifecycle?.unsoldSwept ?? null,
    lifecycleMigrated: lifecycle?.migrated ?? null,
    lifecycleFailedFinalized: lifecycle?.failedFinalized ?? null,
    lifecycleStartBlock: decimal(lifecycle?.startBlock ?? start),
    lifecycleStartTime: time(start),
    lifecycleEndBlock: decimal(lifecycle?.endBlock ?? end),
    lifecycleEndTime: time(end),
    lifecycleClaimBlock: decimal(lifecycle?.claimBlock ?? claim),
    lifecycleClaimTime: time(claim),
    lifecycleMigrationBlock: decimal(lifecycle?.migrationBlock ?? null),
    lifecycleSweepBlock: decimal(lifecycle?.sweepBlock ?? null),
    lifecycleLpReserveAmount: decimal(lifecycle?.lpReserveAmount ?? null),
  }
}

/** The other auctions of a launch arm, and what backs its vault's shares now and backed them at the launch. */
export function backingFields(arm: Arm | null) {
  const [vault, ...amounts] = arm?.backing ?? [null]
  const [launchAssets, launchSupply, assets, supply, assetsDelta, supplyDelta] = amounts
  return {
    pastAuctions: [...(arm?.past ?? [])],
    auctionCount: decimal(arm?.count ?? null),
    backingVault: knownAddress(vault),
    launchTotalAssets: decimal(launchAssets ?? null),
    launchTotalSupply: decimal(launchSupply ?? null),
    currentTotalAssets: decimal(assets ?? null),
    currentTotalSupply: decimal(supply ?? null),
    assetsDelta: decimal(assetsDelta ?? null),
    supplyDelta: decimal(supplyDelta ?? null),
  }
}

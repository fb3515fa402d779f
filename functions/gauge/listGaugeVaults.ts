import type { gauge } from '../../schema/gauge/index.ts'
import { knownAddress } from '../../shared/text/address.ts'
import { type ListedVault, listedVaultsCalls, listedVaultsOf } from '../../shared/domain/gauge/listedVaultsCalls.ts'
import type { Handler } from '../../shared/http/handler.ts'
import { bpsOf } from '../../shared/domain/dex/Ratio.ts'
import { decimal, integer } from '../../shared/text/decimal.ts'
import { plainTextOrNull } from '../../shared/text/plainText.ts'

/**
 * The vaults that can receive votes, from the gauge (getEligibleVaults, or an older contract's getWhitelistedVaults
 * without those that canReceiveVotes refuses; getTotalWeight, getVaultWeight, getVaultProbabilityBoostPPM), with the
 * names and coins of the vaults. All weights are of the current epoch.
 *
 * Throws role_not_configured without a gauge, and what a chain read throws.
 */
export const listGaugeVaults: Handler<typeof gauge.listGaugeVaults> = async (_, { chain }) => {
  const gaugeVoting = chain.role('gaugeVoting')
  const { value, asOf } = await chain.read((describe) => listedVaultsCalls(describe, gaugeVoting))
  const { currentEpoch, source, totalWeight, unlistedWeight, vaults, truncated } = listedVaultsOf(gaugeVoting, value)
  return {
    asOf,
    data: {
      chainId: asOf.chainId,
      gaugeVoting,
      currentEpoch,
      source,
      totalWeight: String(totalWeight),
      unlistedWeight: decimal(unlistedWeight),
      vaults: vaults.flatMap((vault) => describeVault(vault, totalWeight)),
      truncated,
    },
  }
}

function describeVault(reads: ListedVault, total: bigint) {
  const vault = knownAddress(reads.vault)
  if (!vault) return []
  return {
    vault,
    symbol: plainTextOrNull(reads.symbol, 64),
    name: plainTextOrNull(reads.name, 256),
    coin: knownAddress(reads.coin),
    coinSymbol: plainTextOrNull(reads.coinSymbol, 64),
    weight: decimal(reads.weight),
    weightBps: reads.weight === null ? null : bpsOf(reads.weight, total),
    gaugeBoostPPM: integer(reads.boost),
  }
}

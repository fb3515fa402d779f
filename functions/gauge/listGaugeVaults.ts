import type { Address } from 'viem'
import type { gauge } from '../../schema/gauge.ts'
import { creatorVaultAbi } from '../../shared/domain/vault/creatorVaultAbi.ts'
import { erc20Abi } from '../../shared/abi/erc20.ts'
import { gaugeVotingAbi } from '../../shared/domain/gauge/gaugeVotingAbi.ts'
import type { Describe, Ref, Resolved } from '../../shared/chain/calls.ts'
import { knownAddress } from '../../shared/chain/knownAddress.ts'
import type { Handler } from '../../shared/http/handler.ts'
import { ApiError } from '../../shared/errors/ApiError.ts'
import { plainTextOrNull } from '../../shared/text/plainText.ts'
import { decimal } from '../../shared/text/decimal.ts'
import { bpsOf } from '../../shared/price/bpsOf.ts'
import { integer } from './integer.ts'

/** Vaults of one request. */
const MAX_VAULTS = 64

/** The reads behind one vault of a list. */
const vaultCalls = ({ at }: Describe, gaugeVoting: Address, vault: Ref<Address>) => {
  const gauge = at(gaugeVoting, gaugeVotingAbi)
  const share = at(vault, erc20Abi)
  const coin = at(vault, creatorVaultAbi)('asset')
  return {
    vault,
    weight: gauge('getVaultWeight', [vault]),
    boost: gauge('getVaultProbabilityBoostPPM', [vault]),
    symbol: share('symbol'),
    name: share('name'),
    coin,
    coinSymbol: at(coin, erc20Abi)('symbol'),
  }
}

/**
 * The vaults that can receive votes, from the gauge (getEligibleVaults, or an older contract's getWhitelistedVaults less
 * those that canReceiveVotes refuses; getTotalWeight, getVaultWeight, getVaultProbabilityBoostPPM), with the names and
 * coins of the vaults. All weights are of the current epoch.
 *
 * Throws role_not_configured without a gauge, and what a chain read throws.
 */
export const listGaugeVaults: Handler<typeof gauge.listGaugeVaults> = async (_, { chain }) => {
  const gaugeVoting = chain.role('gaugeVoting')
  const { value, asOf } = await chain.read((describe) => {
    const gauge = describe.at(gaugeVoting, gaugeVotingAbi)
    const eligible = gauge('getEligibleVaults')
    const whitelisted = gauge('getWhitelistedVaults')
    const part = (vault: Ref<Address>) => vaultCalls(describe, gaugeVoting, vault)
    const checkedPart = (vault: Ref<Address>) => ({ ...part(vault), eligible: gauge('canReceiveVotes', [vault]) })
    return {
      currentEpoch: gauge('currentEpoch'),
      totalWeight: gauge('getTotalWeight'),
      eligible,
      eligibleVaults: describe.each(eligible, MAX_VAULTS, part),
      whitelisted,
      whitelistedVaults: describe.each(whitelisted, MAX_VAULTS, checkedPart),
    }
  })
  const { eligible, whitelisted, totalWeight } = value
  const currentEpoch = integer(value.currentEpoch)
  const list = eligible ?? whitelisted
  if (currentEpoch === null || totalWeight === null || list === null)
    throw new ApiError('role_not_configured', `gaugeVoting ${gaugeVoting} does not answer as a gauge`)
  const listed = eligible ? value.eligibleVaults : value.whitelistedVaults.filter((vault) => vault.eligible !== false)
  const listedWeight = sumOf(listed.map(({ weight }) => weight))
  return {
    asOf,
    data: {
      chainId: asOf.chainId,
      gaugeVoting,
      currentEpoch,
      source: eligible ? 'surface' : 'whitelist',
      totalWeight: String(totalWeight),
      unlistedWeight: listedWeight === null ? null : String(totalWeight - listedWeight),
      vaults: listed.flatMap((vault) => describeVault(vault, totalWeight)),
      truncated: list.length > MAX_VAULTS,
    },
  }
}

/** Null where one of them is not known. */
const sumOf = (weights: readonly (bigint | null)[]): bigint | null =>
  weights.reduce<bigint | null>((sum, weight) => (sum === null || weight === null ? null : sum + weight), 0n)

function describeVault(reads: Resolved<ReturnType<typeof vaultCalls>>, total: bigint) {
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

import type { Address } from 'viem'
import { erc20Abi } from '../../abi/standards.ts'
import type { Describe, Ref, Resolved } from '../../chain/calls.ts'
import { integer } from '../../text/decimal.ts'
import { creatorVaultAbi } from '../vault/creatorVaultAbi.ts'
import { requireGauge } from './epochCalls.ts'
import { gaugeVotingAbi } from './gaugeVotingAbi.ts'

/** The most vaults read of one list; the rest of a longer one is ignored. */
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
 * The reads behind the vaults that can receive votes: getEligibleVaults, or an older gauge's getWhitelistedVaults, whose
 * vaults canReceiveVotes may refuse; at most `most` of each. All weights are for the current epoch.
 */
export const listedVaultsCalls = (describe: Describe, gaugeVoting: Address, most = MAX_VAULTS) => {
  const gauge = describe.at(gaugeVoting, gaugeVotingAbi)
  const eligible = gauge('getEligibleVaults')
  const whitelisted = gauge('getWhitelistedVaults')
  const part = (vault: Ref<Address>) => vaultCalls(describe, gaugeVoting, vault)
  const checkedPart = (vault: Ref<Address>) => ({ ...part(vault), eligible: gauge('canReceiveVotes', [vault]) })
  return {
    currentEpoch: gauge('currentEpoch'),
    totalWeight: gauge('getTotalWeight'),
    eligible,
    eligibleVaults: describe.each(eligible, most, part),
    whitelisted,
    whitelistedVaults: describe.each(whitelisted, most, checkedPart),
  }
}

/** A vault that can receive votes; null means not known. */
export type ListedVault = Resolved<ReturnType<typeof vaultCalls>>

export interface ListedVaults {
  readonly currentEpoch: number
  readonly source: 'surface' | 'whitelist'
  readonly totalWeight: bigint
  /** Weight of vaults that are not in the list; null if one of the list's is not known. */
  readonly unlistedWeight: bigint | null
  readonly vaults: readonly ListedVault[]
  readonly truncated: boolean
}

/** The list as it was read. Throws role_not_configured if the contract does not answer as a gauge. */
export function listedVaultsOf(
  gaugeVoting: Address,
  reads: Resolved<ReturnType<typeof listedVaultsCalls>>,
  most = MAX_VAULTS,
): ListedVaults {
  const { eligible, whitelisted } = reads
  const list = requireGauge(gaugeVoting, eligible ?? whitelisted)
  const totalWeight = requireGauge(gaugeVoting, reads.totalWeight)
  const vaults = eligible ? reads.eligibleVaults : reads.whitelistedVaults.filter((vault) => vault.eligible !== false)
  const listedWeight = sumOf(vaults.map(({ weight }) => weight))
  return {
    currentEpoch: requireGauge(gaugeVoting, integer(reads.currentEpoch)),
    source: eligible ? 'surface' : 'whitelist',
    totalWeight,
    unlistedWeight: listedWeight === null ? null : totalWeight - listedWeight,
    vaults,
    truncated: list.length > most,
  }
}

/** Null if one of them is not known. */
const sumOf = (weights: readonly (bigint | null)[]): bigint | null =>
  weights.reduce<bigint | null>((sum, weight) => (sum === null || weight === null ? null : sum + weight), 0n)

import type { Address } from 'viem'
import { erc20Abi } from '../../../shared/abi/standards.ts'
import type { Describe, Ref, Resolved } from '../../../shared/chain/calls.ts'
import { gaugeVotingAbi } from '../../../shared/domain/gauge/gaugeVotingAbi.ts'
import { shareTokenAbi } from '../../../shared/domain/token/shareTokenAbi.ts'
import { oracleAbi, registryAbi } from '../../../shared/domain/vault/protocolAbis.ts'
import { lotteryManagerAbi } from './managerCalls.ts'

/** The most lanes in one answer. */
export const LANES = 64

/**
 * The lottery of one coin: its numbers, the reserve in share tokens, and what that redeems for according to the share
 * token itself, which accounts for one share token standing for a thousand vault shares.
 */
export function laneCalls({ at, word }: Describe, manager: Address, registryAt: Address, coin: Address | Ref<Address>) {
  const registry = at(registryAt, registryAbi)
  const stats = at(manager, lotteryManagerAbi)('getTokenLotteryStats', [coin])
  const shareToken = registry('getShareOFTForToken', [coin])
  const oracle = registry('getOracleForToken', [coin])
  return {
    stats,
    vault: registry('getVaultForToken', [coin]),
    active: registry('isTokenActive', [coin]),
    shareToken,
    shareDecimals: at(shareToken, erc20Abi)('decimals'),
    shareVault: at(shareToken, shareTokenAbi)('vault'),
    coinDecimals: at(coin, erc20Abi)('decimals'),
    assets: at(shareToken, shareTokenAbi)('convertToAssets', [word<bigint>(stats, 3)]),
    oracle,
    price: at(oracle, oracleAbi)('getAssetPrice'),
  }
}

/** Boost of a lane's tickets by votes, in PPM; null without a voting gauge. */
export const boostCall = ({ at }: Describe, gaugeVoting: Address | undefined, vault: Ref<Address>) =>
  gaugeVoting ? at(gaugeVoting, gaugeVotingAbi)('getVaultProbabilityBoostPPM', [vault]) : null

/** Every lane of the registry, at most 64. */
export function allLaneCalls(describe: Describe, manager: Address, registryAt: Address) {
  const registry = describe.at(registryAt, registryAbi)
  return {
    count: registry('getTokenCount'),
    list: describe.each(registry('getTokensPaginated', [0n, BigInt(LANES)]), LANES, (coin) => ({
      coin,
      ...laneCalls(describe, manager, registryAt, coin),
    })),
  }
}

export type LaneReads = Resolved<ReturnType<typeof laneCalls>>

import type { Address } from 'viem'
import { erc20Abi } from '../../../shared/abi/erc20.ts'
import { lotteryManagerAbi } from '../../../shared/domain/lottery/lotteryManagerAbi.ts'
import { oracleAbi } from '../../../shared/domain/vault/oracleAbi.ts'
import { registryAbi } from '../../../shared/domain/vault/registryAbi.ts'
import { shareTokenAbi } from '../../../shared/domain/token/shareTokenAbi.ts'
import type { Describe, Ref, Resolved } from '../../../shared/chain/calls.ts'

/** Lanes of one answer. */
export const LANES = 64

/**
 * The lottery of one coin: its numbers, the reserve in share tokens and what that redeems for by the share token itself,
 * which knows that it stands for a thousand vault shares.
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

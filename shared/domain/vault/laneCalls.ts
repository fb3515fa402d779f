import type { Address } from 'viem'
import { erc20Abi } from '../../abi/standards.ts'
import type { Describe, Ref, Resolved } from '../../chain/calls.ts'
import { knownAddress } from '../../text/address.ts'
import { registryAbi } from './protocolAbis.ts'

/**
 * A creator coin with its vault and share token, as reported by the registry and the contracts themselves; null if they
 * do not answer.
 */
export interface LaneNames {
  readonly coin: Address
  readonly vault: Address
  readonly shareToken: Address | null
  /** 0 for a creator's lane, 1 for an agent's. */
  readonly kind: number | null
  /** All lanes of a registry without this switch are active. */
  readonly active: boolean
  readonly name: string | null
  readonly symbol: string | null
  readonly shareName: string | null
  readonly shareSymbol: string | null
  readonly coinName: string | null
  readonly coinSymbol: string | null
  readonly coinDecimals: number | null
}

/** The reads behind a lane of the registry, by its creator coin. */
export const laneCalls = ({ at }: Pick<Describe, 'at'>, registryAddress: Address, coin: Address | Ref<Address>) => {
  const registry = at(registryAddress, registryAbi)
  const vault = registry('getVaultForToken', [coin])
  const shareToken = registry('getShareOFTForToken', [coin])
  return {
    coin,
    vault,
    shareToken,
    kind: registry('getVaultKind', [vault]),
    active: registry('isTokenActive', [coin]),
    name: at(vault, erc20Abi)('name'),
    symbol: at(vault, erc20Abi)('symbol'),
    shareName: at(shareToken, erc20Abi)('name'),
    shareSymbol: at(shareToken, erc20Abi)('symbol'),
    coinName: at(coin, erc20Abi)('name'),
    coinSymbol: at(coin, erc20Abi)('symbol'),
    coinDecimals: at(coin, erc20Abi)('decimals'),
  }
}

/** The lane as it was read; null for a coin that the registry does not know. */
export function laneOf(reads: Resolved<ReturnType<typeof laneCalls>>): LaneNames | null {
  const [coin, vault] = [knownAddress(reads.coin), knownAddress(reads.vault)]
  if (coin === null || vault === null) return null
  return { ...reads, coin, vault, shareToken: knownAddress(reads.shareToken), active: reads.active ?? true }
}

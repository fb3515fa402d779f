import { zeroAddress, type Address } from 'viem'
import { erc20Abi } from '../../abi/standards.ts'
import { oracleAbi, registryAbi } from './protocolAbis.ts'
import { shareTokenAbi } from '../token/shareTokenAbi.ts'
import { ApiError } from '../../errors/ApiError.ts'
import type { Describe } from '../../chain/calls.ts'
import type { AsOf, BlockPoint, Chain } from '../../chain/chain.ts'

/** The most lanes in one request: about 250 000 gas each, of the 50 million that nodes allow for a call. */
export const LANES = 100

/**
 * A creator coin with its vault and share token, as reported by the registry and the contracts themselves; null if they
 * do not answer.
 */
export interface Lane {
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
  /** The value of all share tokens, in the coin's base units. */
  readonly shareAssets: bigint | null
  /** USD of one whole coin, times 1e18, and the unix time of that price. */
  readonly price: readonly [price: bigint, timestamp: bigint] | null
}

/**
 * Lanes of the registry in the order of registration, from `offset` on, at most LANES, at the newest block or another, in one upstream request; `count`
 * is the registry's total. Throws role_not_configured without a registry, and if it does not answer as one: a lane that
 * cannot be read has not disappeared. Also throws the errors of `chain.read`.
 */
export async function readLanes(
  chain: Chain,
  offset: number,
  block?: BlockPoint,
): Promise<{ lanes: Lane[]; count: number; asOf: AsOf }> {
  const address = chain.role('registry')
  const describeReads = ({ at, each }: Describe) => {
    const registry = at(address, registryAbi)
    return {
      count: registry('getTokenCount'),
      lanes: each(registry('getTokensPaginated', [BigInt(offset), BigInt(LANES)]), LANES, (coin) => {
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
          shareAssets: at(shareToken, shareTokenAbi)('convertToAssets', [at(shareToken, erc20Abi)('totalSupply')]),
          price: at(registry('getOracleForToken', [coin]), oracleAbi)('getAssetPrice'),
        }
      }),
    }
  }
  const { value, asOf } = await chain.read(describeReads, [], block)
  const isWhole = value.lanes.every(({ coin, vault }) => coin !== null && vault !== null)
  if (value.count === null || !isWhole || (value.lanes.length === 0 && BigInt(offset) < value.count))
    throw new ApiError('role_not_configured', `registry ${address} does not answer as a registry`)
  const lanes = value.lanes.flatMap((lane) => {
    const { coin, vault } = lane
    if (coin === null || vault === null || vault === zeroAddress) return []
    const shareToken = lane.shareToken === zeroAddress ? null : lane.shareToken
    return [{ ...lane, coin, vault, shareToken, active: lane.active ?? true }]
  })
  return { lanes, count: Number(value.count), asOf }
}

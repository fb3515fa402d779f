import { erc20Abi } from '../../abi/standards.ts'
import { creatorVaultAbi } from './creatorVaultAbi.ts'
import { oracleAbi, registryAbi } from './protocolAbis.ts'
import { shareTokenAbi } from '../token/shareTokenAbi.ts'
import { laneCalls, type LaneNames, laneOf } from './laneCalls.ts'
import { notARegistry } from './requireRegistry.ts'
import type { Describe } from '../../chain/calls.ts'
import type { AsOf, BlockPoint, Chain } from '../../chain/chain.ts'

/** The most lanes in one request: about 250 000 gas each, of the 50 million that nodes allow for a call. */
export const LANES = 100

/** A lane of the registry with what is read of it for lists. */
export interface Lane extends LaneNames {
  /** The value of all share tokens, in the coin's base units. */
  readonly shareAssets: bigint | null
  /** The assets that the vault manages, in the coin's base units. */
  readonly totalAssets: bigint | null
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
  const describeReads = (describe: Describe) => {
    const { at, each } = describe
    const registry = at(address, registryAbi)
    return {
      count: registry('getTokenCount'),
      lanes: each(registry('getTokensPaginated', [BigInt(offset), BigInt(LANES)]), LANES, (coin) => {
        const lane = laneCalls(describe, address, coin)
        return {
          ...lane,
          shareAssets: at(lane.shareToken, shareTokenAbi)('convertToAssets', [
            at(lane.shareToken, erc20Abi)('totalSupply'),
          ]),
          totalAssets: at(lane.vault, creatorVaultAbi)('totalAssets'),
          price: at(registry('getOracleForToken', [coin]), oracleAbi)('getAssetPrice'),
        }
      }),
    }
  }
  const { value, asOf } = await chain.read(describeReads, [], block)
  const isWhole = value.lanes.every(({ coin, vault }) => coin !== null && vault !== null)
  if (value.count === null || !isWhole || (value.lanes.length === 0 && BigInt(offset) < value.count))
    throw notARegistry(address)
  const lanes = value.lanes.flatMap((reads) => {
    const { shareAssets, totalAssets, price } = reads
    const names = laneOf(reads)
    return names ? [{ ...names, shareAssets, totalAssets, price }] : []
  })
  return { lanes, count: Number(value.count), asOf }
}

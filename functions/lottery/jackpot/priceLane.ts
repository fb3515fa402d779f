import type { Address } from 'viem'
import type { AsOf } from '../../../shared/chain/chain.ts'
import { knownAddress } from '../../../shared/chain/knownAddress.ts'
import { decimal } from '../../../shared/text/decimal.ts'
import type { LaneReads } from './laneCalls.ts'
import type { Rules } from './managerCalls.ts'
import { dollars, usd1e6 } from './usd.ts'

/** A lane's jackpot in shares, coins and USD (six decimals). */
export interface PricedLane {
  readonly shares: bigint | null
  readonly assets: bigint | null
  readonly isFresh: boolean
  readonly usd: bigint | null
  /** What a win of an unboosted ticket would be paid now. */
  readonly payable: bigint | null
}

/** USD figures are null without a positive price that is no older than the manager takes. */
export function priceLane(lane: LaneReads, { rewardBps, cap, maxAge }: Rules, { timestamp }: AsOf): PricedLane {
  const shares = lane.stats?.[3] ?? null
  // Where there is no vault behind it, a share token can only unscale, which is no value.
  const assets = knownAddress(lane.shareVault) === null ? null : lane.assets
  const price = lane.price?.[0] ?? null
  const isFresh = price !== null && price > 0n && (lane.price?.[1] ?? 0n) + maxAge >= BigInt(timestamp)
  const usd =
    !isFresh || price === null || assets === null || lane.coinDecimals === null
      ? null
      : usd1e6(assets, price, lane.coinDecimals)
  const part = usd === null ? null : (usd * rewardBps) / 10_000n
  return { shares, assets, isFresh, usd, payable: part === null || cap === null ? null : part < cap ? part : cap }
}

/** A lane as answers list it. */
export const laneItem = (creatorCoin: Address, lane: LaneReads, priced: PricedLane) => ({
  creatorCoin,
  shareToken: knownAddress(lane.shareToken),
  isActive: lane.active,
  shares: decimal(priced.shares),
  shareDecimals: lane.shareDecimals,
  assets: decimal(priced.assets),
  usd: dollars(priced.usd),
  payableUsd: dollars(priced.payable),
})

type Listed = LaneReads & { readonly coin: Address | null }

/**
 * The jackpots of all lanes, and of the active ones together: `total` is null while one that holds something has no
 * price, or where there are more lanes than were read; `priced` is what the others come to.
 */
export function priceLanes(
  { list, count }: { readonly list: readonly Listed[]; readonly count: bigint | null },
  rules: Rules,
  asOf: AsOf,
) {
  const lanes = list.flatMap((lane) => (lane.coin ? [{ ...priceLane(lane, rules, asOf), lane, coin: lane.coin }] : []))
  // One of which is not known whether it is active may be.
  const active = lanes.filter(({ lane }) => lane.active !== false)
  const priced = active.reduce((sum, { usd }) => sum + (usd ?? 0n), 0n)
  const unpriced = active.filter(({ usd, shares }) => usd === null && shares !== 0n).length
  const isWhole = count !== null && count <= BigInt(lanes.length)
  return {
    lanes: lanes.map(({ coin, lane, ...rest }) => laneItem(coin, lane, rest)),
    total: isWhole && unpriced === 0 ? priced : null,
    priced,
    unpriced,
    isTruncated: count !== null && !isWhole,
  }
}

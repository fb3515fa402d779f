import type { Address } from 'viem'
import type { AsOf } from '../../../shared/chain/chain.ts'
import { knownAddress } from '../../../shared/text/address.ts'
import { decimal } from '../../../shared/text/decimal.ts'
import type { LaneReads } from './laneCalls.ts'
import type { PayoutRules } from './managerCalls.ts'
import { dollars, usd1e6 } from './usd.ts'

/** A lane's jackpot in shares, coins and USD (six decimals). */
export interface PricedLane {
  readonly shares: bigint | null
  readonly assets: bigint | null
  readonly isFresh: boolean
  readonly usd: bigint | null
  /** The payout of an unboosted ticket that wins now. */
  readonly payable: bigint | null
}

/** USD figures are null without a positive price that is fresh enough for the manager. */
export function priceLane(lane: LaneReads, { rewardBps, cap, maxAge }: PayoutRules, { timestamp }: AsOf): PricedLane {
  const shares = lane.stats?.[3] ?? null
  // Without a vault behind it, a share token can only unscale, which is not a valuation.
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

type Listed = LaneReads & { readonly coin: Address | null }

/**
 * The jackpots of all lanes, and of the active ones together: `total` is null while a lane that holds something has no
 * price, or if there are more lanes than were read; `priced` is the sum of the lanes that have a price.
 */
export function priceLanes(
  { list, count }: { readonly list: readonly Listed[]; readonly count: bigint | null },
  rules: PayoutRules,
  asOf: AsOf,
) {
  const lanes = list.flatMap((lane) =>
    lane.coin ? [{ coin: lane.coin, lane, priced: priceLane(lane, rules, asOf) }] : [],
  )
  // A lane whose active flag could not be read may be active.
  const active = lanes.filter(({ lane }) => lane.active !== false)
  const priced = active.reduce((sum, lane) => sum + (lane.priced.usd ?? 0n), 0n)
  const unpriced = active.filter((lane) => lane.priced.usd === null && lane.priced.shares !== 0n).length
  const isWhole = count !== null && count <= BigInt(lanes.length)
  return {
    lanes,
    total: isWhole && unpriced === 0 ? priced : null,
    priced,
    unpriced,
    isTruncated: count !== null && !isWhole,
  }
}

/** A lane as lists show it. */
export const laneItem = ({ coin, lane, priced }: ReturnType<typeof priceLanes>['lanes'][number]) => ({
  creatorCoin: coin,
  shareToken: knownAddress(lane.shareToken),
  isActive: lane.active,
  shares: decimal(priced.shares),
  shareDecimals: lane.shareDecimals,
  assets: decimal(priced.assets),
  usd: dollars(priced.usd),
  payableUsd: dollars(priced.payable),
})

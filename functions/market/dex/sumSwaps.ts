import { ApiError } from '../../../shared/errors/ApiError.ts'
import type { PoolSwap } from './readSwaps.ts'

/** Trading of a pool in one hour or day. */
export interface Period {
  /** Unix seconds at which it begins. */
  readonly start: number
  readonly swaps: number
  /** Volume of the token, paid in and out, in base units. */
  readonly volume0: bigint
  readonly volume1: bigint
  /** Square roots of prices after swaps, times 2^96. */
  readonly open: bigint
  readonly high: bigint
  readonly low: bigint
  readonly close: bigint
}

const absolute = (amount: bigint): bigint => (amount < 0n ? -amount : amount)

/**
 * Swaps, newest first, summed by hours or days (UTC) of `seconds`, the latest first; periods without swaps are absent.
 * Throws history_unavailable if the time of a swap is unknown.
 */
export function sumSwaps(swaps: readonly PoolSwap[], seconds: number): Period[] {
  const periods = new Map<number, Period>()
  for (const { timestamp, amount0, amount1, sqrtPriceX96: price } of swaps.toReversed()) {
    if (timestamp === null) throw new ApiError('history_unavailable')
    const start = timestamp - (timestamp % seconds)
    const { open, high, low, ...sum } = periods.get(start) ?? {
      start,
      swaps: 0,
      volume0: 0n,
      volume1: 0n,
      open: price,
      high: price,
      low: price,
    }
    periods.set(start, {
      start,
      swaps: sum.swaps + 1,
      volume0: sum.volume0 + absolute(amount0),
      volume1: sum.volume1 + absolute(amount1),
      open,
      high: price > high ? price : high,
      low: price < low ? price : low,
      close: price,
    })
  }
  return [...periods.values()].toReversed()
}

import { invert, shiftDecimals, toDecimal, type Ratio } from './Ratio.ts'
import { maxTick, tickRatio } from './tickRatio.ts'

/** A pool of a coin and dollars; null for what was not read. */
export interface DollarPool {
  readonly coinIsToken0: boolean | null
  readonly coinDecimals: number | null
  readonly usdDecimals: number | null
}

/** token1 per token0 in base units, from a pool's square root of it times 2^96 (slot0); null if that is not set. */
export const sqrtPriceRatio = (sqrtPriceX96: bigint | null): Ratio | null =>
  sqrtPriceX96 ? { over: sqrtPriceX96 ** 2n, under: 1n << 192n } : null

/** The same from a tick; null outside the range of Uniswap v3 prices. */
export const ratioAt = (tick: number | null): Ratio | null =>
  tick === null || Math.abs(tick) > maxTick ? null : tickRatio(tick)

/** Dollars for one whole coin, as a decimal number to 18 significant digits; `ratio` is token1 per token0 in base units. */
export function coinPrice(ratio: Ratio | null, { coinIsToken0, coinDecimals, usdDecimals }: DollarPool): string | null {
  if (!ratio || coinIsToken0 === null || coinDecimals === null || usdDecimals === null) return null
  return toDecimal(shiftDecimals(coinIsToken0 ? ratio : invert(ratio), coinDecimals - usdDecimals))
}

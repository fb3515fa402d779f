import { invert, type Ratio, shiftDecimals, toDecimal } from './Ratio.ts'

/** Bits of a mantissa. Each of at most 40 multiplications cuts less than 2^-254 of the value. */
const precision = 256n

/** Ticks beyond which Uniswap v3 has no price (TickMath.MAX_TICK). */
export const maxTick = 887_272

/**
 * 1.0001 to the power of a tick: token1 per token0 in base units (Uniswap v3 whitepaper, section 6.1). Exact to more than
 * 70 significant digits. Throws RangeError for a tick out of bounds.
 */
export function tickRatio(tick: number): Ratio {
  if (!Number.isInteger(tick) || Math.abs(tick) > maxTick) throw new RangeError(`${tick} is not a tick`)
  let power = 1n << precision
  let base = (10_001n << precision) / 10_000n
  for (let rest = Math.abs(tick); rest > 0; rest >>= 1) {
    if (rest & 1) power = (power * base) >> precision
    base = (base * base) >> precision
  }
  const ratio = { over: power, under: 1n << precision }
  return tick < 0 ? invert(ratio) : ratio
}

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

/**
 * The mean tick over a window from a pool's two cumulative ticks, rounded toward minus infinity as Uniswap's
 * OracleLibrary.consult does.
 */
export function meanTick(before: bigint, after: bigint, seconds: number): number {
  const [delta, time] = [after - before, BigInt(seconds)]
  const tick = delta / time
  return Number(delta < 0n && delta % time !== 0n ? tick - 1n : tick)
}

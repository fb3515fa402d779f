import { invert, type Ratio } from './Ratio.ts'

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

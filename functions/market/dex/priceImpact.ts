import type { Route } from './Trade.ts'

const WHOLE_FEE = 1_000_000n
const Q192 = 2n ** 192n

/**
 * Price impact: how much less a trade pays out than at the prices before it, in basis points, without pool fees. At least 0,
 * rounded half up.
 */
export function priceImpactBps({ hops, amountIn, amountOut }: Route): number {
  let [ideal, unit] = [amountIn, 1n]
  for (const { tokenIn, tokenOut, fee, sqrtPriceX96 } of hops) {
    const square = sqrtPriceX96 ** 2n
    const isForward = tokenIn.toLowerCase() < tokenOut.toLowerCase()
    ideal *= (isForward ? square : Q192) * (WHOLE_FEE - BigInt(fee))
    unit *= (isForward ? Q192 : square) * WHOLE_FEE
  }
  const lost = ideal - amountOut * unit
  return lost <= 0n || ideal === 0n ? 0 : Number((20_000n * lost + ideal) / (2n * ideal))
}

import type { z } from '@hono/zod-openapi'
import { isAddressEqual } from 'viem'
import type { LpStrategy } from '../../schema/lpstrat.ts'
import { invert, shiftDecimals, toDecimal, type Ratio } from '../../shared/price/Ratio.ts'
import { maxTick, tickRatio } from '../../shared/price/tickRatio.ts'
import type { LpVaultReads, StrategyReads } from './strategyCalls.ts'

type Range = z.output<typeof LpStrategy>['inRange']
type Tokens = Pick<StrategyReads, 'asset' | 'assetDecimals' | 'usdc' | 'usdcDecimals'>

/**
 * Where the pool's price stands in the base position [baseLower, baseUpper). From the pool itself: the strategy's own
 * isCharmInRange() answers the same, but zeros where there is nothing to read.
 */
export function rangeOf(lp: LpVaultReads, tokens: Tokens): Range {
  const [sqrtPriceX96 = null, currentTick = null] = lp.slot0 ?? []
  const { baseLower: lower, baseUpper: upper } = lp
  const coinIsToken0 = sideOf(lp, tokens)
  const usdc = (ratio: Ratio | null): string | null => {
    const { assetDecimals, usdcDecimals } = tokens
    if (!ratio || coinIsToken0 === null || assetDecimals === null || usdcDecimals === null) return null
    return toDecimal(shiftDecimals(coinIsToken0 ? ratio : invert(ratio), assetDecimals - usdcDecimals))
  }
  // Before the first rebalance there is no base position: both ends are at tick 0, which is no price of anything.
  const ends = lower !== null && upper !== null && lower < upper ? [lower, upper] : [null, null]
  // With the coin as token1 a higher tick is a lower price of it.
  const [cheaper = null, dearer = null] = coinIsToken0 ? ends : ends.toReversed()
  return {
    inRange:
      currentTick === null || lower === null || upper === null ? null : lower <= currentTick && currentTick < upper,
    currentTick,
    lower,
    upper,
    sqrtPriceX96: sqrtPriceX96 === null ? null : String(sqrtPriceX96),
    priceUsdc: usdc(sqrtPriceX96 ? { over: sqrtPriceX96 ** 2n, under: 1n << 192n } : null),
    lowerPriceUsdc: usdc(ratioAt(cheaper)),
    upperPriceUsdc: usdc(ratioAt(dearer)),
  }
}

const ratioAt = (tick: number | null): Ratio | null =>
  tick === null || Math.abs(tick) > maxTick ? null : tickRatio(tick)

/** Whether the coin is token0; null where the LP vault is not of coin and USDC. */
function sideOf({ token0, token1 }: LpVaultReads, { asset, usdc }: Tokens): boolean | null {
  if (!token0 || !token1 || !asset || !usdc) return null
  if (isAddressEqual(token0, asset) && isAddressEqual(token1, usdc)) return true
  if (isAddressEqual(token0, usdc) && isAddressEqual(token1, asset)) return false
  return null
}

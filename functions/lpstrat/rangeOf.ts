import type * as z from 'zod'
import type { LpStrategy as Answer } from '../../schema/lpstrat/index.ts'
import { coinPrice, ratioAt, sqrtPriceRatio } from '../../shared/domain/dex/ticks.ts'
import type { LpVaultReads } from '../../shared/domain/lpstrat/lpVaultCalls.ts'
import { coinIsToken0, type Tokens } from '../../shared/domain/lpstrat/pair.ts'

interface Units extends Tokens {
  readonly assetDecimals: number | null
  readonly usdcDecimals: number | null
}

/**
 * Position of the pool's price in the base position [baseLower, baseUpper). Read from the pool itself: the strategy's own
 * isCharmInRange() gives the same answer, but zeros if there is nothing to read.
 */
export function rangeOf(lp: LpVaultReads, tokens: Units): z.output<typeof Answer>['inRange'] {
  const [sqrtPriceX96 = null, currentTick = null] = lp.slot0 ?? []
  const { baseLower: lower, baseUpper: upper } = lp
  const isToken0 = coinIsToken0(lp, tokens)
  const { assetDecimals: coinDecimals, usdcDecimals: usdDecimals } = tokens
  const units = { coinIsToken0: isToken0, coinDecimals, usdDecimals }
  // Before the first rebalance there is no base position: both ends are at tick 0, which is not the price of anything.
  const ends = lower !== null && upper !== null && lower < upper ? [lower, upper] : [null, null]
  // With the coin as token1, a higher tick means a lower price of the coin.
  const [cheaper = null, dearer = null] = isToken0 ? ends : ends.toReversed()
  return {
    inRange:
      currentTick === null || lower === null || upper === null ? null : lower <= currentTick && currentTick < upper,
    currentTick,
    lower,
    upper,
    sqrtPriceX96: sqrtPriceX96 === null ? null : String(sqrtPriceX96),
    priceUsdc: coinPrice(sqrtPriceRatio(sqrtPriceX96), units),
    lowerPriceUsdc: coinPrice(ratioAt(cheaper), units),
    upperPriceUsdc: coinPrice(ratioAt(dearer), units),
  }
}

import { isAddressEqual, type Address } from 'viem'
import { knownAddress } from '../../../shared/chain/knownAddress.ts'
import { meanTick } from '../../../shared/price/meanTick.ts'
import { invert, shiftDecimals, toDecimal, type Ratio } from '../../../shared/price/Ratio.ts'
import { maxTick, tickRatio } from '../../../shared/price/tickRatio.ts'
import { shortTwapSeconds, twapSeconds, type ReportReads } from './reportCalls.ts'

type MarketReads = NonNullable<ReportReads['market']>

/** The coin's market in its Uniswap v3 pool against USDC; prices are USD of one coin, as decimals. */
export interface Market {
  readonly pool: Address | null
  readonly coinIsToken0: boolean | null
  readonly usdDecimals: number | null
  readonly sqrtPriceX96: bigint | null
  readonly spotTick: number | null
  readonly twapTick: number | null
  readonly twapSeconds: number | null
  readonly cardinality: number | null
  readonly cardinalityNext: number | null
  readonly spotUsd: string | null
  readonly twapUsd: string | null
}

const noMarket: Market = {
  pool: null,
  coinIsToken0: null,
  usdDecimals: null,
  sqrtPriceX96: null,
  spotTick: null,
  twapTick: null,
  twapSeconds: null,
  cardinality: null,
  cardinalityNext: null,
  spotUsd: null,
  twapUsd: null,
}

/** What the pool's reads say; every price null where the pool is not of this pair, or a decimals() did not answer. */
export function market(reads: MarketReads | null, coin: Address, coinDecimals: number | null): Market {
  const pool = reads && knownAddress(reads.pool)
  if (!reads || !pool) return noMarket
  const coinIsToken0 = sideOf(coin, reads)
  const [sqrtPriceX96 = null, spotTick = null, , cardinality = null, cardinalityNext = null] = reads.slot0 ?? []
  const mean = meanOf(reads)
  const usdDecimals = reads.usdcDecimals
  const usd = (ratio: Ratio | null): string | null => {
    if (!ratio || coinIsToken0 === null || coinDecimals === null || usdDecimals === null) return null
    return toDecimal(shiftDecimals(coinIsToken0 ? ratio : invert(ratio), coinDecimals - usdDecimals))
  }
  return {
    pool,
    coinIsToken0,
    usdDecimals,
    sqrtPriceX96,
    spotTick,
    twapTick: mean?.tick ?? null,
    twapSeconds: mean?.seconds ?? null,
    cardinality,
    cardinalityNext,
    spotUsd: usd(sqrtPriceX96 ? { over: sqrtPriceX96 ** 2n, under: 1n << 192n } : null),
    twapUsd: usd(mean && tickRatio(mean.tick)),
  }
}

/** Whether the coin is the pool's token0; null where the pool is not of coin and USDC. */
function sideOf(coin: Address, { token0, token1, usdc }: MarketReads): boolean | null {
  if (!token0 || !token1) return null
  if (isAddressEqual(token0, coin) && isAddressEqual(token1, usdc)) return true
  if (isAddressEqual(token1, coin) && isAddressEqual(token0, usdc)) return false
  return null
}

/** The mean tick of the longer window that the pool remembers. */
function meanOf({ observed, observedShortly }: MarketReads): { tick: number; seconds: number } | null {
  const windows = [
    [observed, twapSeconds],
    [observedShortly, shortTwapSeconds],
  ] as const
  for (const [observation, seconds] of windows) {
    const [before, after] = observation?.[0] ?? []
    if (before === undefined || after === undefined) continue
    const tick = meanTick(before, after, seconds)
    if (Math.abs(tick) <= maxTick) return { tick, seconds }
  }
  return null
}

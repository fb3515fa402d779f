import type { Address } from 'viem'
import { knownAddress } from '../../../shared/text/address.ts'
import { meanTick, coinPrice, ratioAt, sqrtPriceRatio, maxTick } from '../../../shared/domain/dex/ticks.ts'
import { coinIsToken0 as sideOf } from '../../../shared/domain/lpstrat/pair.ts'
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

/**
 * The market according to the pool's reads; every price is null if the pool is not of this pair, or a decimals() did
 * not answer.
 */
export function market(reads: MarketReads | null, coin: Address, coinDecimals: number | null): Market {
  const pool = reads && knownAddress(reads.pool)
  if (!reads || !pool) return noMarket
  const coinIsToken0 = sideOf(reads, { asset: coin, usdc: reads.usdc })
  const [sqrtPriceX96 = null, spotTick = null, , cardinality = null, cardinalityNext = null] = reads.slot0 ?? []
  const mean = meanOf(reads)
  const usdDecimals = reads.usdcDecimals
  const units = { coinIsToken0, coinDecimals, usdDecimals }
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
    spotUsd: coinPrice(sqrtPriceRatio(sqrtPriceX96), units),
    twapUsd: coinPrice(ratioAt(mean && mean.tick), units),
  }
}

/** The mean tick of the longer of the two windows that the pool's history covers. */
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

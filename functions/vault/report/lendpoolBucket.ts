import { LAST_BUCKET, PAR_BUCKET } from '../../../shared/domain/lendpool/bucketPrice.ts'

/** Prices of neighbouring buckets differ by 1.005, of neighbouring ticks by 1.0001: about 50 ticks to a bucket. */
const TICKS_PER_BUCKET = 50
/** The range that a lender may choose from, which begins after bucket 0. */
const [LOWEST, HIGHEST] = [1, Number(LAST_BUCKET)]

const inTicks = (factor: number): number => Math.log(factor) / Math.log(1.0001)

interface Pair {
  /** Tick of the pool of coin and dollars. */
  readonly tick: number
  readonly coinIsToken0: boolean
  readonly coinDecimals: number
  readonly usdDecimals: number
}

/**
 * The bucket where a pool that lends the coin against dollars prices a dollar at the tick's price, less the
 * loan-to-value (basis points, 1 to 10000). Bucket prices are coins per dollar with equal decimals, so the tick is
 * inverted if necessary and shifted by the decimals. In double precision, whose error is far below one tick.
 */
export function lendpoolBucket({ tick, coinIsToken0, coinDecimals, usdDecimals }: Pair, ltvBps: number): number {
  const coinsPerDollar = coinIsToken0 ? -tick : tick
  const shifted = Math.floor(coinsPerDollar + (usdDecimals - coinDecimals) * inTicks(10) + inTicks(ltvBps / 10_000))
  return Math.min(HIGHEST, Math.max(LOWEST, Number(PAR_BUCKET) - Math.floor(shifted / TICKS_PER_BUCKET)))
}

import type { MarketHandler } from '../context.ts'
import { poolCalls, poolOf } from './poolCalls.ts'
import { intervalsOf, observationCalls } from './poolHistory.ts'
import { ratioAt } from '../../../shared/domain/dex/ticks.ts'
import { describePool, wholePrice } from './describePool.ts'

const INTERVAL = 3600
const POINTS = 24

/**
 * Mean prices and liquidity of a pool, from its observations (`observe`) at equal distances before one block.
 *
 * Throws not_a_pool, role_not_configured, and what a chain read throws.
 */
export const getDexPoolHistory: MarketHandler<'getDexPoolHistory'> = async ({ query }, { chain }) => {
  const { pool: address, interval = INTERVAL, points = POINTS } = query
  const factory = chain.role('dexFactory')
  const { value, asOf } = await chain.read((describe) => ({
    pool: poolCalls(describe, factory, address),
    observations: observationCalls(describe, address, interval, points),
  }))
  const pool = poolOf(factory, address, value.pool)
  const intervals = intervalsOf(value.observations, interval, points, asOf.timestamp)
  return {
    asOf,
    data: {
      chainId: asOf.chainId,
      pool: describePool(pool),
      intervalSeconds: interval,
      points: intervals.map(({ from, to, tick, liquidity }) => ({
        from,
        to,
        meanTick: tick,
        price: wholePrice(pool, ratioAt(tick)),
        meanLiquidity: String(liquidity),
      })),
      truncated: intervals.length < points,
    },
  }
}

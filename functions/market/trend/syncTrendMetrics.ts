import type { coinTrendWrites } from '../../../schema/market/coinTrendWrites.ts'
import type { Handler } from '../../../shared/http/handler.ts'
import { measureCoins } from './measureCoins.ts'
import { requireNode, type TrendContext } from './TrendContext.ts'

/** Reads and stores a page of coins. Throws store_unavailable, and what a chain read throws. */
export const syncTrendMetrics: Handler<typeof coinTrendWrites.syncTrendMetrics, TrendContext> = async (_, context) => {
  requireNode(context.chain)
  const { asOf, ...data } = await measureCoins(context)
  return asOf ? { data, asOf } : { data }
}

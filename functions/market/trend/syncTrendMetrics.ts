import { measureCoins } from './measureCoins.ts'
import { requireNode, type TrendHandler } from './TrendContext.ts'

/** Reads and stores a page of coins. Throws store_unavailable, and what a chain read throws. */
export const syncTrendMetrics: TrendHandler<'syncTrendMetrics'> = async (_, context) => {
  requireNode(context.chain)
  const { asOf, ...data } = await measureCoins(context)
  return asOf ? { data, asOf } : { data }
}

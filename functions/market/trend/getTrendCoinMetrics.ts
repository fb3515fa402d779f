import { openPage } from '../../../shared/store/openPage.ts'
import { describeCoin, describeMetrics } from './describeTrend.ts'
import { requireCoin, type TrendHandler } from './TrendContext.ts'

/**
 * Readings of a trend coin in pages, from the store. Throws trend_coin_not_found, invalid_request for a cursor of another list,
 * store_unavailable.
 */
export const getTrendCoinMetrics: TrendHandler<'getTrendCoinMetrics'> = async (
  { query },
  { chain, trendOps, trendMetrics },
) => {
  const page = openPage(`trend metrics ${query.address}`, ['number', 'string'], query)
  const [found, list] = await Promise.all([trendOps.findByCoin(query.address), trendMetrics.list(query.address, page)])
  const { ticker, address } = describeCoin(requireCoin(found))
  const { rows, nextCursor } = page.cut(list, (row) => [row.takenAt, row.coin])
  const readings = rows.map(describeMetrics)
  const { chainId } = chain.config
  return { data: { chainId, source: 'store', ticker, address, count: readings.length, readings, nextCursor } }
}

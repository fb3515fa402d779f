import { tickerHash } from './ticker.ts'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import { describeCoin, describeMetrics } from './describeTrend.ts'
import { requireCoin, type TrendHandler } from './TrendContext.ts'

/**
 * A deployed trend coin and its last reading, from the store. Throws invalid_request unless exactly one of address and ticker
 * is given, trend_coin_not_found, store_unavailable.
 */
export const getTrendCoin: TrendHandler<'getTrendCoin'> = async (
  { query: { address, ticker } },
  { chain, trendOps, trendMetrics },
) => {
  if ((address === undefined) === (ticker === undefined))
    throw new ApiError('invalid_request', 'query: send exactly one of address and ticker')
  const hash = tickerHash(ticker ?? '')
  const [found, [metrics]] = await Promise.all([
    address === undefined ? trendOps.find(hash) : trendOps.findByCoin(address),
    trendMetrics.list(address ?? { tickerHash: hash }, { limit: 1 }),
  ])
  const coin = describeCoin(requireCoin(found))
  return {
    data: {
      ...coin,
      chainId: chain.config.chainId,
      source: 'store',
      metrics: metrics ? describeMetrics(metrics) : null,
    },
  }
}

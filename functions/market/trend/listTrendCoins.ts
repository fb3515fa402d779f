import type { TrendHandler } from './TrendContext.ts'
import { openPage } from '../../../shared/store/openPage.ts'
import { describeCoin } from './describeTrend.ts'

/** Deployed trend coins in pages, from the store. Throws invalid_request for a cursor of another list, store_unavailable. */
export const listTrendCoins: TrendHandler<'listTrendCoins'> = async ({ query }, { chain, trendOps }) => {
  const page = openPage('trend coins', ['number', 'string'], query)
  const { rows, nextCursor } = page.cut(await trendOps.coins(page), (row) => [row.deployedAt ?? 0, row.tickerHash])
  const { chainId } = chain.config
  return { data: { chainId, source: 'store', count: rows.length, coins: rows.map(describeCoin), nextCursor } }
}

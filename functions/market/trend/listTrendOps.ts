import type { TrendHandler } from './TrendContext.ts'
import { tickerHash } from './ticker.ts'
import { openPage } from '../../../shared/store/openPage.ts'
import { describeOp } from './describeTrend.ts'

/** Reserved tickers in pages, from the store. Throws invalid_request for a cursor of another list, store_unavailable. */
export const listTrendOps: TrendHandler<'listTrendOps'> = async (
  { query: { ticker, status, ...query } },
  { chain, trendOps },
) => {
  const hash = ticker === undefined ? undefined : tickerHash(ticker)
  const page = openPage(`trend ops ${status ?? 'all'} ${hash ?? 'all'}`, ['number', 'string'], query)
  const found = await trendOps.list({ status, tickerHash: hash, ...page })
  const { rows, nextCursor } = page.cut(found, (row) => [row.reservedAt, row.tickerHash])
  const { chainId } = chain.config
  return { data: { chainId, source: 'store', count: rows.length, ops: rows.map(describeOp), nextCursor } }
}

import { and, eq } from 'drizzle-orm'
import type { Address } from 'viem'
import { trendOps } from '../../../drizzle/trend.ts'
import { openDatabase } from '../../../shared/store/database.ts'
import { stored } from '../../../shared/store/stored.ts'
import { lower } from '../../../shared/text/address.ts'

export type TrendTickers = ReturnType<typeof createTrendTickers>

/** Tickers of the trend coins that were reserved here. Throws store_unavailable. */
export function createTrendTickers(d1: D1Database) {
  const { orm } = openDatabase(d1)
  return {
    /** The ticker of a coin that was deployed; null for any other address. */
    of: async (chainId: number, coin: Address): Promise<string | null> => {
      const [row] = await stored(() =>
        orm
          .select({ ticker: trendOps.ticker })
          .from(trendOps)
          .where(and(eq(trendOps.chainId, chainId), eq(trendOps.deployedCoin, lower(coin))))
          .limit(1),
      )
      return row?.ticker ?? null
    },
  }
}

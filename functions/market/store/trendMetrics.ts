import { and, eq, lt, sql } from 'drizzle-orm'
import type { Address } from 'viem'
import { trendMetrics, trendOps } from '../../../drizzle/trend.ts'
import { lower } from '../../../shared/text/address.ts'
import { putRows } from '../../../shared/store/database.ts'
import { openStoredDatabase } from '../../../shared/store/StoredDatabase.ts'
import { fallingBy } from '../../../shared/store/openPage.ts'
import { stored } from '../../../shared/store/stored.ts'
import { isDeployed, type TrendOpRow } from './trendOps.ts'

export type TrendMetricsRow = typeof trendMetrics.$inferSelect

export type TrendMetricsStore = ReturnType<typeof createTrendMetrics>

/** Readings of the trend coins of one chain in D1; times in unix seconds. Every method throws store_unavailable. */
export function createTrendMetrics(d1: D1Database, chainId: number) {
  const { orm, batch } = openStoredDatabase(d1)
  return {
    /** Coins to read, those with the oldest reading first. */
    due: (limit: number): Promise<TrendOpRow[]> =>
      stored(() =>
        orm
          .select()
          .from(trendOps)
          .where(and(eq(trendOps.chainId, chainId), isDeployed))
          .orderBy(trendOps.measuredAt, trendOps.tickerHash)
          .limit(limit),
      ),

    /** Number of coins that have not been read since. */
    remaining: (since: number): Promise<number> =>
      stored(() =>
        orm.$count(trendOps, and(eq(trendOps.chainId, chainId), isDeployed, lt(trendOps.measuredAt, since))),
      ),

    /** Stores readings, one per block time, and marks all these coins as read, even if unreadable. */
    async put(readings: readonly Omit<TrendMetricsRow, 'chainId'>[], looked: readonly TrendOpRow[], now: number) {
      const hashes = JSON.stringify(looked.map(({ tickerHash }) => tickerHash))
      await batch([
        ...putRows(
          trendMetrics,
          readings.map((reading) => ({ ...reading, chainId })),
        ),
        sql`update trend_ops set measured_at = max(measured_at, ${now})
          where chain_id = ${chainId} and ticker_hash in (select value from json_each(${hashes}))`,
      ])
    },

    /** Readings of a coin, newest first, after the given one if any. */
    list: (
      coin: Address,
      { after, limit }: { after?: readonly [takenAt: number, coin: string] | undefined; limit: number },
    ): Promise<TrendMetricsRow[]> => {
      const { order, rest } = fallingBy([trendMetrics.takenAt, trendMetrics.coin], after)
      return stored(() =>
        orm
          .select()
          .from(trendMetrics)
          .where(and(eq(trendMetrics.chainId, chainId), eq(trendMetrics.coin, lower(coin)), rest))
          .orderBy(...order)
          .limit(limit),
      )
    },
  }
}

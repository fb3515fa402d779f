import { and, eq, lt, sql } from 'drizzle-orm'
import type { Address, Hex } from 'viem'
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
  const { orm, thenFirst } = openStoredDatabase(d1)
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

    /**
     * Stores readings, one per block time, and marks all these coins as read, even if unreadable. Returns how many coins have
     * not been read since `began`.
     */
    async put(
      readings: readonly Omit<TrendMetricsRow, 'chainId'>[],
      looked: readonly TrendOpRow[],
      { began, now }: { readonly began: number; readonly now: number },
    ): Promise<number> {
      const hashes = JSON.stringify(looked.map(({ tickerHash }) => tickerHash))
      const writes = [
        ...putRows(
          trendMetrics,
          readings.map((reading) => ({ ...reading, chainId })),
        ),
        sql`update trend_ops set measured_at = max(measured_at, ${now})
          where chain_id = ${chainId} and ticker_hash in (select value from json_each(${hashes}))`,
      ]
      const isUnread = and(eq(trendOps.chainId, chainId), isDeployed, lt(trendOps.measuredAt, began))
      const counted = await thenFirst<{ n: number }>(writes, sql`select count(*) n from trend_ops where ${isUnread}`)
      return counted?.n ?? 0
    },

    /** Readings of a coin, or of the coin of a ticker, newest first, after the given one if any. */
    list: (
      of: Address | { readonly tickerHash: Hex },
      { after, limit }: { after?: readonly [takenAt: number, coin: string] | undefined; limit: number },
    ): Promise<TrendMetricsRow[]> => {
      const coin =
        typeof of === 'string'
          ? lower(of)
          : sql`(select deployed_coin from trend_ops where chain_id = ${chainId} and ticker_hash = ${of.tickerHash})`
      const { order, rest } = fallingBy([trendMetrics.takenAt, trendMetrics.coin], after)
      return stored(() =>
        orm
          .select()
          .from(trendMetrics)
          .where(and(eq(trendMetrics.chainId, chainId), eq(trendMetrics.coin, coin), rest))
          .orderBy(...order)
          .limit(limit),
      )
    },
  }
}

import { eq, sql } from 'drizzle-orm'
import { trendEntries } from '../../../drizzle/trend.ts'
import { putRows } from '../../../shared/store/database.ts'
import { openStoredDatabase } from '../../../shared/store/StoredDatabase.ts'
import { stored } from '../../../shared/store/stored.ts'

export type TrendEntryRow = typeof trendEntries.$inferSelect

export type TrendEntryStore = ReturnType<typeof createTrendEntries>

/** Smart wallets that were entered, in D1; times in unix seconds. Every method throws store_unavailable. */
export function createTrendEntries(d1: D1Database) {
  const { orm, batch } = openStoredDatabase(d1)
  return {
    /** What was entered with a challenge, unless a later entry has replaced it. */
    findByNonce: (nonce: string): Promise<TrendEntryRow | null> =>
      stored(async () => {
        const [row] = await orm.select().from(trendEntries).where(eq(trendEntries.nonce, nonce))
        return row ?? null
      }),

    /** Stores an entry in place of an earlier one of the same wallet for the same coin; false if its account is gone. */
    async put(entry: TrendEntryRow): Promise<boolean> {
      const isThere = sql`exists (select 1 from profiles where id = ${entry.profileId})`
      const [changes] = await batch(putRows(trendEntries, [entry], isThere))
      return changes !== 0
    },
  }
}

import { eq, sql } from 'drizzle-orm'
import { trendEntries } from '../../../drizzle/trend.ts'
import { putRows } from '../../../shared/store/database.ts'
import { openStoredDatabase } from '../../../shared/store/StoredDatabase.ts'
import { stored } from '../../../shared/store/stored.ts'

export type TrendEntryRow = typeof trendEntries.$inferSelect

export type TrendEntryStore = ReturnType<typeof createTrendEntries>

/** Entries of smart wallets, in D1; times in unix seconds. Every method throws store_unavailable. */
export function createTrendEntries(d1: D1Database) {
  const { orm, batch } = openStoredDatabase(d1)
  return {
    /** The entry of a challenge, unless a later entry has replaced it. */
    findByNonce: (nonce: string): Promise<TrendEntryRow | null> =>
      stored(async () => {
        const [row] = await orm.select().from(trendEntries).where(eq(trendEntries.nonce, nonce))
        return row ?? null
      }),

    /** Stores an entry; it replaces an earlier one of the same wallet and coin. false if the account is deleted. */
    async put(entry: TrendEntryRow): Promise<boolean> {
      const isThere = sql`exists (select 1 from profiles where id = ${entry.profileId})`
      const [changes] = await batch(putRows(trendEntries, [entry], isThere))
      return changes !== 0
    },
  }
}

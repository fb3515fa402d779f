import { and, desc, eq, isNotNull, type SQL, sql } from 'drizzle-orm'
import type { Address } from 'viem'
import { trendProfiles } from '../../drizzle/trend.ts'
import { lower } from '../text/address.ts'
import { columnsOf, listed } from './columnsOf.ts'
import { openStoredDatabase } from './StoredDatabase.ts'
import { stored } from './stored.ts'

export type TrendProfileRow = typeof trendProfiles.$inferSelect

/** An account's identity at the trend provider. */
export interface Resolved {
  readonly subject: string
  readonly handle: string
  readonly displayName: string | null
  readonly walletAddress: Address
}

export type TrendProfileStore = ReturnType<typeof createTrendProfiles>

/** Profiles at the trend provider, by account, in D1; times in unix seconds. Every method throws store_unavailable. */
export function createTrendProfiles(d1: D1Database) {
  const { orm, batch, transact } = openStoredDatabase(d1)
  return {
    find: (profileId: string | SQL): Promise<TrendProfileRow | null> =>
      stored(async () => {
        const [row] = await orm
          .select()
          .from(trendProfiles)
          .where(sql`${trendProfiles.profileId} = ${profileId}`)
        return row ?? null
      }),

    /** A resolved profile by its handle in any case: the one that was resolved last. */
    findByHandle: (handle: string): Promise<TrendProfileRow | null> =>
      stored(async () => {
        const [row] = await orm
          .select()
          .from(trendProfiles)
          .where(and(eq(trendProfiles.handleKey, handle.toLowerCase()), isNotNull(trendProfiles.resolvedAt)))
          .orderBy(desc(trendProfiles.resolvedAt))
          .limit(1)
        return row ?? null
      }),

    /** Whether the caller may look now: of all callers within `seconds`, one. */
    async begin(profileId: string, seconds: number, now: number): Promise<boolean> {
      const [changes] = await batch([
        sql`insert into trend_profiles (profile_id, looked_at)
          select ${profileId}, ${now} where exists (select 1 from profiles where id = ${profileId})
          on conflict (profile_id) do update set looked_at = ${now} where looked_at <= ${now - seconds}`,
      ])
      return changes === 1
    },

    /** A look that began then came to nothing: the next one need not wait. */
    async giveUp(profileId: string, began: number): Promise<void> {
      await batch([
        sql`update trend_profiles set looked_at = 0 where profile_id = ${profileId} and looked_at = ${began}`,
      ])
    },

    /**
     * Records what a look has found, null for nothing, and returns the row that is there then; `taken` if the subject
     * belongs to another account.
     */
    async keep(profileId: string, found: Resolved | null, now: number): Promise<TrendProfileRow | 'taken'> {
      const { subject = null, handle = null, displayName = null } = found ?? {}
      const wallet = found && lower(found.walletAddress)
      const [kept] = await transact<TrendProfileRow>([
        sql`update or ignore trend_profiles set subject = ${subject}, handle = ${handle},
            handle_key = ${handle?.toLowerCase() ?? null}, display_name = ${displayName}, wallet_address = ${wallet},
            resolved_at = ${found ? now : null} where profile_id = ${profileId}
            returning ${listed(columnsOf(trendProfiles))}`,
      ])
      return kept?.rows[0] ?? 'taken'
    },
  }
}

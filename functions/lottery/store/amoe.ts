import { and, asc, eq, gt, inArray, lt, or, sql } from 'drizzle-orm'
import { type amoeCredits, amoeEntries, amoeLedgers } from '../../../drizzle/amoe.ts'
import type { Address } from 'viem'
import { jsonChunks, openDatabase } from '../../../shared/store/database.ts'
import { lower } from '../../../shared/text/address.ts'

export type LedgerRow = typeof amoeLedgers.$inferSelect
export type CreditRow = typeof amoeCredits.$inferSelect
export type EntryRow = typeof amoeEntries.$inferSelect
export type AmoeProjection = ReturnType<typeof createAmoeProjection>

/** The end of a page of entries. */
export type EntryPosition = Pick<EntryRow, 'deadline' | 'nonce'>

/** The AMOE ledgers' data in D1; only the ledgers write it. */
export function createAmoeProjection(d1: D1Database) {
  const { orm, batch } = openDatabase(d1)
  return {
    /**
     * Stores rows of one ledger, in any order and any number of times: a newer row is kept. One batch. `isWhole`: this
     * completes the rows of the ledger, so it is no longer stale.
     */
    async put(
      ledger: Omit<LedgerRow, 'stale'>,
      credits: readonly CreditRow[],
      entries: readonly EntryRow[],
      isWhole: boolean,
    ) {
      await batch([
        sql`insert into amoe_ledgers (profile_id, units, seq, stale) values (${ledger.profileId}, ${ledger.units}, ${ledger.seq}, 0)
          on conflict (profile_id) do update set units = excluded.units, seq = excluded.seq,
            stale = iif(${Number(isWhole)}, 0, amoe_ledgers.stale)
          where excluded.seq >= seq`,
        ...jsonChunks(credits).map(
          (json) => sql`insert or ignore into amoe_credits (profile_id, source, source_id, units, seq, created_at)
          select value ->> 'profileId', value ->> 'source', value ->> 'sourceId', value ->> 'units', value ->> 'seq',
            value ->> 'createdAt' from json_each(${json})`,
        ),
        ...jsonChunks(entries).map(
          (
            json,
          ) => sql`insert into amoe_entries (nonce, profile_id, wallet, creator_coin, chain_id, target, units, deadline,
            status, created_at, resolved_at)
          select value ->> 'nonce', value ->> 'profileId', value ->> 'wallet', value ->> 'creatorCoin', value ->> 'chainId',
            value ->> 'target', value ->> 'units', value ->> 'deadline', value ->> 'status', value ->> 'createdAt',
            value ->> 'resolvedAt' from json_each(${json}) where true
          on conflict (nonce) do update set status = excluded.status, resolved_at = excluded.resolved_at
          where amoe_entries.status = 'attested'`,
        ),
      ])
    },

    /** Attested entries of a chain whose deadline is before a time (unix seconds), oldest first. */
    openEntries: (
      chainId: number,
      before: number,
      after: EntryPosition | undefined,
      limit: number,
    ): Promise<EntryRow[]> =>
      orm
        .select()
        .from(amoeEntries)
        .where(
          and(
            eq(amoeEntries.status, 'attested'),
            lt(amoeEntries.deadline, before),
            after &&
              or(
                gt(amoeEntries.deadline, after.deadline),
                and(eq(amoeEntries.deadline, after.deadline), gt(amoeEntries.nonce, after.nonce)),
              ),
            eq(amoeEntries.chainId, chainId),
          ),
        )
        .orderBy(asc(amoeEntries.deadline), asc(amoeEntries.nonce))
        .limit(limit),

    /**
     * Entries of some wallets (as stored) at a router whose deadline is after a time (unix seconds) and that the chain
     * accepted; a thousand at most.
     */
    enteredSince: (chainId: number, target: Address, since: number, wallets: readonly Address[]): Promise<EntryRow[]> =>
      orm
        .select()
        .from(amoeEntries)
        .where(
          and(
            eq(amoeEntries.status, 'entered'),
            gt(amoeEntries.deadline, since),
            eq(amoeEntries.chainId, chainId),
            eq(amoeEntries.target, lower(target)),
            inArray(amoeEntries.wallet, [...wallets]),
          ),
        )
        .limit(1000),

    /** Deletes all rows of a ledger. */
    async erase(profileId: string): Promise<void> {
      await batch(
        ['amoe_entries', 'amoe_credits', 'amoe_ledgers'].map(
          (table) => sql`delete from ${sql.identifier(table)} where profile_id = ${profileId}`,
        ),
      )
    },

    /** Ledgers that must write all their rows again. */
    async staleLedgers(limit: number): Promise<string[]> {
      const rows = await orm.select().from(amoeLedgers).where(eq(amoeLedgers.stale, true)).limit(limit)
      return rows.map(({ profileId }) => profileId)
    },
  }
}

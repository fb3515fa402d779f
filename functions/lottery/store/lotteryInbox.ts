import { and, asc, eq, lte, sql, type SQL } from 'drizzle-orm'
import {
  lotteryEntryInbox as inbox,
  lotteryInboxCounts as counts,
  lotteryIngestCursor as cursors,
  lotteryIngestPending as pending,
  lotteryIngestSeen as seen,
} from '../../../drizzle/lotteryIngest.ts'
import { jsonChunks, openDatabase } from '../../../shared/store/database.ts'
import { deleteSome } from '../../../shared/store/retention.ts'
import { stored } from '../../../shared/store/stored.ts'
import { createIngestCommit } from './ingestCommit.ts'
import { createIngestCursor, type IngestScope, isOfScope, type ScopedTable } from './ingestCursor.ts'

export type InboxStatus = (typeof inbox.$inferSelect)['status']
export interface InboxSummary {
  /** Statuses that no ticket has ever had are missing. */
  readonly counts: Partial<Record<InboxStatus, number>>
  /** Unix seconds; null if none is waiting. */
  readonly oldestPending: number | null
  /** Null before the first pull; `updatedAt` in unix seconds. */
  readonly cursor: { readonly lastSlot: number | null; readonly updatedAt: number } | null
}

const DAY = 86_400

export type LotteryInbox = ReturnType<typeof createLotteryInbox>

/** Tickets of the other chain in D1, and how far that chain has been read. */
export function createLotteryInbox(d1: D1Database, scope: IngestScope) {
  const database = openDatabase(d1)
  const { orm, batch } = database
  const { genesis, program } = scope
  const inScope = (table: ScopedTable): SQL => isOfScope(table, scope)

  return {
    ...createIngestCommit(database, scope),
    ...createIngestCursor(database, scope),

    /** The signatures that have been processed. */
    async known(signatures: readonly string[]): Promise<Set<string>> {
      const named = sql`${seen.signature} in (select value from json_each(${JSON.stringify(signatures)}))`
      const rows = await stored(() =>
        orm
          .select({ signature: seen.signature })
          .from(seen)
          .where(and(inScope(seen), named)),
      )
      return new Set(rows.map(({ signature }) => signature))
    },

    /** Removes signatures from the pending list: they have been processed. */
    async settle(signatures: readonly string[]): Promise<void> {
      const settled = jsonChunks(signatures).map(
        (json) => sql`delete from lottery_ingest_pending where ${inScope(pending)}
          and signature in (select value from json_each(${json}))`,
      )
      await stored(() => batch(settled))
    },

    /** Signatures that are due to be looked up again, the longest due first. */
    async due(now: number, limit: number): Promise<string[]> {
      const rows = await orm
        .select({ signature: pending.signature })
        .from(pending)
        .where(and(inScope(pending), lte(pending.nextTry, now)))
        .orderBy(asc(pending.nextTry))
        .limit(limit)
      return rows.map(({ signature }) => signature)
    },

    /** The number of tickets by status, since when the oldest has been waiting, and how far the pull has come. */
    async standing(): Promise<InboxSummary> {
      const [tallies, waiting, pulls] = await orm.batch([
        orm
          .select({ status: counts.status, n: counts.n })
          .from(counts)
          .where(and(eq(counts.genesis, genesis), eq(counts.program, program))),
        orm
          .select({ createdAt: inbox.createdAt })
          .from(inbox)
          .where(and(eq(inbox.clusterGenesisHash, genesis), eq(inbox.programId, program), eq(inbox.status, 'pending')))
          .orderBy(asc(inbox.createdAt))
          .limit(1),
        orm
          .select({ lastSlot: cursors.lastSlot, updatedAt: cursors.updatedAt })
          .from(cursors)
          .where(inScope(cursors))
          .limit(1),
      ])
      return {
        counts: Object.fromEntries(tallies.map(({ status, n }) => [status, n])),
        oldestPending: waiting[0]?.createdAt ?? null,
        cursor: pulls[0] ?? null,
      }
    },

    /** Applies the retention rules, a limited number of rows per call. */
    async prune(now: number): Promise<void> {
      await batch([
        deleteSome('lottery_ingest_seen', sql`seen_at < ${now - 30 * DAY}`),
        deleteSome('lottery_ingest_pending', sql`first_seen < ${now - DAY}`),
      ])
    },
  }
}

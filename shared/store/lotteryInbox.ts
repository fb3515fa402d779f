import { and, asc, eq, lte, sql, type SQL } from 'drizzle-orm'
import {
  lotteryEntryInbox as inbox,
  lotteryInboxCounts as counts,
  lotteryIngestCursor as cursors,
  lotteryIngestPending as pending,
  lotteryIngestSeen as seen,
} from '../../drizzle/lotteryIngest.ts'
import { jsonChunks, openDatabase } from './database.ts'

/** Whose transactions: a program on the chain with that genesis hash. */
export interface IngestScope {
  readonly genesis: string
  readonly program: string
}

export type SeenTransaction = Pick<typeof seen.$inferSelect, 'signature' | 'slot' | 'outcome'>
export type InboxEvent = Pick<
  typeof inbox.$inferSelect,
  | 'signature'
  | 'slot'
  | 'blockTime'
  | 'instructionIndex'
  | 'eventIndex'
  | 'instructionKind'
  | 'creatorMint'
  | 'buyerSvm'
  | 'amountRaw'
  | 'quarantineReason'
>
export type InboxStatus = (typeof inbox.$inferSelect)['status']
export interface InboxStanding {
  /** Statuses that no ticket has ever had are missing. */
  readonly counts: Partial<Record<InboxStatus, number>>
  /** Unix seconds; null where none waits. */
  readonly oldestPending: number | null
  /** Null before the first pull; `updatedAt` in unix seconds. */
  readonly cursor: { readonly lastSlot: number | null; readonly updatedAt: number } | null
}
export type IngestCursor = Pick<typeof cursors.$inferSelect, 'lastSignature' | 'lastSlot' | 'walkBefore' | 'revision'>

/** What one request to a node brought; it is stored whole or not at all. */
export interface IngestCommit {
  readonly seen: readonly SeenTransaction[]
  readonly events: readonly InboxEvent[]
  readonly unavailable: readonly { readonly signature: string; readonly error: string }[]
}

/** Seconds until a transaction that is not final is looked for again; doubled with each try, up to an hour. */
const FIRST_RETRY = 15
const LONGEST_RETRY = 3600
const DAY = 86_400
/** Rows that one run deletes at most. */
const ROWS = 500

export type LotteryInbox = ReturnType<typeof createLotteryInbox>

/** Tickets of the other chain, and how far they are read, in D1. */
export function createLotteryInbox(d1: D1Database, { genesis, program }: IngestScope) {
  const { orm, batch } = openDatabase(d1)
  const inScope = (t: typeof seen | typeof pending | typeof cursors): SQL =>
    sql`${t.genesis} = ${genesis} and ${t.program} = ${program}`

  const rowsOf = (
    json: string,
    now: number,
  ): SQL => sql`select ${`${genesis}:${program}:`} || (e.value ->> 'signature') ||
      ':' || (e.value ->> 'instructionIndex') || ':' || (e.value ->> 'eventIndex') source_event_id,
      ${genesis} cluster_genesis_hash, ${program} program_id, e.value ->> 'signature' signature,
      e.value ->> 'instructionIndex' instruction_index, e.value ->> 'eventIndex' event_index,
      e.value ->> 'instructionKind' instruction_kind, e.value ->> 'creatorMint' creator_mint,
      e.value ->> 'buyerSvm' buyer_svm, e.value ->> 'amountRaw' amount_raw, e.value ->> 'slot' slot,
      e.value ->> 'blockTime' block_time,
      case when e.value ->> 'quarantineReason' is not null then 'quarantined'
        when e.value ->> 'instructionKind' = 'relay_entries_reemit' then 'skipped_reemit'
        when w.address is null then 'skipped_identity' else 'pending' end status,
      e.value ->> 'quarantineReason' quarantine_reason, l.profile_id profile_id, w.address beneficiary_wallet,
      ${now} created_at
    from json_each(${json}) e
    left join linked_accounts l on l.kind = 'svm' and l.id = e.value ->> 'buyerSvm'
    left join profile_wallets w on w.profile_id = l.profile_id and w.canonical = 1`

  /**
   * Adds the events that are new to the counts by status, which are read instead of ever more rows. Before they are
   * put.
   */
  const countEvents = (events: readonly InboxEvent[], now: number): SQL[] =>
    jsonChunks(events).map(
      (json) => sql`insert into lottery_inbox_counts (genesis, program, status, n)
      select ${genesis}, ${program}, r.status, count(distinct r.source_event_id) from (${rowsOf(json, now)}) r
      where not exists (select 1 from lottery_entry_inbox i where i.source_event_id = r.source_event_id)
      group by r.status
      on conflict (genesis, program, status) do update set n = lottery_inbox_counts.n + excluded.n`,
    )

  /** Rows that are there already stay as they are: an event counts once, however often it comes. */
  const putEvents = (events: readonly InboxEvent[], now: number): SQL[] =>
    jsonChunks(events).map(
      (json) => sql`insert into lottery_entry_inbox (source_event_id, cluster_genesis_hash, program_id, signature,
        instruction_index, event_index, instruction_kind, creator_mint, buyer_svm, amount_raw, slot, block_time, status,
        quarantine_reason, profile_id, beneficiary_wallet, created_at)
      select * from (${rowsOf(json, now)}) where true on conflict (source_event_id) do nothing`,
    )

  const putSeen = (rows: readonly SeenTransaction[], now: number): SQL[] =>
    jsonChunks(rows).flatMap((json) => [
      sql`insert into lottery_ingest_seen (genesis, program, signature, outcome, slot, seen_at)
        select ${genesis}, ${program}, value ->> 'signature', value ->> 'outcome', value ->> 'slot', ${now}
        from json_each(${json}) where true on conflict do nothing`,
      sql`delete from lottery_ingest_pending where ${inScope(pending)}
        and signature in (select value ->> 'signature' from json_each(${json}))`,
    ])

  const putPending = (rows: IngestCommit['unavailable'], now: number): SQL[] =>
    jsonChunks(rows).map(
      (json) => sql`insert into lottery_ingest_pending
        (genesis, program, signature, first_seen, attempts, next_try, last_error)
      select ${genesis}, ${program}, value ->> 'signature', ${now}, 1, ${now + FIRST_RETRY}, value ->> 'error'
      from json_each(${json})
      where not exists (select 1 from lottery_ingest_seen where ${inScope(seen)} and signature = value ->> 'signature')
      on conflict do update set attempts = attempts + 1, last_error = excluded.last_error,
        next_try = ${now} + min(${LONGEST_RETRY}, ${FIRST_RETRY} << min(attempts, 8))`,
    )

  return {
    /** Those of the signatures that are dealt with. */
    async known(signatures: readonly string[]): Promise<Set<string>> {
      const rows = await orm
        .select({ signature: seen.signature })
        .from(seen)
        .where(
          and(inScope(seen), sql`${seen.signature} in (select value from json_each(${JSON.stringify(signatures)}))`),
        )
      return new Set(rows.map(({ signature }) => signature))
    },

    /** Stores in one transaction; answers how many events are new. */
    async commit({ seen: done, events, unavailable }: IngestCommit, now: number): Promise<number> {
      const [count, put] = [countEvents(events, now), putEvents(events, now)]
      // The counts first: a chunk's events are new until they are put.
      const inserts = count.flatMap((statement, i) => [statement, put[i] ?? statement])
      const changes = await batch([...inserts, ...putSeen(done, now), ...putPending(unavailable, now)])
      return changes
        .slice(0, inserts.length)
        .filter((_, i) => i % 2 === 1)
        .reduce((sum, n) => sum + n, 0)
    },

    /** Forgets that signatures are waited for: they have been dealt with. */
    async settle(signatures: readonly string[]): Promise<void> {
      await batch(
        jsonChunks(signatures).map(
          (json) => sql`delete from lottery_ingest_pending where ${inScope(pending)}
            and signature in (select value from json_each(${json}))`,
        ),
      )
    },

    /** Signatures that are to be looked for again, the longest due first. */
    async due(now: number, limit: number): Promise<string[]> {
      const rows = await orm
        .select({ signature: pending.signature })
        .from(pending)
        .where(and(inScope(pending), lte(pending.nextTry, now)))
        .orderBy(asc(pending.nextTry))
        .limit(limit)
      return rows.map(({ signature }) => signature)
    },

    /** How many tickets there are by status, since when the oldest waits, and how far the pull is. */
    async standing(): Promise<InboxStanding> {
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

    /** Where the pull stands. */
    async cursor(): Promise<IngestCursor> {
      const [row] = await orm.select().from(cursors).where(inScope(cursors)).limit(1)
      return row ?? { lastSignature: null, lastSlot: null, walkBefore: null, revision: 0 }
    },

    /** Moves the pull on from `read`; false when another run has moved it meanwhile. */
    async moveCursor(read: IngestCursor, to: Partial<IngestCursor>, now: number): Promise<boolean> {
      const { lastSignature, lastSlot, walkBefore } = { ...read, ...to }
      const [changed] = await batch([
        sql`insert into lottery_ingest_cursor
          (genesis, program, last_signature, last_slot, walk_before, revision, updated_at)
        select ${genesis}, ${program}, ${lastSignature}, ${lastSlot}, ${walkBefore}, ${read.revision + 1}, ${now}
        where coalesce((select revision from lottery_ingest_cursor where ${inScope(cursors)}), 0) = ${read.revision}
        on conflict do update set last_signature = excluded.last_signature, last_slot = excluded.last_slot,
          walk_before = excluded.walk_before, revision = excluded.revision, updated_at = excluded.updated_at`,
      ])
      return changed === 1
    },

    /** Applies the retention rules, a bounded number of rows a call. */
    async prune(now: number): Promise<void> {
      const drop = (table: typeof seen | typeof pending, column: SQL, seconds: number) =>
        sql`delete from ${table} where rowid in (
          select rowid from ${table} where ${column} < ${now - seconds} limit ${ROWS})`
      await batch([drop(seen, sql`seen_at`, 30 * DAY), drop(pending, sql`first_seen`, DAY)])
    },
  }
}

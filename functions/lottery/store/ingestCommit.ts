import { sql, type SQL } from 'drizzle-orm'
import {
  type lotteryEntryInbox as inbox,
  lotteryIngestPending as pending,
  lotteryIngestSeen as seen,
} from '../../../drizzle/lotteryIngest.ts'
import { type Database, jsonChunks } from '../../../shared/store/database.ts'
import { stored } from '../../../shared/store/stored.ts'
import { type IngestScope, isOfScope } from './ingestCursor.ts'

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
/** The result of one request to a node; it is stored completely or not at all. */
export interface IngestCommit {
  readonly seen: readonly SeenTransaction[]
  readonly events: readonly InboxEvent[]
  readonly unavailable: readonly { readonly signature: string; readonly error: string }[]
}

/** Seconds until a transaction that is not final is looked up again; doubled with each try, up to an hour. */
const FIRST_RETRY = 15
const LONGEST_RETRY = 3600

/** Stores what was read from the other chain. */
export function createIngestCommit({ batch }: Pick<Database, 'batch'>, scope: IngestScope) {
  const { genesis, program } = scope

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
   * Adds the new events to the counts by status, which are read instead of an ever-growing number of rows. Runs before
   * the events are inserted.
   */
  const countEvents = (events: readonly InboxEvent[], now: number): SQL[] =>
    jsonChunks(events).map(
      (json) => sql`insert into lottery_inbox_counts (genesis, program, status, n)
      select ${genesis}, ${program}, r.status, count(distinct r.source_event_id) from (${rowsOf(json, now)}) r
      where not exists (select 1 from lottery_entry_inbox i where i.source_event_id = r.source_event_id)
      group by r.status
      on conflict (genesis, program, status) do update set n = lottery_inbox_counts.n + excluded.n`,
    )

  /** Existing rows stay as they are: an event counts once, however often it is delivered. */
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
      sql`delete from lottery_ingest_pending where ${isOfScope(pending, scope)}
        and signature in (select value ->> 'signature' from json_each(${json}))`,
    ])

  const putPending = (rows: IngestCommit['unavailable'], now: number): SQL[] =>
    jsonChunks(rows).map(
      (json) => sql`insert into lottery_ingest_pending
        (genesis, program, signature, first_seen, attempts, next_try, last_error)
      select ${genesis}, ${program}, value ->> 'signature', ${now}, 1, ${now + FIRST_RETRY}, value ->> 'error'
      from json_each(${json})
      where not exists (select 1 from lottery_ingest_seen where ${isOfScope(seen, scope)} and signature = value ->> 'signature')
      on conflict do update set attempts = attempts + 1, last_error = excluded.last_error,
        next_try = ${now} + min(${LONGEST_RETRY}, ${FIRST_RETRY} << min(attempts, 8))`,
    )

  return {
    /** Stores everything in one transaction; returns how many events are new. */
    async commit({ seen: done, events, unavailable }: IngestCommit, now: number): Promise<number> {
      const [count, put] = [countEvents(events, now), putEvents(events, now)]
      // The counts come first: a chunk's events are new until they are inserted.
      const inserts = count.flatMap((statement, i) => [statement, put[i] ?? statement])
      const all = [...inserts, ...putSeen(done, now), ...putPending(unavailable, now)]
      const changes = await stored(() => batch(all))
      return changes
        .slice(0, inserts.length)
        .filter((_, i) => i % 2 === 1)
        .reduce((sum, n) => sum + n, 0)
    },
  }
}

import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

const INBOX_STATUSES = ['pending', 'skipped_identity', 'skipped_reemit', 'quarantined'] as const

/**
 * Lottery tickets of the other chain, one row for each event of the hook program in a finalized transaction. `pending`: a
 * ticket of a linked wallet; `skipped_identity`: its buyer is linked to no profile with a canonical wallet;
 * `skipped_reemit`: a relay repeated tickets that were counted before; `quarantined`: a person must look.
 *
 * Retention: for good; the row is what keeps its event from counting twice.
 */
export const lotteryEntryInbox = sqliteTable(
  'lottery_entry_inbox',
  {
    /** `{genesis hash}:{program}:{signature}:{number of the program's invocation}:{number of its data line}`. */
    sourceEventId: text('source_event_id').primaryKey(),
    clusterGenesisHash: text('cluster_genesis_hash').notNull(),
    programId: text('program_id').notNull(),
    signature: text().notNull(),
    instructionIndex: integer('instruction_index').notNull(),
    eventIndex: integer('event_index').notNull(),
    instructionKind: text('instruction_kind', { enum: ['buy_path', 'relay_entries_reemit'] }).notNull(),
    /** Base58; null, as the buyer and the amount, where the event could not be read. */
    creatorMint: text('creator_mint'),
    buyerSvm: text('buyer_svm'),
    /** Base units as a decimal string. */
    amountRaw: text('amount_raw'),
    slot: integer().notNull(),
    /** Unix seconds; null where the node does not know. */
    blockTime: integer('block_time'),
    status: text({ enum: INBOX_STATUSES }).notNull(),
    quarantineReason: text('quarantine_reason'),
    profileId: text('profile_id'),
    /** Lower case. */
    beneficiaryWallet: text('beneficiary_wallet').$type<`0x${string}`>(),
    /** Unix seconds. */
    createdAt: integer('created_at').notNull(),
  },
  (t) => [
    index('lottery_entry_inbox_by_status').on(t.clusterGenesisHash, t.programId, t.status, t.createdAt),
    index('lottery_entry_inbox_by_signature').on(t.signature),
  ],
)

/**
 * How many rows of the inbox have each status, changed in the same transaction as they are.
 *
 * Retention: a row for each status of a program and chain.
 */
export const lotteryInboxCounts = sqliteTable(
  'lottery_inbox_counts',
  {
    genesis: text().notNull(),
    program: text().notNull(),
    status: text({ enum: INBOX_STATUSES }).notNull(),
    n: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.genesis, t.program, t.status] })],
)

/**
 * Transactions that are dealt with. `ingested`: events are in the inbox; `failed`: reverted on its chain; `ignored`: holds
 * no event of the program.
 *
 * Retention: 30 days; one that comes again after that is fetched again, and changes nothing.
 */
export const lotteryIngestSeen = sqliteTable(
  'lottery_ingest_seen',
  {
    genesis: text().notNull(),
    program: text().notNull(),
    signature: text().notNull(),
    outcome: text({ enum: ['ingested', 'failed', 'ignored'] }).notNull(),
    slot: integer().notNull(),
    /** Unix seconds. */
    seenAt: integer('seen_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.genesis, t.program, t.signature] }),
    index('lottery_ingest_seen_by_time').on(t.seenAt),
  ],
)

/**
 * Transactions that were pushed and are not finalized yet, with when to look again.
 *
 * Retention: until dealt with, at most a day: what is not final by then never will be, or the pull finds it.
 */
export const lotteryIngestPending = sqliteTable(
  'lottery_ingest_pending',
  {
    genesis: text().notNull(),
    program: text().notNull(),
    signature: text().notNull(),
    /** Unix seconds. */
    firstSeen: integer('first_seen').notNull(),
    attempts: integer().notNull(),
    nextTry: integer('next_try').notNull(),
    lastError: text('last_error').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.genesis, t.program, t.signature] }),
    index('lottery_ingest_pending_due').on(t.nextTry),
  ],
)

/**
 * How far the pull has come with a program: every transaction up to `last_signature` is dealt with. `walk_before` is where
 * the walk back from the newest transaction stands while it has not met the cursor.
 *
 * Retention: one row a program and chain.
 */
export const lotteryIngestCursor = sqliteTable(
  'lottery_ingest_cursor',
  {
    genesis: text().notNull(),
    program: text().notNull(),
    lastSignature: text('last_signature'),
    lastSlot: integer('last_slot'),
    walkBefore: text('walk_before'),
    /** Counts the writes; every write names the one it read. */
    revision: integer().notNull(),
    /** Unix seconds. */
    updatedAt: integer('updated_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.genesis, t.program] })],
)

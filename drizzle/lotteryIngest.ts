import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

const INBOX_STATUSES = ['pending', 'skipped_identity', 'skipped_reemit', 'quarantined'] as const

/**
 * Lottery tickets of the other chain, one row for each event of the hook program in a finalized transaction. `pending`:
 * a ticket of a linked wallet; `skipped_identity`: no profile with a canonical wallet is linked to the buyer;
 * `skipped_reemit`: a relay repeated tickets that were already counted; `quarantined`: a person must look at it.
 *
 * Retention: permanent; the row is what keeps its event from counting twice.
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
    /** Base58; null, like the buyer and the amount, if the event could not be read. */
    creatorMint: text('creator_mint'),
    buyerSvm: text('buyer_svm'),
    /** Base units as a decimal string. */
    amountRaw: text('amount_raw'),
    slot: integer().notNull(),
    /** Unix seconds; null if the node does not know. */
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
    index('lottery_entry_inbox_by_profile').on(t.profileId),
  ],
)

/**
 * The number of inbox rows per status, updated in the same transaction as the rows.
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
 * Transactions that have been processed. `ingested`: its events are in the inbox; `failed`: reverted on its chain;
 * `ignored`: contains no event of the program.
 *
 * Retention: 30 days; one that arrives again after that is fetched again and changes nothing.
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
 * Transactions that were pushed but are not finalized yet, and when to look again.
 *
 * Retention: until processed, at most a day: what is not final by then never will be, or the pull finds it.
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
 * How far the pull has read a program: every transaction up to `last_signature` is processed. `walk_before` is where
 * the walk back from the newest transaction has got to while it has not reached the cursor.
 *
 * Retention: one row per program and chain.
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

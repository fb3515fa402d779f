import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

// Projections of the AMOE ledgers (functions/lottery/amoe/AmoeLedger.ts), one ledger per account, written by their
// outboxes. A row that arrives twice or late changes nothing. Setting `stale` in amoe_ledgers makes a ledger write all
// its rows again.

/**
 * One row for each ledger.
 *
 * Retention: as long as the profile.
 */
export const amoeLedgers = sqliteTable(
  'amoe_ledgers',
  {
    profileId: text('profile_id').primaryKey(),
    /** Balance in hundredths of a credit, as of the credit with number `seq`. */
    units: integer().notNull(),
    seq: integer().notNull(),
    stale: integer({ mode: 'boolean' }).notNull().default(false),
  },
  (t) => [index('amoe_ledgers_stale').on(t.stale)],
)

/**
 * What an account was given and spent, in hundredths of a credit.
 *
 * Retention: as long as the profile: at most a row a day, and one or two for every hundred credits.
 */
export const amoeCredits = sqliteTable(
  'amoe_credits',
  {
    profileId: text('profile_id').notNull(),
    source: text().notNull(),
    /** What the source gave the credit for: a day, a nonce. */
    sourceId: text('source_id').notNull(),
    units: integer().notNull(),
    seq: integer().notNull(),
    /** Unix seconds. */
    createdAt: integer('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.profileId, t.source, t.sourceId] })],
)

/**
 * Attested free entries. An entry is `attested` until the chain says `entered`, or the credits are `refunded`; both are
 * decided at a final block after the deadline and stay.
 *
 * Retention: as long as the profile.
 */
export const amoeEntries = sqliteTable(
  'amoe_entries',
  {
    nonce: text().$type<`0x${string}`>().primaryKey(),
    profileId: text('profile_id').notNull(),
    wallet: text().$type<`0x${string}`>().notNull(),
    creatorCoin: text('creator_coin').$type<`0x${string}`>().notNull(),
    chainId: integer('chain_id').notNull(),
    /** The contract that the entry is sent to. */
    target: text().$type<`0x${string}`>().notNull(),
    /** Price in hundredths of a credit. */
    units: integer().notNull(),
    /** Unix seconds, as are the times below. */
    deadline: integer().notNull(),
    status: text({ enum: ['attested', 'entered', 'refunded'] }).notNull(),
    createdAt: integer('created_at').notNull(),
    resolvedAt: integer('resolved_at'),
  },
  (t) => [
    index('amoe_entries_by_deadline').on(t.status, t.deadline, t.nonce),
    index('amoe_entries_by_profile').on(t.profileId, t.createdAt),
  ],
)

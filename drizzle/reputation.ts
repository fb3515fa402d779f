import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** What a key of the reputation provider stands for; the order is that in which the keys of one profile count. */
export const IDENTITY_TYPES = ['smart_wallet', 'wallet', 'x_id', 'chatapp_id'] as const

/**
 * Under which keys the reputation provider knows a profile: its proven wallets and linked accounts. A key belongs to one
 * profile, except for a moment while it moves to another.
 *
 * Retention: as long as the profile has the wallet or account.
 */
export const userReputationIdentityKeys = sqliteTable(
  'user_reputation_identity_keys',
  {
    /** A profile's id. */
    userId: text('user_id').notNull(),
    userkey: text().notNull(),
    identityType: text('identity_type', { enum: IDENTITY_TYPES }).notNull(),
    /** The lower, the sooner its score is the profile's. */
    priority: integer().notNull(),
    /** Where the key was found. */
    source: text({ enum: ['profile_wallets', 'linked_accounts'] }).notNull(),
    /** Unix seconds at which the wallet or account was linked. */
    verifiedAt: integer('verified_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.userkey] }), index('user_reputation_identity_keys_by_key').on(t.userkey)],
)

/**
 * The provider's score of each key that a profile has. `matched`: it has a score; `not_found`: the provider has none;
 * `unknown`: not fetched yet; `error`: fetched in vain; `stale`: the same, and an earlier answer is kept.
 *
 * Retention: as long as a profile has the key.
 */
export const reputationUserkeyScores = sqliteTable(
  'reputation_userkey_scores',
  {
    userkey: text().primaryKey(),
    /** 0 to 2800; null if the provider has none, or was not asked yet. */
    score: integer(),
    level: text(),
    status: text({ enum: ['matched', 'not_found', 'error', 'stale', 'unknown'] }).notNull(),
    /** Unix milliseconds of the provider's newest change that the score includes, by the provider's clock. */
    providerUpdatedMs: integer('provider_updated_ms'),
    /** Unix seconds of the last answer that could be used. */
    fetchedAt: integer('fetched_at'),
    /** Unix seconds from which it is fetched again. */
    dueAt: integer('due_at').notNull(),
  },
  (t) => [
    index('reputation_userkey_scores_due').on(t.dueAt, t.userkey),
    index('reputation_userkey_scores_by_fetch').on(t.fetchedAt),
  ],
)

/**
 * A profile's score: that of its winning key.
 *
 * Retention: as long as one of the profile's keys has a score.
 */
export const canonicalReputationScores = sqliteTable('canonical_reputation_scores', {
  userId: text('user_id').primaryKey(),
  selectedUserkey: text('selected_userkey').notNull(),
  score: integer().notNull(),
  level: text(),
  sourceIdentityType: text('source_identity_type', { enum: IDENTITY_TYPES }).notNull(),
  /** Unix seconds. */
  scoreFetchedAt: integer('score_fetched_at').notNull(),
})

/**
 * The score of each vault's creator: the profile that has proven to own the vault's onchain owner. A projection of the
 * vault list, chain reads, accounts and scores; rebuildable at any time.
 *
 * Retention: as long as the vault is listed.
 */
export const creatorReputation = sqliteTable(
  'creator_reputation',
  {
    /** Id in `chains`. */
    chain: integer().notNull(),
    /** Lower case, like the owner. */
    vault: text().$type<`0x${string}`>().notNull(),
    /** Null while it was not read, and for a vault that names none. */
    owner: text().$type<`0x${string}`>(),
    /** Unix seconds, as all times here; 0 before the first read. */
    ownerReadAt: integer('owner_read_at').notNull().default(0),
    userId: text('user_id'),
    selectedUserkey: text('selected_userkey'),
    score: integer(),
    level: text(),
    scoreFetchedAt: integer('score_fetched_at'),
  },
  (t) => [
    primaryKey({ columns: [t.chain, t.vault] }),
    index('creator_reputation_by_read').on(t.chain, t.ownerReadAt),
    index('creator_reputation_by_owner').on(t.chain, t.owner),
  ],
)

/**
 * How far the recurring work has come. `canonical` and `hot`: each lane's position in the provider's feed of updates;
 * `seed`: the profile whose keys were collected last; `projection` and `provider`: since when, and until when not.
 *
 * Retention: one row for each.
 */
export const reputationSyncState = sqliteTable('reputation_sync_state', {
  syncKey: text('sync_key', { enum: ['canonical', 'hot', 'seed', 'projection', 'provider'] }).primaryKey(),
  /** A time of the feed (ISO 8601), or the id of a profile. */
  cursorAfter: text('cursor_after'),
  /** The end of the part of the feed that is read next (ISO 8601), where all that follows does not fit a page. */
  cursorUntil: text('cursor_until'),
  /** Whether everything up to the cursor has been read, so that the next run begins some time before it. */
  caughtUp: integer('caught_up', { mode: 'boolean' }).notNull().default(false),
  /** Unix seconds of the last run that succeeded. */
  lastSyncedAt: integer('last_synced_at'),
  /** Failures in a row. */
  failures: integer().notNull().default(0),
  /** Unix seconds before which it is not tried again. */
  retryAt: integer('retry_at').notNull().default(0),
})

/**
 * Who runs a lane. A run that was cut off leaves its row, which counts for nothing once the lease is over.
 *
 * Retention: one row for each lane.
 */
export const reputationSyncLeases = sqliteTable('reputation_sync_leases', {
  syncKey: text('sync_key', { enum: ['canonical', 'hot'] }).primaryKey(),
  leaseOwner: text('lease_owner').notNull(),
  /** Unix seconds. */
  leaseUntil: integer('lease_until').notNull(),
})

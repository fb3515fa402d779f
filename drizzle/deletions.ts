import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/**
 * Accounts whose owners deleted them: what is still to be done outside of this database. The row is written in the batch
 * that deletes the account's rows, so that a deletion which was cut off is known of and finished.
 *
 * Retention: until all is done and the confirmation has expired, ten minutes after it was used.
 */
export const profileDeletions = sqliteTable(
  'profile_deletions',
  {
    profileId: text('profile_id').primaryKey(),
    /** Who asked, in lower case. */
    address: text().$type<`0x${string}`>().notNull(),
    /** SHA-256 of the session's token that asked: it ends last, so that the same request can be repeated. */
    sessionHash: text('session_hash').notNull(),
    /** JSON arrays of what the account had: wallets in lower case, and ids of users. */
    wallets: text().notNull(),
    chatappUsers: text('chatapp_users').notNull(),
    idpUsers: text('idp_users').notNull(),
    /** Unix seconds, as the time below. */
    requestedAt: integer('requested_at').notNull(),
    /** When nothing was left but that session; null before. */
    erasedAt: integer('erased_at'),
  },
  (t) => [index('profile_deletions_by_address').on(t.address), index('profile_deletions_by_time').on(t.requestedAt)],
)

import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/**
 * Codes that carry a sign-in from one of a person's applications to another, each used once.
 *
 * Retention: an hour after a code has expired.
 */
export const handoffCodes = sqliteTable(
  'handoff_codes',
  {
    /** Keyed hash of the code (HMAC-SHA256, hex); the code itself is not stored. */
    codeHash: text('code_hash').primaryKey(),
    profileId: text('profile_id').notNull(),
    /** Who asked for it, in lower case. */
    address: text().$type<`0x${string}`>().notNull(),
    /** The session that asked, by its name, with which the code ends; null where a signed request asked. */
    sessionId: text('session_id'),
    /** The wallet that had proven itself there, null for the one that asked, and JSON of how, where it is a smart wallet. */
    byWallet: text('by_wallet').$type<`0x${string}`>(),
    proofs: text().notNull().default('[]'),
    /** RFC 7636 S256 challenge; null where the code was asked for without one. */
    codeChallenge: text('code_challenge'),
    /** Unix seconds, as all times here. */
    createdAt: integer('created_at').notNull(),
    expiresAt: integer('expires_at').notNull(),
    consumedAt: integer('consumed_at'),
  },
  (t) => [
    index('handoff_codes_by_profile').on(t.profileId, t.expiresAt),
    index('handoff_codes_by_expiry').on(t.expiresAt),
  ],
)

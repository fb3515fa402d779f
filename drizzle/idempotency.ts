import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/**
 * Requests that came with an Idempotency-Key: which run has one now, or the answer that it came to, which is written in the
 * transaction of what was done. A request that failed leaves no row.
 *
 * Retention: 24 hours, or until the account is deleted.
 */
export const idempotencyKeys = sqliteTable(
  'idempotency_keys',
  {
    /** SHA-256 of who asks, the operation and the key: the key itself is not stored. */
    id: text().primaryKey(),
    /** Who asks, as budgets name it: an address in lower case, or a user's id. */
    principal: text().notNull(),
    /** SHA-256 of the validated inputs. */
    fingerprint: text().notNull(),
    /** The run that has the request; null once it is answered. */
    claim: text(),
    /** Unix seconds at which another run may take it. */
    claimedUntil: integer('claimed_until').notNull(),
    /** The answer as JSON: data, and asOf where it has one; null until it is known. */
    answer: text(),
    /** Unix seconds. */
    expiresAt: integer('expires_at').notNull(),
  },
  (t) => [index('idempotency_keys_by_principal').on(t.principal), index('idempotency_keys_by_expiry').on(t.expiresAt)],
)

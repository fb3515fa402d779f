import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/**
 * What the paymaster decided about user operations: which calls were sponsored for whom, and which were denied and why. The
 * same decision within an hour is one row, and denials of one principal are 100 in an hour.
 *
 * Retention: 90 days.
 */
export const paymasterDecisions = sqliteTable(
  'paymaster_decisions',
  {
    /** Hash of everything else, and of the hour. */
    id: text().primaryKey(),
    /** Unix seconds. */
    createdAt: integer('created_at').notNull(),
    /** Who was signed in, and the wallet of the operation, in lower case. */
    principal: text().$type<`0x${string}`>().notNull(),
    sender: text().$type<`0x${string}`>().notNull(),
    method: text().notNull(),
    /** Null if the calls are of no kind that is sponsored. */
    mode: text(),
    /** SHA-256 of the operation as it was sent, without signature and paymaster fields. */
    userOpHash: text('userop_hash').notNull(),
    allowed: integer({ mode: 'boolean' }).notNull(),
    /** Of the denial. */
    code: text(),
  },
  (t) => [
    index('paymaster_decisions_by_time').on(t.createdAt),
    index('paymaster_decisions_by_principal').on(t.principal, t.allowed, t.createdAt),
  ],
)

import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

/**
 * Relations of accounts, wallets and keys, with their times: a wallet was linked to an account, or a key proved to own a
 * smart wallet, where the last key that signed in counts as open. A row is an undirected edge between two nodes,
 * `account:<profile id>`, `wallet:<address in lower case>` or `key:<hash of a passkey>`, the lesser text first. Whoever is joined to somebody is the same person to the two-person rule.
 *
 * Retention: an ended join goes when no role on a vault and no undecided approval is older than its end.
 */
export const personJoins = sqliteTable(
  'person_joins',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    a: text().notNull(),
    b: text().notNull(),
    /** Unix seconds, as the end below. */
    since: integer().notNull(),
    /** Null while it lasts. */
    until: integer(),
  },
  (t) => [
    uniqueIndex('person_joins_open')
      .on(t.a, t.b)
      .where(sql`${t.until} is null`),
    index('person_joins_by_a').on(t.a, t.until),
    index('person_joins_by_b').on(t.b, t.until),
    index('person_joins_by_end').on(t.until),
  ],
)

import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/**
 * One row for each auction that the configuration, or a launch arm of a vault, names: what never changes of it, for sorted
 * and filtered lists. Written by the job, rebuildable at any time. Addresses are in lower case; the four last columns are
 * null for a contract that does not answer as an auction. A reorganization sets `token` to null for auctions that end after
 * the block that it kept, until the job has read them again.
 *
 * Retention: an auction that is no longer named goes with the next refresh; all rows go with their chain.
 */
export const auctions = sqliteTable(
  'auctions',
  {
    chain: integer().notNull(),
    auction: text().$type<`0x${string}`>().notNull(),
    /** The vault whose launch arm names it, and whose share token it sells; null for one that only the configuration names. */
    vault: text().$type<`0x${string}`>(),
    token: text().$type<`0x${string}`>(),
    currency: text().$type<`0x${string}`>(),
    startBlock: integer('start_block'),
    endBlock: integer('end_block'),
  },
  (t) => [primaryKey({ columns: [t.chain, t.auction] })],
)

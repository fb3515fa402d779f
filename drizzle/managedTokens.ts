import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/**
 * The version of a managed token list; one list for each chain, by its genesis hash. Version 1.0.0 is the empty list: the
 * first token makes it 1.1.0, and an emptied list keeps its version, which never falls.
 *
 * Retention: as long as its chain is the one behind its chain id; core's job removes the lists of others.
 */
export const managedTokenLists = sqliteTable('managed_token_lists', {
  genesis: text().$type<`0x${string}`>().primaryKey(),
  chainId: integer('chain_id').notNull(),
  major: integer().notNull(),
  minor: integer().notNull(),
  patch: integer().notNull(),
  /** Unix seconds of the last change. */
  changedAt: integer('changed_at').notNull(),
  /** Unix seconds of the last token that was verified on this chain. */
  verifiedAt: integer('verified_at').notNull(),
})

/**
 * Share tokens of a managed list, as they were when last verified; at most 500 a list. Addresses are in lower case.
 *
 * Retention: until removed from the list; with their list at the latest.
 */
export const managedTokens = sqliteTable(
  'managed_tokens',
  {
    genesis: text().$type<`0x${string}`>().notNull(),
    address: text().$type<`0x${string}`>().notNull(),
    /** Within the bounds of the Token Lists schema, as is the symbol. */
    name: text().notNull(),
    symbol: text().notNull(),
    decimals: integer().notNull(),
    vault: text().$type<`0x${string}`>().notNull(),
    /** Block as of which it was verified: what an older block says replaces nothing. */
    blockNumber: integer('block_number').notNull(),
    /** Unix seconds. */
    createdAt: integer('created_at').notNull(),
    verifiedAt: integer('verified_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.genesis, t.address] })],
)

import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/**
 * What a source said about a wallet, by the SHA-256 of the source and of all that its answer depends on; and who is asking
 * it now, so that no second Worker asks too. Nothing is stored of a source that failed.
 *
 * Retention: an hour. Each write deletes some rows that have expired.
 */
export const walletIntelligenceCache = sqliteTable(
  'wallet_intelligence_cache',
  {
    key: text().primaryKey(),
    source: text().notNull(),
    address: text().$type<`0x${string}`>().notNull(),
    /** JSON of at most 64 KiB; null while it is asked for the first time. */
    data: text(),
    /** Unix seconds, as are the times below. */
    createdAt: integer('created_at').notNull().default(0),
    expiresAt: integer('expires_at').notNull(),
    leaseOwner: text('lease_owner'),
    leaseUntil: integer('lease_until').notNull().default(0),
  },
  (t) => [
    index('wallet_intelligence_cache_by_expiry').on(t.expiresAt),
    index('wallet_intelligence_cache_by_address').on(t.address, t.source),
  ],
)

/**
 * Whose an address is; a label that is null is one that providers said does not exist. Addresses are in lower case.
 *
 * Retention: a day. Each write deletes some rows that have expired.
 */
export const entityLabelsCache = sqliteTable(
  'entity_labels_cache',
  {
    address: text().$type<`0x${string}`>().notNull(),
    chainId: integer('chain_id').notNull(),
    /** JSON of the label. */
    label: text(),
    /** Unix seconds, as is the time below. */
    createdAt: integer('created_at').notNull(),
    expiresAt: integer('expires_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.address, t.chainId] }), index('entity_labels_cache_by_expiry').on(t.expiresAt)],
)

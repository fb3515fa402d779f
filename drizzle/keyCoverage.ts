import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/**
 * Snapshots of staked keys that buyers published, each as of one block of the chain with that genesis hash. Addresses
 * are in lower case.
 *
 * Retention: 90 days; a buyer's newest snapshot stays.
 */
export const keyCoverageSnapshots = sqliteTable(
  'key_coverage_snapshots',
  {
    genesis: text().$type<`0x${string}`>().notNull(),
    chainId: integer('chain_id').notNull(),
    buyer: text().$type<`0x${string}`>().notNull(),
    creatorCoin: text('creator_coin').$type<`0x${string}`>(),
    blockNumber: integer('block_number').notNull(),
    blockHash: text('block_hash').$type<`0x${string}`>().notNull(),
    blockTime: integer('block_time').notNull(),
    snapshotHash: text('snapshot_hash').$type<`0x${string}`>().notNull(),
    /** Eligible keys of all rooms, as a decimal string. */
    units: text().notNull(),
    publishedBy: text('published_by').$type<`0x${string}`>().notNull(),
    /** Unix seconds. */
    createdAt: integer('created_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.genesis, t.buyer, t.blockNumber] }),
    index('key_coverage_snapshots_by_time').on(t.createdAt),
  ],
)

/**
 * The stakes behind a snapshot. The stake of a wallet in a room counts for only one buyer per block.
 *
 * Retention: as long as their snapshot.
 */
export const keyCoverageStakes = sqliteTable(
  'key_coverage_stakes',
  {
    genesis: text().$type<`0x${string}`>().notNull(),
    wallet: text().$type<`0x${string}`>().notNull(),
    tokenId: text('token_id').notNull(),
    blockNumber: integer('block_number').notNull(),
    blockTime: integer('block_time').notNull(),
    buyer: text().$type<`0x${string}`>().notNull(),
    /** Eligible keys, as a decimal string. */
    amount: text().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.genesis, t.wallet, t.tokenId, t.blockNumber] }),
    index('key_coverage_stakes_by_buyer').on(t.genesis, t.buyer, t.blockNumber),
  ],
)

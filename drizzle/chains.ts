import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

/**
 * A chain, identified by its genesis hash: another chain with the same chain id is another row, and everything derived
 * from a chain refers to this row's id. `revision` counts the commits to the index; every commit names the one it read.
 *
 * Retention: the row checked last stays; a replaced one is deleted with all its rows, a bounded number per run.
 */
export const chains = sqliteTable(
  'chains',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    chainId: integer('chain_id').notNull(),
    genesis: text().$type<`0x${string}`>().notNull(),
    revision: integer().notNull().default(0),
    headNumber: integer('head_number').notNull().default(0),
    headTime: integer('head_time').notNull().default(0),
    /** The block as of which the projections (drizzle/vaults.ts) are valid; 0 before the first. */
    listedNumber: integer('listed_number').notNull().default(0),
    listedTime: integer('listed_time').notNull().default(0),
    /** Unix seconds of the last look at the node. */
    checkedAt: integer('checked_at').notNull(),
  },
  (t) => [
    uniqueIndex('chains_by_genesis').on(t.chainId, t.genesis),
    index('chains_by_check').on(t.chainId, t.checkedAt),
  ],
)

/**
 * How far a stream of logs is indexed: all blocks from `from_block` up to, but not including, `next_block`. Addresses
 * that join a stream later start as a cohort of their own, which is merged into the first once it has caught up.
 *
 * Retention: one row per cohort, as long as its chain.
 */
export const indexStreams = sqliteTable(
  'index_streams',
  {
    chain: integer().notNull(),
    stream: text().notNull(),
    cohort: integer().notNull(),
    /** Topics the stream asks for, comma-separated, empty for all; a change restarts the stream. */
    topics: text().notNull(),
    fromBlock: integer('from_block').notNull(),
    nextBlock: integer('next_block').notNull(),
    /** Of block `next_block - 1`; null before the first range. */
    checkpointHash: text('checkpoint_hash').$type<`0x${string}`>(),
    checkpointTime: integer('checkpoint_time'),
    /** Blocks per request: halved when the node refuses, doubled when it answers. */
    span: integer().notNull(),
    updatedAt: integer('updated_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.chain, t.stream, t.cohort] })],
)

/**
 * The addresses of a stream, lower case.
 *
 * Retention: as long as the chain: an address that left the registry keeps its history.
 */
export const indexAddresses = sqliteTable(
  'index_addresses',
  {
    chain: integer().notNull(),
    stream: text().notNull(),
    address: text().$type<`0x${string}`>().notNull(),
    cohort: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.chain, t.stream, t.address] })],
)

/**
 * Blocks at which a range ended: where a reorg's common ancestor is looked for.
 *
 * Retention: the newest 256 per chain, pruned by every commit.
 */
export const indexBlocks = sqliteTable(
  'index_blocks',
  {
    chain: integer().notNull(),
    number: integer().notNull(),
    hash: text().$type<`0x${string}`>().notNull(),
    time: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.chain, t.number] })],
)

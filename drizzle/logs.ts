import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/**
 * Event logs as the node returned them; hex in lower case, data is cut where it is longer than a row can be. The keys serve
 * newest-first pages of a stream, of one address in it, of one address and first indexed argument, and, of share
 * tokens and of deployments alone, of one address and second indexed argument (who received, who owns), each with one index seek;
 * of bids, tickets and agents by the second indexed argument alone: whose they are.
 *
 * Retention: as the stream's definition says, oldest first, a bounded number per run.
 */
export const logs = sqliteTable(
  'logs',
  {
    chain: integer().notNull(),
    stream: text().notNull(),
    blockNumber: integer('block_number').notNull(),
    logIndex: integer('log_index').notNull(),
    blockHash: text('block_hash').$type<`0x${string}`>().notNull(),
    blockTime: integer('block_time').notNull(),
    txHash: text('tx_hash').$type<`0x${string}`>().notNull(),
    address: text().$type<`0x${string}`>().notNull(),
    topic0: text().$type<`0x${string}`>(),
    topic1: text().$type<`0x${string}`>(),
    topic2: text().$type<`0x${string}`>(),
    topic3: text().$type<`0x${string}`>(),
    data: text().$type<`0x${string}`>().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.chain, t.stream, t.blockNumber, t.logIndex] }),
    index('logs_by_address').on(t.chain, t.stream, t.address, t.blockNumber, t.logIndex),
    index('logs_by_topic1').on(t.chain, t.stream, t.address, t.topic1, t.blockNumber, t.logIndex),
    index('logs_by_receiver')
      .on(t.chain, t.address, t.topic2, t.blockNumber, t.logIndex)
      .where(sql`stream = 'shares'`),
    index('logs_by_owner')
      .on(t.chain, t.address, t.topic2, t.blockNumber, t.logIndex)
      .where(sql`stream = 'deployments'`),
    ...['auction-bids', 'lottery-entries', 'identity'].map((stream) =>
      index(`logs_by_holder_${stream.replace('-', '_')}`)
        .on(t.chain, t.topic2, t.blockNumber, t.logIndex)
        .where(sql.raw(`stream = '${stream}'`)),
    ),
  ],
)

/**
 * What one address logged in one stream in one hour (start of the hour in unix time), summed up, so that windows of
 * days and years are few rows. An hour whose logs changed is `stale` until it is summed again from its logs.
 *
 * Retention: 366 days.
 */
export const logHours = sqliteTable(
  'log_hours',
  {
    chain: integer().notNull(),
    stream: text().notNull(),
    address: text().$type<`0x${string}`>().notNull(),
    hour: integer().notNull(),
    firstBlock: integer('first_block').notNull(),
    lastBlock: integer('last_block').notNull(),
    stale: integer({ mode: 'boolean' }).notNull(),
    /** Totals by name, as a JSON object of decimal strings. */
    totals: text().notNull().default('{}'),
  },
  (t) => [
    primaryKey({ columns: [t.chain, t.stream, t.address, t.hour] }),
    index('log_hours_by_hour').on(t.chain, t.stream, t.hour),
    index('log_hours_stale').on(t.chain, t.stream, t.stale, t.address, t.hour),
  ],
)

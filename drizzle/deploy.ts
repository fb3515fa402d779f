import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/**
 * Plans of deployments that their owners carry out with wallets of their own, and how far each has come. An owner has 20
 * at most.
 *
 * Retention: 30 days after the last change; one that is over also goes where its owner needs its place for another.
 */
export const deploySessions = sqliteTable(
  'deploy_sessions',
  {
    /** Who signed in, in lower case; ids are each owner's own. */
    owner: text().$type<`0x${string}`>().notNull(),
    id: text().notNull(),
    chainId: integer('chain_id').notNull(),
    /** JSON array of the unsigned calls in their order, `{from, to, data, value}` each. */
    plan: text().notNull(),
    calls: integer().notNull(),
    status: text({ enum: ['pending', 'running', 'completed', 'failed', 'cancelled'] }).notNull(),
    /** Unix seconds. */
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.owner, t.id] }),
    check('deploy_session_status', sql`${t.status} in ('pending', 'running', 'completed', 'failed', 'cancelled')`),
    index('deploy_sessions_by_time').on(t.updatedAt),
  ],
)

/**
 * The transaction that carries out a call of a plan, as its owner reported it, and what the chain said of it. Until the
 * chain has said something, another one may take its place.
 *
 * Retention: as long as its session.
 */
export const deployTransactions = sqliteTable(
  'deploy_transactions',
  {
    owner: text().$type<`0x${string}`>().notNull(),
    sessionId: text('session_id').notNull(),
    /** Index in the plan. */
    call: integer().notNull(),
    /** Lower case. */
    txHash: text('tx_hash').$type<`0x${string}`>().notNull(),
    state: text({ enum: ['sent', 'confirmed', 'reverted'] }).notNull(),
    /** Decimal; null until the transaction is in a block. */
    blockNumber: text('block_number'),
    /** Unix seconds. */
    reportedAt: integer('reported_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.owner, t.sessionId, t.call] })],
)

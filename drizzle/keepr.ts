import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

/**
 * Wallets that asked to be let into a group of the messaging network, each once, and what became of the action by which
 * keepers add them.
 *
 * Retention: 90 days after the last change.
 */
export const keeprJoinRequests = sqliteTable(
  'keepr_join_requests',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    /** Lower case, as is the wallet. */
    vaultAddress: text('vault_address').$type<`0x${string}`>().notNull(),
    groupId: text('group_id').notNull(),
    walletAddress: text('wallet_address').$type<`0x${string}`>().notNull(),
    status: text({ enum: ['queued', 'added', 'failed'] }).notNull(),
    /** Why it was not done, in the worker's words. */
    lastReason: text('last_reason'),
    /** Unix seconds, as all times here. */
    lastCheckedAt: integer('last_checked_at'),
    /** When it is tried next; null once it is over. */
    nextCheckAt: integer('next_check_at'),
    /** The action that was last enqueued for it. */
    actionId: integer('action_id'),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
  },
  (t) => [
    uniqueIndex('keepr_join_requests_by_member').on(t.groupId, t.walletAddress),
    index('keepr_join_requests_by_action').on(t.actionId),
    index('keepr_join_requests_by_wallet').on(t.walletAddress),
    index('keepr_join_requests_by_time').on(t.updatedAt),
  ],
)

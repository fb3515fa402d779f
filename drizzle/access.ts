import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

// Who may create, and who decided so. Addresses are in lower case.

/**
 * Wallets that may create.
 *
 * Retention: for good; a wallet that may no longer keeps its row, with when that ended.
 */
export const allowlist = sqliteTable(
  'creator_allowlist',
  {
    address: text().$type<`0x${string}`>().primaryKey(),
    smartWalletAddress: text('smart_wallet_address').$type<`0x${string}`>(),
    approvedBy: text('approved_by').$type<`0x${string}`>().notNull(),
    /** Unix seconds. */
    approvedAt: integer('approved_at').notNull(),
    /** Unix seconds; null while it may. */
    revokedAt: integer('revoked_at'),
    note: text(),
  },
  (t) => [
    index('creator_allowlist_by_time').on(t.approvedAt, t.address),
    index('creator_allowlist_by_smart_wallet').on(t.smartWalletAddress),
  ],
)

/**
 * Requests to be put on that list: one wallet has one pending at most.
 *
 * Retention: a year after it was decided, or last sent where nobody decided; those of a deleted account go with it.
 */
export const accessRequests = sqliteTable(
  'access_requests',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    walletAddress: text('wallet_address').$type<`0x${string}`>().notNull(),
    coinAddress: text('coin_address').$type<`0x${string}`>(),
    status: text({ enum: ['pending', 'approved', 'denied'] })
      .notNull()
      .default('pending'),
    /** Unix seconds, as all times here. */
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
    reviewedAt: integer('reviewed_at'),
    reviewedBy: text('reviewed_by').$type<`0x${string}`>(),
    decisionNote: text('decision_note'),
  },
  (t) => [
    check('access_request_status', sql`${t.status} in ('pending', 'approved', 'denied')`),
    uniqueIndex('access_requests_pending')
      .on(t.walletAddress)
      .where(sql`${t.status} = 'pending'`),
    index('access_requests_by_wallet').on(t.walletAddress, t.id),
    index('access_requests_by_status').on(t.status, t.id),
  ],
)

/**
 * What administrators changed, written in the batch that changes it. No e-mail address and no IP address: keyed hashes.
 *
 * Retention: two years.
 */
export const adminLog = sqliteTable(
  'admin_log',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    adminAddress: text('admin_address').$type<`0x${string}`>().notNull(),
    /** `waitlist.approve`, `creator_access.revoke` … */
    action: text().notNull(),
    targetType: text('target_type', { enum: ['waitlist_entry', 'access_request', 'allowlist'] }).notNull(),
    targetId: text('target_id').notNull(),
    /** JSON object: what it was before, the note. */
    details: text().notNull(),
    /** The first 16 hex digits of a keyed hash of the client's IP. */
    ipHash: text('ip_hash').notNull(),
    /** Unix seconds. */
    createdAt: integer('created_at').notNull(),
  },
  (t) => [index('admin_log_by_time').on(t.createdAt), index('admin_log_by_target').on(t.targetType, t.targetId)],
)

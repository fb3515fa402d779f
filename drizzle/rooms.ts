import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/**
 * Rooms of vaults, and who may enter them. A room belongs to one vault: its key is unique on its chain, so that nobody
 * can open another's room to holders of another token. Edited by the vault's owner and managers.
 *
 * Retention: until the room is deleted; at most 32 rooms per vault.
 */
export const roomRules = sqliteTable(
  'room_rules',
  {
    chainId: integer('chain_id').notNull(),
    /** `{type}:{room}`: a group id, a decimal chat id, or the vault's or share token's address with its checksum. */
    roomKey: text('room_key').notNull(),
    type: text({ enum: ['msgnet', 'chatapp', 'vault-ui', 'governance'] }).notNull(),
    /** Lower case, as is the share token. */
    vault: text().$type<`0x${string}`>().notNull(),
    shareToken: text('share_token').$type<`0x${string}`>().notNull(),
    /** Base units of the share token, as a decimal string. */
    minShares: text('min_shares').notNull(),
    /** Seconds for which a wallet must have held that many without interruption. */
    minHoldSeconds: integer('min_hold_seconds').notNull(),
    /** Seconds for which a member that no longer qualifies may stay. */
    graceSeconds: integer('grace_seconds').notNull(),
    /** Without gating everybody may enter. */
    gatingEnabled: integer('gating_enabled', { mode: 'boolean' }).notNull(),
    /** A locked room admits nobody. */
    joinLocked: integer('join_locked', { mode: 'boolean' }).notNull(),
    /** A room that is not enabled is as if it did not exist. */
    enabled: integer({ mode: 'boolean' }).notNull(),
    /** Counts the changes; an editor names the one it read. */
    version: integer().notNull(),
    /** Unix seconds. */
    updatedAt: integer('updated_at').notNull(),
    /** Address, in lower case, or name of who changed it last. */
    updatedBy: text('updated_by').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.chainId, t.roomKey] }),
    index('room_rules_by_share_token').on(t.chainId, t.shareToken),
    index('room_rules_by_vault').on(t.chainId, t.vault),
  ],
)

/**
 * Room tokens that were issued. A token without a row, or with a revoked one, is worth nothing. `jti` is derived from
 * the nonce of the proof that it was issued for, so that a proof is worth one token.
 *
 * Retention: a day after expiry, by when the proof too has long expired; each new token deletes some that are older.
 */
export const roomTokens = sqliteTable(
  'room_tokens',
  {
    jti: text().primaryKey(),
    /** Lower case, as is the share token. */
    wallet: text().$type<`0x${string}`>().notNull(),
    chainId: integer('chain_id').notNull(),
    shareToken: text('share_token').$type<`0x${string}`>().notNull(),
    roomKey: text('room_key').notNull(),
    /** Unix seconds, as are the times below. */
    issuedAt: integer('issued_at').notNull(),
    expiresAt: integer('expires_at').notNull(),
    revokedAt: integer('revoked_at'),
  },
  (t) => [
    index('room_tokens_by_expiry').on(t.expiresAt),
    index('room_tokens_by_wallet').on(t.wallet),
    index('room_tokens_by_room').on(t.chainId, t.roomKey, t.wallet),
  ],
)

/**
 * The first time that a room token was used to join.
 *
 * Retention: as long as its token.
 */
export const roomJoins = sqliteTable(
  'room_joins',
  {
    jti: text().notNull(),
    protocol: text({ enum: ['msgnet', 'chatapp'] }).notNull(),
    /** Unix seconds. */
    joinedAt: integer('joined_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.jti, t.protocol] })],
)

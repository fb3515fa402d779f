import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/**
 * What clients of the chat command centre report; no e-mail address.
 *
 * Retention: 30 days.
 */
export const chatTelemetry = sqliteTable(
  'chat_command_center_events',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    event: text().notNull(),
    conversationId: text('conversation_id'),
    conversationType: text('conversation_type'),
    commandId: text('command_id'),
    source: text(),
    /** Address of the session that the report came with, in lower case; null if it came without one. */
    principal: text().$type<`0x${string}`>(),
    /** JSON object. */
    payload: text().notNull(),
    /** Unix seconds. */
    createdAt: integer('created_at').notNull(),
  },
  (t) => [
    index('chat_command_center_events_by_time').on(t.createdAt),
    index('chat_command_center_events_by_principal').on(t.principal),
  ],
)

/**
 * The vault that a conversation of the chat app works for, and who may give commands there besides the vault's owner.
 *
 * Retention: as long as the conversation has a vault.
 */
export const chatConversations = sqliteTable('chat_conversations', {
  conversationId: text('conversation_id').primaryKey(),
  /** EIP-155. */
  chainId: integer('chain_id').notNull(),
  /** Lower case, like all addresses here. */
  vault: text().$type<`0x${string}`>().notNull(),
  /** JSON array of addresses. */
  admins: text().notNull().default('[]'),
  /** Unix seconds. */
  createdAt: integer('created_at').notNull(),
})

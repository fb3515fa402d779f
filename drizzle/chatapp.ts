import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/**
 * Chat users and the accounts that they are linked to: a projection of the Durable Objects that decide links
 * (functions/chatapp/link/ChatappUser.ts), written by their outboxes. A row that arrives twice or late changes nothing.
 * Setting `stale` makes the object write its row again.
 *
 * Retention: as long as the chat user has a link, and after it the row that says when it ended.
 */
export const chatappUserLinks = sqliteTable(
  'chatapp_user_links',
  {
    /** Decimal. */
    chatappUserId: text('chatapp_user_id').primaryKey(),
    chatappUsername: text('chatapp_username'),
    profileId: text('profile_id').notNull(),
    idpUserId: text('idp_user_id').notNull(),
    /** Unix seconds, as all times here. */
    linkedAt: integer('linked_at').notNull(),
    lastVerifiedAt: integer('last_verified_at').notNull(),
    revokedAt: integer('revoked_at'),
    /** Number of the change: a higher one is newer. */
    seq: integer().notNull(),
    stale: integer({ mode: 'boolean' }).notNull().default(false),
  },
  (t) => [
    index('chatapp_user_links_by_profile').on(t.profileId),
    index('chatapp_user_links_by_idp_user').on(t.idpUserId),
    index('chatapp_user_links_stale').on(t.stale),
  ],
)

/**
 * What happened in link flows; no e-mail address, no token.
 *
 * Retention: 60 days.
 */
export const chatappLinkTelemetry = sqliteTable(
  'chatapp_link_telemetry_events',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    event: text().notNull(),
    source: text().notNull(),
    flowId: text('flow_id'),
    phase: text(),
    status: text(),
    /** As proven by a session; null for a page that had none. */
    chatappUserId: text('chatapp_user_id'),
    /** JSON object. */
    payload: text().notNull(),
    /** Unix seconds. */
    createdAt: integer('created_at').notNull(),
  },
  (t) => [
    index('chatapp_link_telemetry_by_time').on(t.createdAt),
    index('chatapp_link_telemetry_by_user').on(t.chatappUserId),
  ],
)

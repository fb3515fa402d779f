import { eq, sql } from 'drizzle-orm'
import { chatappUserLinks } from '../../../drizzle/chatapp.ts'
import { openDatabase } from '../../../shared/store/database.ts'

/** A link as its object publishes it; times in unix seconds. */
export type PublishedLink = Omit<typeof chatappUserLinks.$inferSelect, 'stale'>

/** The projection of links in D1; only the objects of chat users write it. Throws what D1 throws. */
export function createChatappLinks(d1: D1Database) {
  const { orm, batch } = openDatabase(d1)
  return {
    /** Stores a link, any number of times: a newer one is kept. The chat account follows into its profile, or leaves it. */
    async put(link: PublishedLink): Promise<void> {
      const { chatappUserId, chatappUsername, profileId, idpUserId, linkedAt, lastVerifiedAt, revokedAt, seq } = link
      const isNewest = sql`exists (select 1 from chatapp_user_links
        where chatapp_user_id = ${chatappUserId} and seq = ${seq})`
      await batch([
        sql`insert into chatapp_user_links (chatapp_user_id, chatapp_username, profile_id, idp_user_id, linked_at,
            last_verified_at, revoked_at, seq, stale)
          values (${chatappUserId}, ${chatappUsername}, ${profileId}, ${idpUserId}, ${linkedAt}, ${lastVerifiedAt},
            ${revokedAt}, ${seq}, 0)
          on conflict (chatapp_user_id) do update set chatapp_username = excluded.chatapp_username,
            profile_id = excluded.profile_id, idp_user_id = excluded.idp_user_id, linked_at = excluded.linked_at,
            last_verified_at = excluded.last_verified_at, revoked_at = excluded.revoked_at, seq = excluded.seq, stale = 0
          where excluded.seq >= chatapp_user_links.seq`,
        revokedAt === null
          ? sql`insert into linked_accounts (kind, id, profile_id, handle, linked_at)
              select 'chatapp', ${chatappUserId}, ${profileId}, ${chatappUsername}, ${linkedAt} where ${isNewest}
              on conflict (kind, id) do update set profile_id = excluded.profile_id, handle = excluded.handle,
                linked_at = excluded.linked_at`
          : sql`delete from linked_accounts where kind = 'chatapp' and id = ${chatappUserId} and ${isNewest}`,
      ])
    },

    /** Deletes the link of a chat user up to the change with this number, unless a newer one is stored. */
    async erase(chatappUserId: string, seq: number): Promise<void> {
      const isNewest = sql`not exists (select 1 from chatapp_user_links
        where chatapp_user_id = ${chatappUserId} and seq > ${seq})`
      await batch([
        sql`delete from linked_accounts where kind = 'chatapp' and id = ${chatappUserId} and ${isNewest}`,
        sql`delete from chatapp_user_links where chatapp_user_id = ${chatappUserId} and ${isNewest}`,
      ])
    },

    /** Chat users whose link must be written again. */
    async stale(limit: number): Promise<string[]> {
      const rows = await orm.select().from(chatappUserLinks).where(eq(chatappUserLinks.stale, true)).limit(limit)
      return rows.map(({ chatappUserId }) => chatappUserId)
    },
  }
}

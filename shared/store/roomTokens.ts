import { sql } from 'drizzle-orm'
import type { roomJoins, roomTokens } from '../../drizzle/rooms.ts'
import { lower } from '../text/lower.ts'
import { openDatabase } from './database.ts'
import { stored } from './stored.ts'

export type RoomTokenRow = Omit<typeof roomTokens.$inferSelect, 'revokedAt'>
export type RoomProtocol = (typeof roomJoins.$inferSelect)['protocol']

/** How long a row outlives its token, in seconds, and how many old ones each new one deletes. */
const KEEP = 86_400
const ROWS = 20

export type RoomTokenStore = ReturnType<typeof createRoomTokens>

/** Room tokens in D1: which were issued, and which of them still count. Every method throws store_unavailable. */
export function createRoomTokens(d1: D1Database) {
  const { batch } = openDatabase(d1)

  return {
    /** Records a token. False if there is one with this id: of concurrent calls one gets true. */
    async issue(row: RoomTokenRow): Promise<boolean> {
      const { jti, wallet, chainId, shareToken, roomKey, issuedAt, expiresAt } = row
      const old = sql`(select jti from room_tokens where expires_at < ${issuedAt - KEEP} order by expires_at limit ${ROWS})`
      const [won] = await stored(() =>
        batch([
          sql`insert into room_tokens (jti, wallet, chain_id, share_token, room_key, issued_at, expires_at)
            values (${jti}, ${lower(wallet)}, ${chainId}, ${lower(shareToken)}, ${roomKey}, ${issuedAt}, ${expiresAt})
            on conflict do nothing`,
          sql`delete from room_joins where jti in ${old}`,
          sql`delete from room_tokens where jti in ${old}`,
        ]),
      )
      return won === 1
    },

    /** Whether a token was issued, has not been revoked and has not expired; `now` in unix seconds. */
    async isLive(jti: string, now: number): Promise<boolean> {
      const row = await stored(() => d1.prepare(`select 1 ${LIVE}`).bind(jti, now).first())
      return row !== null
    },

    /**
     * Records that a token was used to join, and returns when it first was; null if it no longer counts, which is
     * decided in the statement that records it.
     */
    async join(jti: string, protocol: RoomProtocol, now: number): Promise<number | null> {
      const [, found] = await stored(() =>
        d1.batch<{ joined_at: number }>([
          d1
            .prepare(
              `insert into room_joins (jti, protocol, joined_at) select ?1, ?3, ?2 ${LIVE} on conflict do nothing`,
            )
            .bind(jti, now, protocol),
          d1
            .prepare(`select joined_at from room_joins where jti = ?1 and protocol = ?3 and exists (select 1 ${LIVE})`)
            .bind(jti, now, protocol),
        ]),
      )
      return found?.results[0]?.joined_at ?? null
    },

    /** Ends a token; for one that has ended, or was never issued, nothing happens. */
    revoke: (jti: string, now: number): Promise<unknown> =>
      stored(() => batch([sql`update room_tokens set revoked_at = ${now} where jti = ${jti} and revoked_at is null`])),

    /** Ends all tokens of a room. */
    revokeRoom: (chainId: number, roomKey: string, now: number): Promise<unknown> =>
      stored(() =>
        batch([
          sql`update room_tokens set revoked_at = ${now}
            where chain_id = ${chainId} and room_key = ${roomKey} and revoked_at is null and expires_at > ${now}`,
        ]),
      ),
  }
}

/** A token that counts: ?1 is its id, ?2 the time. */
const LIVE = 'from room_tokens where jti = ?1 and revoked_at is null and expires_at > ?2'

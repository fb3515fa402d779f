import { type SQL, sql } from 'drizzle-orm'
import type { roomJoins, roomTokens } from '../../../drizzle/rooms.ts'
import { lower } from '../../../shared/text/address.ts'
import { keepAnswer, type KeptAnswer } from '../../../shared/store/keepAnswer.ts'
import { openDatabase } from '../../../shared/store/database.ts'
import { type JoinRequest, requestJoin } from '../../../shared/store/joinRequests.ts'
import { stored } from '../../../shared/store/stored.ts'

export type RoomTokenRow = Omit<typeof roomTokens.$inferSelect, 'revokedAt'>
export type RoomProtocol = (typeof roomJoins.$inferSelect)['protocol']

/** How long a row outlives its token, in seconds, and how many old ones each new one deletes. */
const KEEP = 86_400
const ROWS = 20

/** Room tokens in D1: which were issued, and which of them still count. Every method throws store_unavailable. */
export function createRoomTokens(d1: D1Database) {
  const { batch, transact } = openDatabase(d1)

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
      const [found] = await stored(() => transact([sql`select 1 ${live(jti, now)}`]))
      return (found?.rows.length ?? 0) > 0
    },

    /**
     * Records that a token was used to join, and returns when it first was; null if it no longer counts, which is
     * decided in the statement that records it. `request`: sent to keepers in the same transaction, in which the
     * `answer` is kept with its `joinedAt`.
     */
    async join(
      { jti, protocol, request }: { jti: string; protocol: RoomProtocol; request: JoinRequest | undefined },
      now: number,
      answer: KeptAnswer,
    ): Promise<number | null> {
      const isLive = sql`exists (select 1 ${live(jti, now)})`
      const joined = sql`from room_joins where jti = ${jti} and protocol = ${protocol}`
      const done = await stored(() =>
        transact<{ joined_at: number }>([
          sql`insert into room_joins (jti, protocol, joined_at) select ${jti}, ${protocol}, ${now} where ${isLive}
            on conflict do nothing`,
          ...(request ? requestJoin(request, now, isLive) : []),
          ...keepAnswer(answer, { columns: { joinedAt: isoTime(sql`(select joined_at ${joined})`) }, where: isLive }),
          sql`select joined_at ${joined} and ${isLive}`,
        ]),
      )
      return done.at(-1)?.rows[0]?.joined_at ?? null
    },
  }
}

/** Unix seconds as toISOString writes them. */
const isoTime = (seconds: SQL): SQL => sql`strftime('%Y-%m-%dT%H:%M:%S.000Z', ${seconds}, 'unixepoch')`

const live = (jti: string, now: number) =>
  sql`from room_tokens where jti = ${jti} and revoked_at is null and expires_at > ${now}`

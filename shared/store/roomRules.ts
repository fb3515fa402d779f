import { and, asc, eq, type SQL, sql } from 'drizzle-orm'
import { getAddress, type Address } from 'viem'
import { roomRules as table } from '../../drizzle/rooms.ts'
import { lower } from '../text/address.ts'
import { openDatabase } from './database.ts'
import { stored } from './stored.ts'

export type RoomRule = typeof table.$inferSelect
export type RoomType = RoomRule['type']

/** Settings of a room by an editor; editor and time are recorded beside them. */
export type RoomSettings = Omit<RoomRule, 'version' | 'updatedAt' | 'updatedBy'>

/**
 * The longest time that a rule may require shares to be held: transfers are kept for 90 days, so that holding for this
 * long can always be proven.
 */
export const MAX_HOLD_SECONDS = 80 * 86_400
export const MOST_ROOMS = 32
const MAX_GRACE_SECONDS = 30 * 86_400
const MOST_SHARES = 2n ** 256n

export type RoomRuleStore = ReturnType<typeof createRoomRules>

/** Rooms and their rules, in D1. Every method throws store_unavailable. */
export function createRoomRules(d1: D1Database) {
  const { orm, batch } = openDatabase(d1)
  const enabledOn = (chainId: number) => and(eq(table.chainId, chainId), eq(table.enabled, true))

  return {
    /** The enabled rooms of a share token, by key. */
    ofToken: (chainId: number, shareToken: Address): Promise<RoomRule[]> =>
      stored(() =>
        orm
          .select()
          .from(table)
          .where(and(enabledOn(chainId), eq(table.shareToken, lower(shareToken))))
          .orderBy(asc(table.roomKey))
          .limit(4 * MOST_ROOMS),
      ),

    /** The enabled rooms of some share tokens, by key. */
    ofTokens: (chainId: number, shareTokens: readonly Address[], limit: number): Promise<RoomRule[]> =>
      stored(() =>
        orm
          .select()
          .from(table)
          .where(
            and(
              enabledOn(chainId),
              sql`${table.shareToken} in (select value from json_each(${JSON.stringify(shareTokens.map(lower))}))`,
            ),
          )
          .orderBy(asc(table.roomKey))
          .limit(limit),
      ),

    /** The enabled rooms of the first `limit` share tokens after one, by share token and key. */
    ofTokensAfter: (chainId: number, after: string, limit: number): Promise<RoomRule[]> =>
      stored(() =>
        orm
          .select()
          .from(table)
          .where(
            and(
              enabledOn(chainId),
              sql`${table.shareToken} in (select distinct share_token from room_rules
                where chain_id = ${chainId} and enabled = 1 and share_token > ${after}
                order by share_token limit ${limit})`,
            ),
          )
          .orderBy(asc(table.shareToken), asc(table.roomKey))
          .limit(limit * MOST_ROOMS),
      ),

    /** All rooms of a vault, by key. */
    ofVault: (chainId: number, vault: Address): Promise<RoomRule[]> =>
      stored(() =>
        orm
          .select()
          .from(table)
          .where(and(eq(table.chainId, chainId), eq(table.vault, lower(vault))))
          .orderBy(asc(table.roomKey))
          .limit(MOST_ROOMS),
      ),

    /** A room, enabled or not. */
    find: async (chainId: number, roomKey: string): Promise<RoomRule | null> => {
      const [row] = await stored(() =>
        orm
          .select()
          .from(table)
          .where(and(eq(table.chainId, chainId), eq(table.roomKey, roomKey))),
      )
      return row ?? null
    },

    /**
     * Creates a room or changes it. The share token must be the vault's own, which only the chain shows: its holders are
     * let in, and its governance room goes by its address. `read` is the version that the editor read, 0 for a room that it
     * believes is new; of two editors who read the same version one wins. `taken`: the room belongs to another vault;
     * `stale`: it was changed since; `full`: the vault has as many rooms as it may have.
     *
     * Throws a RangeError for settings out of bounds.
     */
    async save(settings: RoomSettings, { by, now, read }: Edit): Promise<'saved' | 'taken' | 'stale' | 'full'> {
      requireInBounds(settings)
      const { chainId, roomKey } = settings
      const vault = lower(settings.vault)
      const [changed] = await stored(() => batch([saveRoom(settings, { by, now, read })]))
      if (changed === 1) return 'saved'
      const known = await this.find(chainId, roomKey)
      if (known && known.vault !== vault) return 'taken'
      return known === null && read === 0 ? 'full' : 'stale'
    },
  }
}

/** Editor of a room, time (unix seconds), and the version that the editor has read. */
interface Edit {
  readonly by: string
  readonly now: number
  readonly read: number
}

/** Whether a room can be saved: a new one while the vault has fewer than it may have, another as the editor has read it. */
export function canSaveRoom({ chainId, roomKey, vault }: RoomSettings, read: number): SQL {
  const room = sql`room_rules where chain_id = ${chainId} and room_key = ${roomKey}`
  return read === 0
    ? sql`(not exists (select 1 from ${room})
        and (select count(*) from room_rules where chain_id = ${chainId} and vault = ${lower(vault)}) < ${MOST_ROOMS})`
    : sql`exists (select 1 from ${room} and vault = ${lower(vault)} and version = ${read})`
}

/** The statement that saves a room if that can be, and `condition` holds. The settings must be in bounds. */
export function saveRoom(settings: RoomSettings, { by, now, read }: Edit, condition: SQL = sql`true`): SQL {
  const { chainId, roomKey, type, minShares, minHoldSeconds, graceSeconds } = settings
  const [vault, shareToken] = [lower(settings.vault), lower(settings.shareToken)]
  const flags = [settings.gatingEnabled, settings.joinLocked, settings.enabled].map(Number)
  const values = [shareToken, minShares, minHoldSeconds, graceSeconds, ...flags, read + 1, now, by.toLowerCase()]
  const names = sql.raw(
    'share_token, min_shares, min_hold_seconds, grace_seconds, gating_enabled, join_locked, enabled, version, updated_at, updated_by',
  )
  const given = sql.join(
    values.map((value) => sql`${value}`),
    sql`, `,
  )
  const holds = sql`${condition} and ${canSaveRoom(settings, read)}`
  return read === 0
    ? sql`insert into room_rules (chain_id, room_key, type, vault, ${names})
        select ${chainId}, ${roomKey}, ${type}, ${vault}, ${given} where ${holds} on conflict do nothing`
    : sql`update room_rules set (${names}) = (select ${given})
        where chain_id = ${chainId} and room_key = ${roomKey} and ${holds}`
}

/** Throws a RangeError for settings out of bounds. */
export function requireInBounds(settings: RoomSettings): void {
  const { type, roomKey, vault, shareToken, minShares, minHoldSeconds, graceSeconds } = settings
  const named = { 'vault-ui': vault, governance: shareToken, msgnet: undefined, chatapp: undefined }[type]
  if (named !== undefined && roomKey !== `${type}:${getAddress(named)}`)
    throw new RangeError('roomKey: must name the vault (vault-ui) or the share token (governance), with its checksum')
  if (!roomKey.startsWith(`${type}:`) || !/^[!-~]{1,128}$/.test(roomKey) || roomKey.endsWith(':'))
    throw new RangeError('roomKey: must be the type, a colon and the room, up to 128 printable ASCII characters')
  if (!/^(0|[1-9][0-9]{0,77})$/.test(minShares) || BigInt(minShares) >= MOST_SHARES)
    throw new RangeError('minShares: must be a decimal integer below 2^256')
  requireWithin('minHoldSeconds', minHoldSeconds, MAX_HOLD_SECONDS)
  requireWithin('graceSeconds', graceSeconds, MAX_GRACE_SECONDS)
}

function requireWithin(name: string, value: number, most: number): void {
  if (!Number.isSafeInteger(value) || value < 0 || value > most)
    throw new RangeError(`${name}: must be a whole number of seconds up to ${most}`)
}

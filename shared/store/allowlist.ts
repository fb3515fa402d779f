import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import { getAddress, type Address } from 'viem'
import { allowlist } from '../../drizzle/access.ts'
import { ApiError } from '../errors/ApiError.ts'
import { lower } from '../text/lower.ts'
import { allow, decide } from './accessStatements.ts'
import { type Act, details, logged } from './adminLog.ts'
import { openStoredDatabase } from './StoredDatabase.ts'
import { stored } from './stored.ts'

/** A wallet that may create, or might until it was revoked. */
export interface AllowedCreator {
  readonly address: Address
  readonly smartWalletAddress: Address | null
  readonly approvedBy: Address
  /** Unix seconds. */
  readonly approvedAt: number
  readonly note: string | null
}

interface Allowed {
  readonly address: Address
  readonly smartWalletAddress?: Address | undefined
  readonly note?: string | undefined
}

export type AllowlistStore = ReturnType<typeof createAllowlist>

/** The list of creators in D1. Every method throws store_unavailable. */
export function createAllowlist(d1: D1Database) {
  const { all, batch, orm } = openStoredDatabase(d1)

  const find = (address: Address): Promise<AllowedCreator | null> =>
    stored(async () => {
      const [row] = await orm
        .select()
        .from(allowlist)
        .where(eq(allowlist.address, lower(address)))
      return row ? toCreator(row) : null
    })

  return {
    /** Wallets that may create, the newest first, whose address contains these hex digits. */
    list: (digits: string, limit: number): Promise<AllowedCreator[]> =>
      stored(async () => {
        const rows = await orm
          .select()
          .from(allowlist)
          // Not `like`, to which some characters mean more than themselves.
          .where(and(isNull(allowlist.revokedAt), sql`instr(${allowlist.address}, ${digits.toLowerCase()}) > 0`))
          .orderBy(desc(allowlist.approvedAt), desc(allowlist.address))
          .limit(limit)
        return rows.map(toCreator)
      }),

    /** Whether one of these is on the list, as a wallet that may create or as its smart wallet. */
    async hasOneOf(addresses: readonly Address[]): Promise<boolean> {
      const any = sql`(select value from json_each(${JSON.stringify(addresses.map(lower))}))`
      const rows = await all(sql`select 1 from creator_allowlist
        where revoked_at is null and address in ${any} union all select 1 from creator_allowlist
        where revoked_at is null and smart_wallet_address in ${any} limit 1`)
      return rows.length > 0
    },

    /**
     * Puts a wallet on the list, or changes what is given of one that is there, and grants its pending request; where nothing
     * changes, nothing is logged. Returns the wallet as the list then has it.
     */
    async allow({ address, smartWalletAddress, note }: Allowed, act: Act): Promise<AllowedCreator> {
      const own = lower(address)
      const smartWallet = smartWalletAddress && lower(smartWalletAddress)
      const isNew = sql`where not exists (select 1 from creator_allowlist where address = ${own} and revoked_at is null
        and coalesce(${smartWallet ?? null}, smart_wallet_address) is smart_wallet_address
        and coalesce(${note ?? null}, note) is note)`
      const before = sql`(select iif(revoked_at is null, 'allowed', 'revoked') from creator_allowlist
        where address = ${own})`
      const [logRequest, update] = decide(act, { status: 'approved', note }, sql`wallet_address = ${own}`)
      await batch([
        logRequest,
        logged(act, {
          action: 'allowlist.allow',
          targetType: 'allowlist',
          targetId: own,
          details: details({ note, smartWallet }, { previous: before }),
          from: isNew,
        }),
        allow(act, { address: sql`${own}`, smartWallet, note }, isNew),
        update,
      ])
      const allowed = await find(address)
      // Rows of the list are never deleted: the database does not return what was written.
      if (!allowed) throw new ApiError('store_unavailable')
      return allowed
    },

    /** Takes a wallet off the list; one that is off it stays as it is. Null if it was never on it. */
    async revoke(address: Address, note: string | undefined, act: Act): Promise<AllowedCreator | null> {
      const isOn = sql`address = ${lower(address)} and revoked_at is null`
      await batch([
        logged(act, {
          action: 'allowlist.revoke',
          targetType: 'allowlist',
          targetId: lower(address),
          details: details({ note }, { previous: sql`'allowed'`, approvedBy: sql`approved_by` }),
          from: sql`from creator_allowlist where ${isOn}`,
        }),
        sql`update creator_allowlist set revoked_at = ${act.at}, note = coalesce(${note ?? null}, note) where ${isOn}`,
      ])
      return find(address)
    },
  }
}

const toCreator = (row: typeof allowlist.$inferSelect): AllowedCreator => ({
  address: getAddress(row.address),
  smartWalletAddress: row.smartWalletAddress && getAddress(row.smartWalletAddress),
  approvedBy: getAddress(row.approvedBy),
  approvedAt: row.approvedAt,
  note: row.note,
})

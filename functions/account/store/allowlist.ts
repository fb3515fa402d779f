import { and, desc, eq, isNull, sql, type SQL } from 'drizzle-orm'
import { getAddress, type Address } from 'viem'
import { allowlist } from '../../../drizzle/access.ts'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import { lower } from '../../../shared/text/address.ts'
import { type AdminAction, details, logged } from './adminLog.ts'
import { columnsOf, listed } from '../../../shared/store/columnsOf.ts'
import { keepAnswer, type KeptAnswer } from '../../../shared/store/keepAnswer.ts'
import { openStoredDatabase } from '../../../shared/store/StoredDatabase.ts'
import { stored } from '../../../shared/store/stored.ts'

export interface AllowedCreator {
  readonly address: Address
  readonly smartWalletAddress: Address | null
  readonly approvedBy: Address
  /** Unix seconds. */
  readonly approvedAt: number
  readonly note: string | null
}

type Row = typeof allowlist.$inferSelect

interface Allowed {
  readonly address: Address
  readonly smartWalletAddress?: Address | undefined
  readonly note?: string | undefined
}

export type AllowlistStore = ReturnType<typeof createAllowlist>

/** The creator allowlist in D1. Every method throws store_unavailable. */
export function createAllowlist(d1: D1Database) {
  const { orm, thenFirst } = openStoredDatabase(d1)

  const findRow = (address: Address): Promise<Row | undefined> =>
    stored(async () => {
      const [row] = await orm
        .select()
        .from(allowlist)
        .where(eq(allowlist.address, lower(address)))
      return row
    })
  const thenFind = async (statements: readonly SQL[], address: Address): Promise<AllowedCreator | null> => {
    const entry = sql`select ${listed(columnsOf(allowlist))} from creator_allowlist where address = ${lower(address)}`
    const row = await thenFirst<Row>(statements, entry)
    return row && toCreator(row)
  }

  return {
    /** Wallets with creator access whose address contains these hex digits, newest first. */
    list: (digits: string, limit: number): Promise<AllowedCreator[]> =>
      stored(async () => {
        const rows = await orm
          .select()
          .from(allowlist)
          // Not `like`, in which some characters are wildcards.
          .where(and(isNull(allowlist.revokedAt), sql`instr(${allowlist.address}, ${digits.toLowerCase()}) > 0`))
          .orderBy(desc(allowlist.approvedAt), desc(allowlist.address))
          .limit(limit)
        return rows.map(toCreator)
      }),

    /**
     * Adds a wallet to the allowlist, or updates the given fields of its entry, and approves its pending request. If nothing
     * changes, nothing is logged. Returns the entry.
     */
    async allow(given: Allowed, act: AdminAction): Promise<AllowedCreator> {
      const { address, smartWalletAddress, note } = given
      const own = lower(address)
      const data = allowedBy(act, given, await findRow(address))
      const smartWallet = smartWalletAddress && lower(smartWalletAddress)
      const isNew = sql`where not exists (select 1 from creator_allowlist where address = ${own} and revoked_at is null
        and coalesce(${smartWallet ?? null}, smart_wallet_address) is smart_wallet_address
        and coalesce(${note ?? null}, note) is note)`
      const before = sql`(select iif(revoked_at is null, 'allowed', 'revoked') from creator_allowlist
        where address = ${own})`
      const [logRequest, update] = decide(act, { status: 'approved', note }, sql`wallet_address = ${own}`)
      const change = [
        logRequest,
        logged(act, {
          action: 'allowlist.allow',
          targetType: 'allowlist',
          targetId: own,
          details: details({ note, smartWallet }, { previous: before }),
          from: isNew,
        }),
        allow(act, { address: sql`${own}`, smartWallet, note }, isNew),
        ...keepAnswer({ data }),
        update,
      ]
      const allowed = await thenFind(change, address)
      // Rows are never deleted, so a missing row means that the database lost the write.
      if (!allowed) throw new ApiError('store_unavailable')
      return allowed
    },

    /** Removes a wallet from the allowlist; a removed one stays unchanged. Null if it was never on it. */
    async revoke(
      address: Address,
      note: string | undefined,
      act: AdminAction,
      answer: KeptAnswer,
    ): Promise<AllowedCreator | null> {
      const isOn = sql`address = ${lower(address)} and revoked_at is null`
      const change = [
        logged(act, {
          action: 'allowlist.revoke',
          targetType: 'allowlist',
          targetId: lower(address),
          details: details({ note }, { previous: sql`'allowed'`, approvedBy: sql`approved_by` }),
          from: sql`from creator_allowlist where ${isOn}`,
        }),
        sql`update creator_allowlist set revoked_at = ${act.at}, note = coalesce(${note ?? null}, note) where ${isOn}`,
        ...keepAnswer(answer),
      ]
      return thenFind(change, address)
    },
  }
}

/** An entry as it is after `allow` below. */
const allowedBy = (
  { admin, at }: AdminAction,
  { address, smartWalletAddress, note }: Allowed,
  row: Row | undefined,
): AllowedCreator => {
  const before = row && toCreator(row)
  const { approvedBy, approvedAt } = before && row.revokedAt === null ? before : { approvedBy: admin, approvedAt: at }
  return {
    address,
    smartWalletAddress: smartWalletAddress ?? before?.smartWalletAddress ?? null,
    approvedBy,
    approvedAt,
    note: note ?? before?.note ?? null,
  }
}

const toCreator = (row: Row): AllowedCreator => ({
  address: getAddress(row.address),
  smartWalletAddress: row.smartWalletAddress && getAddress(row.smartWalletAddress),
  approvedBy: getAddress(row.approvedBy),
  approvedAt: row.approvedAt,
  note: row.note,
})

// Statements that access requests and the allowlist share; addresses are in lower case.

/** Adds a wallet to the allowlist for each row of `from`; an existing entry keeps fields that are not given. */
export const allow = (
  { admin, at }: AdminAction,
  given: { readonly address: SQL; readonly smartWallet?: Address | undefined; readonly note: string | undefined },
  from: SQL,
): SQL =>
  sql`insert into creator_allowlist as old (address, smart_wallet_address, approved_by, approved_at, note)
    select ${given.address}, ${given.smartWallet ?? null}, ${lower(admin)}, ${at}, ${given.note ?? null} ${from}
    on conflict (address) do update set
      smart_wallet_address = coalesce(excluded.smart_wallet_address, old.smart_wallet_address),
      approved_by = iif(old.revoked_at is null, old.approved_by, excluded.approved_by),
      approved_at = iif(old.revoked_at is null, old.approved_at, excluded.approved_at),
      note = coalesce(excluded.note, old.note),
      revoked_at = null`

/** Decides the pending request that `which` selects: first its log row, then the request itself. */
export const decide = (
  act: AdminAction,
  { status, note }: { readonly status: 'approved' | 'denied'; readonly note: string | undefined },
  which: SQL,
): readonly [log: SQL, update: SQL] => [
  logged(act, {
    action: status === 'approved' ? 'creator_access.approve' : 'creator_access.deny',
    targetType: 'access_request',
    targetId: sql`cast(id as text)`,
    details: details({ note }, { previous: sql`status`, wallet: sql`wallet_address` }),
    from: sql`from access_requests where ${which} and status = 'pending'`,
  }),
  sql`update access_requests set status = ${status}, reviewed_at = ${act.at}, updated_at = ${act.at},
      reviewed_by = ${lower(act.admin)}, decision_note = ${note ?? null}
    where ${which} and status = 'pending'`,
]

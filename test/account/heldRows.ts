import { getTableColumns, sql } from 'drizzle-orm'
import { getTableConfig, type SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { openStoredDatabase } from '../../shared/store/StoredDatabase.ts'
import { accountNode } from '../../shared/store/persons.ts'
import { PERSONAL_DATA } from '../../functions/account/store/personalData.ts'
import { type Owner, type PersonalData } from '../../functions/account/store/personal/PersonalData.ts'

/** Somebody whose rows are looked for after the account itself is gone. */
export interface Held {
  readonly profileId: string
  readonly wallet: string
  readonly chatappUserId: string
}

/** Tables that the opening of an account writes itself. */
const OWN = ['profiles', 'profile_wallets', 'linked_accounts', 'chatapp_user_links']
const OTHER = 'another'
const PROFILE = ['profileId', 'userId', 'inviteeProfileId']
const WALLET = [
  'address',
  'walletAddress',
  'wallet',
  'key',
  'createdBy',
  'principal',
  'creatorAddress',
  'ownerAddress',
  'owner',
  'principalAddress',
]

export const nameOf = ({ table }: PersonalData): string => getTableConfig(table).name

/** Gives a person a row in every table of the register, with any values that the tables take. */
export async function fillRegister(d1: D1Database, held: Held): Promise<void> {
  const { orm } = openStoredDatabase(d1)
  const tables = new Map(PERSONAL_DATA.map((data) => [nameOf(data), data.table]))
  for (const [name, table] of tables) {
    if (OWN.includes(name)) continue
    const row = Object.entries(getTableColumns(table)).flatMap(([key, column]) => {
      const value = valueOf(key, column, held)
      return value === undefined ? [] : [[key, value] as const]
    })
    await orm.insert(table).values(Object.fromEntries(row)).onConflictDoNothing()
  }
  // Earlier decisions, and ties of the person to somebody else.
  await d1.batch([
    d1.prepare('update keepr_join_requests set action_id = (select max(id) from actions)'),
    d1
      .prepare(
        `insert into access_requests (wallet_address, status, created_at, updated_at, reviewed_at)
         values (?, 'denied', 1, 1, 1)`,
      )
      .bind(held.wallet.toLowerCase()),
    // A role that is older than all joins, for which those stay.
    d1.prepare(
      `insert into workspace_members (vault_address, address, role, added_by, created_at)
       values ('0xfa', '0x1', 'VIEWER', '0x2', 0) on conflict do nothing`,
    ),
    d1
      .prepare(
        `insert into points (profile_id, source, source_id, identity_hash, amount, created_at)
         values (?, 'referral', ?, 'hash', 5, 1)`,
      )
      .bind(OTHER, held.profileId),
    d1
      .prepare(
        `insert into referral_conversions (invitee_profile_id, referrer_profile_id, referral_code, created_at)
         values (?, ?, 'CODE', 1)`,
      )
      .bind(OTHER, held.profileId),
  ])
}

function valueOf(key: string, column: SQLiteColumn, { profileId, wallet, chatappUserId }: Held): unknown {
  if (PROFILE.includes(key)) return profileId
  if (WALLET.includes(key)) return wallet.toLowerCase()
  if (key === 'a') return accountNode(profileId)
  if (key === 'chatappUserId') return chatappUserId
  if (key === 'senderAddresses') return JSON.stringify([wallet.toLowerCase()])
  if (column.dataType === 'boolean') return false
  if (column.dataType === 'number') return column.primary ? undefined : 1
  return column.enumValues?.[0] ?? `${key} of ${profileId}`
}

/** How many rows of each entry of the register are about somebody. */
export async function countHeld(d1: D1Database, { profileId, wallet, chatappUserId }: Held): Promise<number[]> {
  const { all } = openStoredDatabase(d1)
  const owner: Owner = {
    profile: sql`${profileId}`,
    wallets: sql`${wallet.toLowerCase()}`,
    chatappUsers: sql`${chatappUserId}`,
  }
  return Promise.all(
    PERSONAL_DATA.map(async ({ table, isOf }) => {
      const [row] = await all<{ n: number }>(sql`select count(*) n from ${table} where ${isOf(owner)}`)
      return row?.n ?? -1
    }),
  )
}

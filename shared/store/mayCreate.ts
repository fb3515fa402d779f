import { sql, type SQL } from 'drizzle-orm'
import type { Address } from 'viem'
import { lower } from '../text/address.ts'
import { openStoredDatabase } from './StoredDatabase.ts'

/** Whether somebody who acts for some wallets may create: one of them is on the list of creators, or named there. */
export function mayCreate(wallets: readonly Address[]): SQL {
  const own = sql`(select value from json_each(${JSON.stringify(wallets.map(lower))}))`
  return sql`(exists (select 1 from creator_allowlist where address in ${own} and revoked_at is null)
    or exists (select 1 from creator_allowlist where smart_wallet_address in ${own} and revoked_at is null))`
}

/** Whether somebody who acts for these wallets may create. Throws store_unavailable. */
export type CreatorCheck = (wallets: readonly Address[]) => Promise<boolean>

export function createCreatorCheck(d1: D1Database): CreatorCheck {
  const { all } = openStoredDatabase(d1)
  return async (wallets) => (await all(sql`select 1 where ${mayCreate(wallets)}`)).length > 0
}

import { sql } from 'drizzle-orm'
import type { Address } from 'viem'
import { lower } from '../text/lower.ts'
import { openDatabase } from './database.ts'
import { stored } from './stored.ts'

/** Wallets of one account, however they came. */
export const MOST_WALLETS = 50

export type AccountWallets = ReturnType<typeof createAccountWallets>

/**
 * Changes of the wallets that accounts have. What must hold is checked by the statements themselves, in one transaction; who
 * calls reads afterwards what became of it. Every method throws store_unavailable.
 */
export function createAccountWallets(d1: D1Database) {
  const { batch } = openDatabase(d1)
  return {
    /**
     * Adds a smart wallet that `owner`, a wallet of the profile, has been shown to own; it becomes canonical where no other
     * smart wallet is. Nothing changes if it belongs to anybody already, or the profile has as many wallets as it may have.
     */
    async linkSmart(profileId: string, smart: Address, owner: Address, now: number): Promise<void> {
      const mayLink = sql`exists (select 1 from profile_wallets where profile_id = ${profileId}
          and address = ${lower(owner)})
        and not exists (select 1 from profile_wallets where address = ${lower(smart)})
        and (select count(*) from profile_wallets where profile_id = ${profileId}) < ${MOST_WALLETS}`
      await stored(() =>
        batch([
          sql`update profile_wallets set canonical = 0
            where profile_id = ${profileId} and canonical = 1 and kind = 'owner' and ${mayLink}`,
          sql`insert into profile_wallets (address, profile_id, kind, canonical, linked_at)
            select ${lower(smart)}, ${profileId}, 'smart', not exists (select 1 from profile_wallets
              where profile_id = ${profileId} and canonical = 1), ${now} where ${mayLink}`,
        ]),
      )
    },

    /**
     * Removes a wallet from a profile, as long as `own`, by which its owner is signed in, stays; never the canonical smart
     * one. If it was canonical, `own` becomes that. Returns whether it was removed.
     */
    async remove(profileId: string, address: Address, own: Address): Promise<boolean> {
      const [removed] = await stored(() =>
        batch([
          sql`delete from profile_wallets where profile_id = ${profileId} and address = ${lower(address)}
            and address <> ${lower(own)} and not (kind = 'smart' and canonical = 1)
            and exists (select 1 from profile_wallets where profile_id = ${profileId} and address = ${lower(own)})`,
          sql`update profile_wallets set canonical = 1 where profile_id = ${profileId} and address = ${lower(own)}
            and not exists (select 1 from profile_wallets where profile_id = ${profileId} and canonical = 1)`,
        ]),
      )
      return removed === 1
    },
  }
}

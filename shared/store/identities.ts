import { sql, type SQL } from 'drizzle-orm'
import type { Address } from 'viem'
import { lower } from '../text/lower.ts'
import { openDatabase } from './database.ts'
import { stored } from './stored.ts'

/** What a user of the identity provider has proven there. */
export interface Identity {
  readonly idpUserId: string
  /** In lower case. */
  readonly email: string
  /** With a key, each once. */
  readonly wallets: readonly Address[]
}

/** The profiles that its parts belong to; null, or absent among the wallets, where nobody owns it yet. */
export interface Owners {
  readonly idp: string | null
  readonly email: string | null
  readonly wallets: readonly string[]
  /** Whether a profile of one of those wallets has an e-mail address. */
  readonly walletsHaveEmail: boolean
  /** Whether nothing of it is left to attach. */
  readonly isComplete: boolean
}

export type IdentityStore = ReturnType<typeof createIdentityStore>

const asJson = (wallets: readonly Address[]): string => JSON.stringify(wallets.map(lower))

/** Users of the identity provider in the accounts of D1. Every method throws store_unavailable. */
export function createIdentityStore(d1: D1Database) {
  const { batch } = openDatabase(d1)

  return {
    async ownersOf({ idpUserId, email, wallets }: Identity): Promise<Owners> {
      const { results } = await stored(() =>
        d1
          .prepare(
            `select kind part, profile_id owner from linked_accounts
               where (kind = 'idp' and id = ?1) or (kind = 'email' and id = ?2)
             union all select 'wallet', profile_id from profile_wallets where address in (select value from json_each(?3))
             union all select 'owner with e-mail', profile_id from linked_accounts where kind = 'email' and profile_id in
               (select profile_id from profile_wallets where address in (select value from json_each(?3)))
             union all select 'former', profile_id from linked_accounts where kind = 'email' and id <> ?2
               and profile_id = (select profile_id from linked_accounts where kind = 'idp' and id = ?1)`,
          )
          .bind(idpUserId, email, asJson(wallets))
          .all<{ part: string; owner: string }>(),
      )
      const ownersBy = (part: string) => results.flatMap((row) => (row.part === part ? [row.owner] : []))
      const [idp = null] = ownersBy('idp')
      const [ownerOfEmail = null] = ownersBy('email')
      const owned = ownersBy('wallet')
      const isAttached = idp !== null && ownerOfEmail !== null && owned.length === wallets.length
      return {
        idp,
        email: ownerOfEmail,
        wallets: owned,
        walletsHaveEmail: ownersBy('owner with e-mail').length > 0,
        isComplete: isAttached && ownersBy('former').length === 0,
      }
    },

    /**
     * Attaches all of an identity to a profile, which is opened if there is none: all or nothing, and nothing if any part
     * belongs to another profile by then, or the profile to another e-mail address, or was deleted. The address that the profile's own
     * user had before goes: whoever gets it later must not get this account. The first wallet becomes canonical where the
     * profile has no canonical one.
     */
    async attach(profileId: string, { idpUserId, email, wallets }: Identity, now: number): Promise<void> {
      // D1 runs a batch as one transaction, in which only this profile's rows are added: what is free stays free.
      const isFree = sql`not exists (select 1 from linked_accounts where profile_id <> ${profileId}
          and ((kind = 'idp' and id = ${idpUserId}) or (kind = 'email' and id = ${email})))
        and (exists (select 1 from linked_accounts where kind = 'idp' and id = ${idpUserId})
          or not exists (select 1 from linked_accounts
            where kind = 'email' and profile_id = ${profileId} and id <> ${email}))
        and not exists (select 1 from profile_wallets where profile_id <> ${profileId}
          and address in (select value from json_each(${asJson(wallets)})))
        and not exists (select 1 from profile_deletions where profile_id = ${profileId})`
      const link = (kind: 'idp' | 'email', id: string): SQL => sql`insert into linked_accounts
        (kind, id, profile_id, handle, linked_at) select ${kind}, ${id}, ${profileId}, null, ${now} where ${isFree}
        on conflict do nothing`
      await stored(() =>
        batch([
          sql`insert into profiles (id, created_at) select ${profileId}, ${now} where ${isFree} on conflict do nothing`,
          sql`delete from linked_accounts
            where kind = 'email' and profile_id = ${profileId} and id <> ${email} and ${isFree}`,
          link('idp', idpUserId),
          link('email', email),
          ...wallets.map(
            (wallet) => sql`insert into profile_wallets (address, profile_id, kind, canonical, linked_at)
              select ${lower(wallet)}, ${profileId}, 'owner', not exists (select 1 from profile_wallets
                where profile_id = ${profileId} and canonical = 1), ${now}
              where ${isFree} on conflict do nothing`,
          ),
        ]),
      )
    },
  }
}

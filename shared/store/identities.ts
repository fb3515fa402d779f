import { sql, type SQL } from 'drizzle-orm'
import { getAddress, type Address } from 'viem'
import { lower } from '../text/address.ts'
import { canonicalInstead, goingWith } from './accountWallets.ts'
import { type Account, accountIn, accountReads, type LinkedAccount, profileOfLinked } from './accounts.ts'
import { endJoinsOfUnlinked, openJoinsOfWallet } from './persons.ts'
import { openStoredDatabase } from './StoredDatabase.ts'

/** A user of the identity provider, and what the user has proven there. */
export interface Identity {
  readonly idpUserId: string
  /** In lower case; null where none is verified. */
  readonly email: string | null
  /** Accounts elsewhere; of `attach`, the e-mail address too if it is to be attached. */
  readonly linked: readonly LinkedAccount[]
  /** With a key, each once. */
  readonly wallets: readonly Address[]
}

/** The profiles that its parts belong to; null, or absent in the lists, where nobody owns it yet. */
export interface Owners {
  readonly idp: string | null
  /** The profile of another user that had the e-mail address until now. */
  readonly formerOfEmail: string | null
  readonly linked: readonly string[]
  readonly wallets: readonly string[]
  /** Users of the identity provider in profiles of those wallets. */
  readonly usersOfWallets: readonly string[]
  /** The profile of a wallet; null where it has none. */
  readonly ownerOf: (wallet: Address) => string | null
  /** Whether all of these are attached to some profile. */
  readonly has: (parts: Pick<Identity, 'linked' | 'wallets'>) => boolean
  /** The account to which the identity provider's user is linked, or null. */
  readonly account: Account | null
}

type Key = Pick<LinkedAccount, 'kind' | 'id'>
type Row = { kind: string; id: string; owner: string }

export type IdentityStore = ReturnType<typeof createIdentityStore>

const addressesOf = (wallets: readonly Address[]): string => JSON.stringify(wallets.map(lower))
const keysOf = (keys: readonly Key[]): string => JSON.stringify(keys.map(({ kind, id }) => [kind, id]))
const emailOf = ({ email }: Identity): Key[] => (email === null ? [] : [{ kind: 'email', id: email }])
const idpOf = ({ idpUserId }: Identity): LinkedAccount => ({ kind: 'idp', id: idpUserId, handle: null })

/**
 * Statements that read to whom an identity's parts belong, and the account of its user; ownersIn reads what they find. First,
 * an e-mail address that has moved goes from the account that had it: one that the user no longer has from the user's own, and
 * the user's from that of any other user.
 */
function readsOf(identity: Identity): SQL[] {
  const { email, linked, wallets } = identity
  const ofWallets = sql`(select value from json_each(${addressesOf(wallets)}))`
  const keys = keysOf([idpOf(identity), ...emailOf(identity), ...linked])
  const own = profileOfLinked(idpOf(identity))
  return [
    sql`delete from linked_accounts where kind = 'email' and ((id = ${email} and profile_id is not ${own})
          or (profile_id = ${own} and id is not ${email})) returning 'former' kind, id, profile_id owner`,
    sql`select kind, id, profile_id owner from linked_accounts
          where (kind, id) in (select value ->> 0, value ->> 1 from json_each(${keys}))
        union all select 'wallet', address, profile_id from profile_wallets where address in ${ofWallets}
        union all select 'user of a wallet', id, profile_id from linked_accounts where kind = 'idp'
          and profile_id in (select profile_id from profile_wallets where address in ${ofWallets})`,
    ...accountReads(own),
  ]
}

function ownersIn(
  { idpUserId, email, linked }: Identity,
  found: readonly { readonly rows: readonly object[] }[],
): Owners {
  const results = found.flatMap(({ rows }) => rows.filter(isOwner))
  const of = (kind: string) => results.filter((row) => row.kind === kind)
  const ownerOf = (kind: string, id: string) => of(kind).find((row) => row.id === id)?.owner ?? null
  return {
    idp: ownerOf('idp', idpUserId),
    formerOfEmail: email === null ? null : ownerOf('former', email),
    linked: linked.flatMap(({ kind, id }) => ownerOf(kind, id) ?? []),
    wallets: of('wallet').map(({ owner }) => owner),
    usersOfWallets: of('user of a wallet').map(({ id }) => id),
    ownerOf: (wallet) => ownerOf('wallet', lower(wallet)),
    has: (parts) =>
      parts.linked.every(({ kind, id }) => ownerOf(kind, id) !== null) &&
      parts.wallets.every((wallet) => ownerOf('wallet', lower(wallet)) !== null),
    account: accountIn(found),
  }
}

/** Rows of wallets have an owner too, beside their profile. */
const isOwner = (row: object): row is Row => 'owner' in row && !('profileId' in row)

/** Users of the identity provider in the accounts of D1. Every method throws store_unavailable. */
export function createIdentityStore(d1: D1Database) {
  const { transact } = openStoredDatabase(d1)

  return {
    ownersOf: async (identity: Identity): Promise<Owners> =>
      ownersIn(identity, await transact<object>(readsOf(identity))),

    /**
     * Attaches a user with these of its parts to a profile, which is opened if `isNew`, in place of users who are gone: all
     * or nothing, and nothing if any part belongs to another profile by then, the profile to another user, or was deleted.
     * The first wallet becomes canonical where the profile has no canonical one. Returns who has what of `known` after
     * that.
     */
    async attach(
      profileId: string,
      identity: Identity,
      isNew: boolean,
      now: number,
      known: Identity = identity,
      gone: readonly string[] = [],
    ): Promise<Owners> {
      const { idpUserId, wallets } = identity
      const linked = [idpOf(identity), ...identity.linked]
      const isGone = sql`kind = 'idp' and profile_id = ${profileId} and id in (select value from json_each(${JSON.stringify(gone)}))`
      // D1 runs a batch as one transaction, in which only this profile's rows are added: what is free stays free.
      const isFree = sql`(${isNew ? 1 : 0} or exists (select 1 from profiles where id = ${profileId}))
        and not exists (select 1 from linked_accounts where profile_id <> ${profileId} and (kind, id) in
          (select value ->> 0, value ->> 1 from json_each(${keysOf([...linked, ...emailOf(identity)])})))
        and (exists (select 1 from linked_accounts where kind = 'idp' and id = ${idpUserId})
          or not exists (select 1 from linked_accounts where kind = 'idp' and profile_id = ${profileId} and not (${isGone})))
        and not exists (select 1 from profile_wallets where profile_id <> ${profileId}
          and address in (select value from json_each(${addressesOf(wallets)})))
        and not exists (select 1 from profile_deletions where profile_id = ${profileId})`
      const link = ({ kind, id, handle }: LinkedAccount): SQL => sql`insert into linked_accounts
        (kind, id, profile_id, handle, linked_at) select ${kind}, ${id}, ${profileId}, ${handle}, ${now}
        where ${isFree} on conflict do nothing`
      const results = await transact<object>([
        ...(isNew
          ? [
              sql`insert into profiles (id, created_at) select ${profileId}, ${now} where ${isFree} on conflict do nothing`,
            ]
          : []),
        sql`delete from linked_accounts where ${isGone} and ${isFree}`,
        ...linked.map(link),
        ...wallets.map(
          (wallet) => sql`insert into profile_wallets (address, profile_id, kind, canonical, linked_at)
              select ${lower(wallet)}, ${profileId}, 'owner', not exists (select 1 from profile_wallets
                where profile_id = ${profileId} and canonical = 1), ${now}
              where ${isFree} on conflict do nothing`,
        ),
        ...wallets.flatMap((address) => openJoinsOfWallet(profileId, { address, proof: null }, now)),
        ...readsOf(known),
      ])
      return ownersIn(known, results)
    },

    /**
     * Removes links of a profile, all or nothing, and the smart wallets that were linked through the wallets that go.
     * Nothing goes where the wallet of the session would. If the canonical wallet goes, that of the session takes its
     * place. Returns the wallets that were removed, and the account that is left.
     */
    async detach(
      profileId: string,
      { linked, wallets }: { readonly linked: readonly Key[]; readonly wallets: readonly Address[] },
      session: Address,
      now: number,
    ): Promise<{ readonly removed: Address[]; readonly left: Account | null }> {
      // A condition that holds before the first statement still holds after it: all are of one transaction.
      const staysOpen = sql`exists (select 1 from profile_wallets
        where profile_id = ${profileId} and address = ${lower(session)} and not ${goingWith(wallets)})`
      const results = await transact<{ readonly address?: Address }>([
        sql`delete from linked_accounts where profile_id = ${profileId}
            and (kind, id) in (select value ->> 0, value ->> 1 from json_each(${keysOf(linked)})) and ${staysOpen}`,
        sql`delete from profile_wallets where profile_id = ${profileId} and ${goingWith(wallets)} and ${staysOpen}
            returning address`,
        canonicalInstead(profileId, session),
        ...endJoinsOfUnlinked(profileId, now),
        ...accountReads(sql`${profileId}`),
      ])
      const removed = (results[1]?.rows ?? []).flatMap(({ address }) => (address ? [getAddress(address)] : []))
      return { removed, left: accountIn(results) }
    },
  }
}

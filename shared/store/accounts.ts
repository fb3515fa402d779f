import { eq, type SQL, sql } from 'drizzle-orm'
import { getAddress, type Address } from 'viem'
import { linkedAccounts, profileWallets } from '../../drizzle/accounts.ts'
import { ApiError } from '../errors/ApiError.ts'
import { openDatabase } from './database.ts'
import { lower } from '../text/lower.ts'
import { stored } from './stored.ts'

export type LinkedKind = (typeof linkedAccounts.$inferSelect)['kind']

export interface Wallet {
  readonly address: Address
  /** `smart`: a contract, deployed or not; `owner`: an address with a key. */
  readonly kind: 'smart' | 'owner'
}

export interface LinkedAccount {
  readonly kind: LinkedKind
  readonly id: string
  readonly handle: string | null
}

/** A profile with all that its owner has proven to own. */
export interface Account {
  readonly profileId: string
  /**
   * The wallet for entries and payments: a smart wallet if one is linked, else the wallet that signed in; null if there
   * is none.
   */
  readonly canonicalWallet: Address | null
  readonly wallets: readonly Wallet[]
  readonly linked: readonly LinkedAccount[]
}

/** All wallets of whoever signed in with one; that one alone where it has no account. */
export const walletsOf = (account: Account | null, wallet: Address): Address[] => [
  wallet,
  ...(account?.wallets ?? []).map(({ address }) => address),
]

/** Wallets and accounts that somebody has proven to own, all at once. */
export interface Proven {
  /** The first one decides which account this is. */
  readonly wallets: readonly [Wallet, ...Wallet[]]
  readonly linked?: readonly LinkedAccount[]
}

export type AccountStore = ReturnType<typeof createAccountStore>

/** Accounts in D1. Every method throws store_unavailable, and returns null if there is none. */
export function createAccountStore(d1: D1Database) {
  const { orm, batch } = openDatabase(d1)

  async function findBy(profileId: SQL): Promise<Account | null> {
    const [wallets, linked] = await stored(() =>
      orm.batch([
        orm
          .select()
          .from(profileWallets)
          .where(eq(profileWallets.profileId, profileId))
          .orderBy(profileWallets.address),
        orm.select().from(linkedAccounts).where(eq(linkedAccounts.profileId, profileId)).orderBy(linkedAccounts.id),
      ]),
    )
    const id = (wallets[0] ?? linked[0])?.profileId
    if (id === undefined) return null
    const canonical = wallets.find((wallet) => wallet.canonical)
    return {
      profileId: id,
      canonicalWallet: canonical ? getAddress(canonical.address) : null,
      wallets: wallets.map(({ address, kind }) => ({ address: getAddress(address), kind })),
      linked: linked.map(({ kind, id: own, handle }) => ({ kind, id: own, handle })),
    }
  }

  const findByWallet = (address: Address): Promise<Account | null> =>
    findBy(sql`(select profile_id from profile_wallets where address = ${lower(address)})`)

  return {
    /** The account that a wallet has been linked to. */
    findByWallet,

    findById: (profileId: string): Promise<Account | null> => findBy(sql`${profileId}`),

    /** The account to which an external account has been linked; there is never more than one. */
    findByLinkedAccount: (kind: LinkedKind, id: string): Promise<Account | null> =>
      findBy(sql`(select profile_id from linked_accounts where kind = ${kind} and id = ${id})`),

    /**
     * The account of the first wallet, created from all that was proven if that wallet has none. Of several concurrent
     * calls one creates it and the others find it. Wallets that already belong to another account stay there.
     */
    async open({ wallets, linked = [] }: Proven, now: number, id: string = crypto.randomUUID()): Promise<Account> {
      const [first] = wallets
      const known = await findByWallet(first.address)
      if (known) return known
      const canonical = wallets.find((wallet) => wallet.kind === 'smart') ?? first
      // D1 runs a batch as one transaction: only the batch that inserts the profile inserts anything else.
      const isNew = sql`exists (select 1 from profiles where id = ${id})`
      await stored(() =>
        batch([
          sql`insert into profiles (id, created_at) select ${id}, ${now}
              where not exists (select 1 from profile_wallets where address = ${lower(first.address)})
              on conflict do nothing`,
          ...wallets.map(
            (wallet) =>
              sql`insert into profile_wallets (address, profile_id, kind, canonical, linked_at)
                  select ${lower(wallet.address)}, ${id}, ${wallet.kind}, ${wallet === canonical ? 1 : 0}, ${now}
                  where ${isNew} on conflict do nothing`,
          ),
          ...linked.map(
            ({ kind, id: own, handle }) =>
              sql`insert into linked_accounts (kind, id, profile_id, handle, linked_at)
                  select ${kind}, ${own}, ${id}, ${handle}, ${now} where ${isNew} on conflict do nothing`,
          ),
        ]),
      )
      const account = await findByWallet(first.address)
      // It was deleted in between, or the database does not return what was written: either way there is no account to
      // return.
      if (!account) throw new ApiError('store_unavailable')
      return account
    },
  }
}

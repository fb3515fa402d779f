import { eq, type SQL, sql } from 'drizzle-orm'
import { getAddress, type Address } from 'viem'
import { linkedAccounts, profileWallets } from '../../drizzle/accounts.ts'
import { openDatabase } from './database.ts'
import { lower } from './logs.ts'

export type LinkedKind = (typeof linkedAccounts.$inferSelect)['kind']

/** A profile with all that has been proven to be its owner's. */
export interface Account {
  readonly profileId: string
  /** What entries and payments are for; null where none was chosen. */
  readonly canonicalWallet: Address | null
  readonly wallets: readonly { readonly address: Address; readonly kind: 'smart' | 'owner' }[]
  readonly linked: readonly { readonly kind: LinkedKind; readonly id: string; readonly handle: string | null }[]
}

export type AccountStore = ReturnType<typeof createAccountStore>

/** Accounts as D1 holds them. Every method answers null where there is none. */
export function createAccountStore(d1: D1Database) {
  const { orm } = openDatabase(d1)

  async function findBy(profileId: SQL): Promise<Account | null> {
    const [wallets, linked] = await orm.batch([
      orm.select().from(profileWallets).where(eq(profileWallets.profileId, profileId)).orderBy(profileWallets.address),
      orm.select().from(linkedAccounts).where(eq(linkedAccounts.profileId, profileId)).orderBy(linkedAccounts.id),
    ])
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

  return {
    /** The account that a wallet has been linked to. */
    findByWallet: (address: Address): Promise<Account | null> =>
      findBy(sql`(select profile_id from profile_wallets where address = ${lower(address)})`),

    /** The account that an account elsewhere has been linked to; there is never more than one. */
    findByLinkedAccount: (kind: LinkedKind, id: string): Promise<Account | null> =>
      findBy(sql`(select profile_id from linked_accounts where kind = ${kind} and id = ${id})`),
  }
}

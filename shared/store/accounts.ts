import { eq, type SQL, sql } from 'drizzle-orm'
import { getAddress, type Address } from 'viem'
import { linkedAccounts, profiles, profileWallets } from '../../drizzle/accounts.ts'
import { ApiError } from '../errors/ApiError.ts'
import { openDatabase } from './database.ts'
import { lower } from '../text/address.ts'
import { openJoinsOfWallet } from './persons.ts'
import { stored } from './stored.ts'
import type { WalletProof } from './WalletProof.ts'

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
  /** How its smart wallets were proven. */
  readonly proofs: readonly WalletProof[]
  /** The smart wallet whose own first sign-in opened the account; null for a person's. */
  readonly madeBy: Address | null
}

/** A wallet that somebody has proven to own; of a smart one, how. */
export interface ProvenWallet extends Wallet {
  readonly proof?: WalletProof
}

/** Wallets and accounts that somebody has proven to own, all at once. */
export interface Proven {
  /** The first one decides which account this is; an account that is opened for a smart wallet alone is that wallet's. */
  readonly wallets: readonly [ProvenWallet, ...ProvenWallet[]]
  readonly linked?: readonly LinkedAccount[]
}

export type AccountStore = ReturnType<typeof createAccountStore>

/** Accounts in D1. Every method throws store_unavailable, and returns null if there is none. */
export function createAccountStore(d1: D1Database) {
  const { orm, batch } = openDatabase(d1)

  async function findBy(profileId: SQL): Promise<Account | null> {
    const [wallets, linked, [profile]] = await stored(() =>
      orm.batch([
        orm
          .select()
          .from(profileWallets)
          .where(eq(profileWallets.profileId, profileId))
          .orderBy(profileWallets.address),
        orm.select().from(linkedAccounts).where(eq(linkedAccounts.profileId, profileId)).orderBy(linkedAccounts.id),
        orm.select({ madeBy: profiles.madeBy }).from(profiles).where(eq(profiles.id, profileId)),
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
      proofs: wallets.flatMap((wallet) => (wallet.kind === 'smart' ? [proofIn(wallet)] : [])),
      madeBy: profile?.madeBy ? getAddress(profile.madeBy) : null,
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
      const madeBy = first.kind === 'smart' && wallets.length === 1 ? lower(first.address) : null
      const owner = wallets.find((wallet) => wallet.kind === 'owner')?.address
      // D1 runs a batch as one transaction: only the batch that inserts the profile inserts anything else.
      const isNew = sql`exists (select 1 from profiles where id = ${id})`
      await stored(() =>
        batch([
          sql`insert into profiles (id, created_at, made_by) select ${id}, ${now}, ${madeBy}
              where not exists (select 1 from profile_wallets where address = ${lower(first.address)})
              on conflict do nothing`,
          ...wallets.map(
            ({ address, kind, proof }) =>
              sql`insert into profile_wallets (address, profile_id, kind, canonical, linked_at, ${PROOF_COLUMNS})
                  select ${lower(address)}, ${id}, ${kind}, ${address === canonical.address ? 1 : 0}, ${now},
                    ${proofValues(kind === 'smart' ? (proof ?? ownedBy(address, owner)) : null)}
                  where ${isNew} on conflict do nothing`,
          ),
          ...wallets.flatMap(({ address, kind, proof }) =>
            openJoinsOfWallet(
              id,
              { address, proof: kind === 'smart' ? (proof ?? ownedBy(address, owner)) : null },
              now,
            ),
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

/** The columns of profile_wallets that keep a proof, and their values; nothing for a wallet with a key. */
export const PROOF_COLUMNS = sql.raw('owner, signed_hash, signature, counterfactual, single_owner, proven_block')
export const proofValues = (proof: WalletProof | null): SQL =>
  sql`${proof?.owner ? lower(proof.owner) : null}, ${proof?.signed?.hash ?? null}, ${proof?.signed?.signature ?? null},
    ${Number(proof?.counterfactual ?? false)}, ${Number(proof?.singleOwner ?? true)}, ${proof?.block ?? null}`

/** The proof that a row of a smart wallet keeps. */
export const proofIn = (row: typeof profileWallets.$inferSelect): WalletProof => ({
  wallet: getAddress(row.address),
  owner: row.owner && getAddress(row.owner),
  signed: row.signedHash && row.signature ? { hash: row.signedHash, signature: row.signature } : null,
  counterfactual: row.counterfactual,
  singleOwner: row.singleOwner,
  block: row.provenBlock,
})

const ownedBy = (wallet: Address, owner: Address | undefined): WalletProof => ({
  wallet,
  owner: owner ?? null,
  signed: null,
  counterfactual: false,
  singleOwner: true,
  block: null,
})

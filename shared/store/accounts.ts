import { type SQL, sql } from 'drizzle-orm'
import { getAddress, type Address, type Hex } from 'viem'
import { linkedAccounts, type profiles, profileWallets } from '../../drizzle/accounts.ts'
import { ApiError } from '../errors/ApiError.ts'
import { openDatabase } from './database.ts'
import { requestScope, type Ticket } from '../log/requestScope.ts'
import { lower } from '../text/address.ts'
import { columnsOf, listed } from './columnsOf.ts'
import { joinsOfSignIn, openJoinsOfWallet } from './persons.ts'
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
   * The wallet for entries and payments: a smart wallet if one is linked, else the wallet that signed in; null
   * without one.
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
  /** The keys that have just signed in as it; empty if unknown. */
  readonly signers?: readonly Hex[]
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
  const { transact } = openDatabase(d1)

  const findBy = (profileId: SQL): Promise<Account | null> =>
    stored(async () => accountIn(await transact<object>(accountReads(profileId))))

  return {
    /** The account that a wallet has been linked to: as it was when the request claimed its Idempotency-Key, the first time. */
    async findByWallet(address: Address): Promise<Account | null> {
      const ticket = requestScope.getStore()?.ticket
      const known = ticket && atClaims.get(ticket)
      if (!ticket || known?.wallet !== address) return findBy(profileOfWallet(address))
      // Once: a second read wants the account's current state.
      atClaims.delete(ticket)
      return known.account
    },

    findById: (profileId: string): Promise<Account | null> => findBy(sql`${profileId}`),

    /** The account to which an external account has been linked; there is never more than one. */
    findByLinkedAccount: (kind: LinkedKind, id: string): Promise<Account | null> =>
      findBy(profileOfLinked({ kind, id })),

    /**
     * The account of the first wallet, created from all that was proven if that wallet has none. Of several concurrent
     * calls one creates it and the others find it. Wallets that already belong to another account stay there.
     */
    async open({ wallets, linked = [] }: Proven, now: number, id: string = crypto.randomUUID()): Promise<Account> {
      const [first] = wallets
      const canonical = wallets.find((wallet) => wallet.kind === 'smart') ?? first
      const madeBy = first.kind === 'smart' && wallets.length === 1 ? lower(first.address) : null
      const owner = wallets.find((wallet) => wallet.kind === 'owner')?.address
      // D1 runs a batch as one transaction: only the batch that inserts the profile inserts anything else.
      const isNew = sql`exists (select 1 from profiles where id = ${id})`
      const results = await stored(() =>
        transact<object>([
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
          ...wallets.flatMap(({ address, signers = [] }) => joinsOfSignIn(address, signers, now)),
          ...linked.map(
            ({ kind, id: own, handle }) =>
              sql`insert into linked_accounts (kind, id, profile_id, handle, linked_at)
                  select ${kind}, ${own}, ${id}, ${handle}, ${now} where ${isNew} on conflict do nothing`,
          ),
          ...accountReads(profileOfWallet(first.address)),
        ]),
      )
      const account = accountIn(results)
      // It was deleted in between, or the database does not return what was written: either way there is no account to
      // return.
      if (!account) throw new ApiError('store_unavailable')
      return account
    },
  }
}

/** Accounts of requesting wallets, as the transaction that claimed the request found them. */
const atClaims = new WeakMap<Ticket, { readonly wallet: Address; readonly account: Account | null }>()

/** Keeps what the claim of a request has read beside it, for its first read of the same account. */
export const keepAtClaim = (ticket: Ticket, wallet: Address, account: Account | null): unknown =>
  atClaims.set(ticket, { wallet, account })

/** The profile of a wallet, and that of an external account. */
export const profileOfWallet = (address: Address): SQL =>
  sql`(select profile_id from profile_wallets where address = ${lower(address)})`
export const profileOfLinked = ({ kind, id }: Pick<LinkedAccount, 'kind' | 'id'>): SQL =>
  sql`(select profile_id from linked_accounts where kind = ${kind} and id = ${id})`

/** Statements that read the account of a profile, alone or behind others of a batch; accountIn reads what they find. */
export const accountReads = (profileId: SQL): SQL[] => [
  sql`select ${listed(columnsOf(profileWallets))} from profile_wallets where profile_id = ${profileId} order by address`,
  sql`select ${listed(columnsOf(linkedAccounts))} from linked_accounts where profile_id = ${profileId} order by id`,
  sql`select made_by "madeBy" from profiles where id = ${profileId}`,
]

type WalletColumns = typeof profileWallets.$inferSelect
type Flag = 'canonical' | 'counterfactual' | 'singleOwner'
type WalletRow = Omit<WalletColumns, Flag> & Readonly<Record<Flag, 0 | 1>>
/** A row that a statement of accountReads finds, as D1 has it. */
type AccountRow =
  | WalletRow
  | Pick<typeof linkedAccounts.$inferSelect, 'kind' | 'id' | 'profileId' | 'handle'>
  | Pick<typeof profiles.$inferSelect, 'madeBy'>

const isOfAccount = (row: object): row is AccountRow => 'profileId' in row || 'madeBy' in row

/** The account in the results of a batch that contains accountReads; null without one. */
export function accountIn(results: readonly { readonly rows: readonly object[] }[]): Account | null {
  const rows = results.flatMap((result) => result.rows.filter(isOfAccount))
  const wallets = rows.flatMap((row) => ('address' in row ? [flagged(row)] : []))
  const linked = rows.flatMap((row) => ('handle' in row ? [row] : []))
  const [profile] = rows.flatMap((row) => ('madeBy' in row ? [row] : []))
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

const flagged = (row: WalletRow): WalletColumns => ({
  ...row,
  canonical: row.canonical === 1,
  counterfactual: row.counterfactual === 1,
  singleOwner: row.singleOwner === 1,
})

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

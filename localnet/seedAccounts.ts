import type { Address } from 'viem'
import { addressOf, type AccountRole } from './world/accounts.ts'

/** A profile of the local world. The first wallet is the canonical one. */
export interface LocalProfile {
  readonly id: string
  readonly wallets: readonly { readonly address: Address; readonly kind: 'smart' | 'owner' }[]
  /** User id on the post platform. */
  readonly social?: { readonly id: string; readonly handle: string }
  /** Base58 public key. */
  readonly svm?: string
  /** Credits for free entries that it begins with. */
  readonly credits: number
}

const owned = (role: AccountRole) => ({ address: addressOf(role), kind: 'owner' as const })

/** People of the local world; `stranger` and `admin` have no account. `wallet` is the contract wallet of `owner`. */
export const localProfiles = (wallet: Address): LocalProfile[] => [
  {
    id: 'profile-owner',
    wallets: [{ address: wallet, kind: 'smart' }, owned('owner')],
    social: { id: '10000001', handle: 'aurora' },
    credits: 300,
  },
  {
    id: 'profile-voter',
    wallets: [owned('voter')],
    social: { id: '10000002', handle: 'voter' },
    svm: 'HN7cABqLq46Es1jh92dQQisAq662SmxELLLsHHe4YWrH',
    credits: 1000,
  },
  { id: 'profile-bidder', wallets: [owned('bidder')], svm: '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T', credits: 0 },
  { id: 'profile-agent', wallets: [owned('agent')], social: { id: '10000003', handle: 'lantern' }, credits: 250 },
]

/** The part of D1 and of the ledgers' namespace that seeding needs. */
interface Database {
  prepare(sql: string): { bind(...values: unknown[]): Statement }
  batch(statements: Statement[]): Promise<unknown>
}
interface Statement {
  run(): Promise<unknown>
}
/** A namespace as the runtime hands it out: it does not know the methods of the class. */
interface Ledgers {
  getByName(name: string): object
}

/** Puts profiles with their wallets and linked accounts there; those that are there already stay as they are. */
export async function seedAccounts(db: Database, profiles: readonly LocalProfile[], now: number): Promise<void> {
  const put = (table: string, row: Readonly<Record<string, unknown>>): Statement => {
    const names = Object.keys(row)
    const sql = `INSERT OR IGNORE INTO ${table} (${names.join()}) VALUES (${names.map(() => '?').join()})`
    return db.prepare(sql).bind(...Object.values(row))
  }
  const rows = profiles.flatMap(({ id, wallets, social, svm }) => [
    put('profiles', { id, created_at: now }),
    ...wallets.map(({ address, kind }, i) =>
      put('profile_wallets', {
        address: address.toLowerCase(),
        profile_id: id,
        kind,
        canonical: i === 0 ? 1 : 0,
        linked_at: now,
      }),
    ),
    ...(social ? [put('linked_accounts', { kind: 'social', ...social, profile_id: id, linked_at: now })] : []),
    ...(svm === undefined ? [] : [put('linked_accounts', { kind: 'svm', id: svm, profile_id: id, linked_at: now })]),
  ])
  if (rows.length > 0) await db.batch(rows)
}

/** Gives profiles the credits they begin with, once. */
export async function seedCredits(ledgers: Ledgers, profiles: readonly LocalProfile[], now: number): Promise<void> {
  const rich = profiles.filter(({ credits }) => credits > 0)
  await Promise.all(
    rich.map(({ id, credits }) => award(ledgers, { profileId: id, sourceId: 'localnet', points: credits, now })),
  )
}

/** Gives an account credits, as the families do whose free actions earn them. */
export async function award(
  ledgers: Ledgers,
  given: { profileId: string; sourceId: string; points: number; now: number },
): Promise<void> {
  const ledger = ledgers.getByName(given.profileId)
  const method: unknown = Reflect.get(ledger, 'award')
  if (typeof method !== 'function') throw new Error('a ledger has no award')
  await Reflect.apply(method, ledger, [{ ...given, source: 'waitlist_signup', reference: '' }])
}

import type { Address } from 'viem'
import { createAccountStore, type Proven } from '../shared/store/accounts.ts'
import { addressOf, type AccountRole } from './world/accounts.ts'

/** A person in the local world, with everything that the person has proven to own. */
export interface LocalProfile extends Proven {
  readonly id: string
  /** Initial credits for free entries. */
  readonly credits: number
}

const owned = (role: AccountRole) => ({ address: addressOf(role), kind: 'owner' as const })

const social = (id: string, handle: string) => ({ kind: 'social' as const, id, handle })
const chatapp = (id: string, handle: string) => ({ kind: 'chatapp' as const, id, handle })
const svm = (id: string) => ({ kind: 'svm' as const, id, handle: null })

/**
 * The people of the local world; `stranger` and `admin` do not have an account. `wallet` is the contract wallet of
 * `owner`.
 */
export const localProfiles = (wallet: Address): LocalProfile[] => [
  {
    id: 'profile-owner',
    wallets: [{ address: wallet, kind: 'smart' }, owned('owner')],
    linked: [social('10000001', 'aurora')],
    credits: 300,
  },
  {
    id: 'profile-voter',
    wallets: [owned('voter')],
    linked: [social('10000002', 'voter'), svm('HN7cABqLq46Es1jh92dQQisAq662SmxELLLsHHe4YWrH')],
    credits: 1000,
  },
  {
    id: 'profile-bidder',
    wallets: [owned('bidder')],
    linked: [svm('4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T'), svm('8qbHbw2BbbTHBW1sbeqakYXVKRQM8Ne7pLK7m6CVfeR4')],
    credits: 0,
  },
  {
    id: 'profile-agent',
    wallets: [owned('agent')],
    linked: [chatapp('10000004', 'lantern'), social('10000003', 'lantern')],
    credits: 250,
  },
]

/** A namespace as the runtime provides it: it does not know the methods of the class. */
interface Ledgers {
  getByName(name: string): object
}

/** Opens the accounts of profiles as a first sign-in does; existing ones stay as they are. */
export async function seedAccounts(db: D1Database, profiles: readonly LocalProfile[], now: number): Promise<void> {
  const accounts = createAccountStore(db)
  await Promise.all(profiles.map(({ id, ...proven }) => accounts.open(proven, now, id)))
}

/** Gives profiles their initial credits, once. */
export async function seedCredits(ledgers: Ledgers, profiles: readonly LocalProfile[], now: number): Promise<void> {
  const rich = profiles.filter(({ credits }) => credits > 0)
  await Promise.all(
    rich.map(({ id, credits }) => award(ledgers, { profileId: id, sourceId: 'localnet', points: credits, now })),
  )
}

/** Gives an account credits, as the families with free actions do. */
export async function award(
  ledgers: Ledgers,
  given: { profileId: string; sourceId: string; points: number; now: number },
): Promise<void> {
  const ledger = ledgers.getByName(given.profileId)
  const method: unknown = Reflect.get(ledger, 'award')
  if (typeof method !== 'function') throw new Error('the Durable Object of a credit ledger has no method award')
  await Reflect.apply(method, ledger, [{ ...given, source: 'waitlist_signup', reference: '' }])
}

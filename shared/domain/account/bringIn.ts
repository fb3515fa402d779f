import type { Address } from 'viem'
import { ApiError } from '../../errors/ApiError.ts'
import { invalidToken } from '../../errors/unauthenticated.ts'
import type { IdentityProvider } from '../../idp/IdentityProvider.ts'
import type { Account } from '../../store/accounts.ts'
import type { Identity, IdentityStore } from '../../store/identities.ts'
import { type ConflictOver, decideAccount } from './decideAccount.ts'

export interface AccountStores {
  readonly identities: IdentityStore
  readonly provider: Pick<IdentityProvider, 'findUser'>
}

/** Outcome for a user of the identity provider. */
interface Bringing {
  /** All that the user is known by, which must belong to one account where it belongs to any. */
  readonly known: Identity
  /** Identities to attach, besides the user itself. */
  readonly attached: Pick<Identity, 'linked' | 'wallets'>
  /** Wallet of the session in which the user is linked: its account, and no other. */
  readonly session?: Address
}

/** Two concurrent requests decide a second time; more rounds than this mean a store that does not keep its writes. */
const ROUNDS = 4

const CONFLICTS: Readonly<Record<ConflictOver, string>> = {
  session:
    'the session and the user of the access token belong to different accounts; sign in with a wallet of the user’s account',
  email:
    'the e-mail address was in the account of another user, and is now unlinked there; repeat the request to continue without that account, or sign in with one of its wallets and call linkAccount',
  linked: 'a linked login of this user belongs to another account; unlink it from that account first',
  wallet: 'a wallet of this user belongs to another account; sign in with that wallet and call linkAccount',
}

/**
 * Brings a user of the identity provider into the account that the parts of its identity lead to (decideAccount); without a
 * session one is opened if none exists. An account whose own user is gone at the provider is the session's. Changes nothing
 * that is there already, except that an e-mail address which has moved is unlinked, and may be repeated.
 *
 * Throws account_conflict, unauthenticated where the session has no account, identity_provider_unavailable, store_unavailable.
 */
export async function bringIn(
  { known, attached, session }: Bringing,
  { identities, provider }: AccountStores,
  now: number,
): Promise<Account> {
  const proven = session === undefined ? known : { ...known, wallets: [...new Set([session, ...known.wallets])] }
  let owners = await identities.ownersOf(proven)
  for (let round = 0; round < ROUNDS; round++) {
    const { idp, usersOfWallets } = owners
    const ofSession = session === undefined ? null : owners.ownerOf(session)
    if (session !== undefined && ofSession === null)
      throw invalidToken('session', 'the account of the session no longer exists')
    const gone = idp === null && session !== undefined ? await goneOf(usersOfWallets, provider) : []
    const walletsHaveUser = usersOfWallets.length > gone.length
    const decided = decideAccount({ ...owners, walletsHaveUser, session: ofSession })
    if (decided.outcome === 'conflict') throw new ApiError('account_conflict', CONFLICTS[decided.over])
    if (decided.outcome === 'existing' && idp !== null && owners.has(attached) && owners.account) return owners.account
    const isNew = decided.outcome === 'new'
    const profileId = isNew ? crypto.randomUUID() : decided.profileId
    owners = await identities.attach(profileId, { ...known, ...attached }, isNew, now, proven, gone)
  }
  throw new ApiError('store_unavailable')
}

/** The given users that the identity provider no longer has. Throws identity_provider_unavailable. */
async function goneOf(users: readonly string[], provider: AccountStores['provider']): Promise<string[]> {
  const found = await Promise.all(users.map((id) => provider.findUser(id)))
  return users.filter((_, i) => found[i] === null)
}

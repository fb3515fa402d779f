import { ApiError } from '../../errors/ApiError.ts'
import type { IdentityUser } from '../../identity/IdentityProvider.ts'
import type { Account, AccountStore } from '../../store/accounts.ts'
import type { IdentityStore } from '../../store/identities.ts'
import { decideAccount } from './decideAccount.ts'

/** Two that come at once decide anew once; more rounds than this are no race, but a store that does not keep. */
const ROUNDS = 4
/** Wallets of one user that are brought in, in the provider's order. */
const MOST_WALLETS = 20

const CONFLICTS = {
  email: 'the e-mail address belongs to another account; sign in as the user who owns it',
  wallet: 'a wallet of this user belongs to another account; sign in as the user who owns it',
} as const

/**
 * Brings a user of the identity provider into the account that its verified e-mail address resolves to, which is opened if
 * there is none. Wallets with a key come along; a smart wallet does not: its owner is confirmed elsewhere. Changes nothing
 * that is there already, and may be repeated.
 *
 * Throws account_conflict, store_unavailable.
 */
export async function syncAccount(
  { id, email, wallets }: Pick<IdentityUser, 'id' | 'wallets'> & { readonly email: string },
  { identities, accounts }: { readonly identities: IdentityStore; readonly accounts: AccountStore },
  now: number,
): Promise<Account> {
  const signers = wallets.flatMap(({ kind, address }) => (kind === 'smart' ? [] : [address])).slice(0, MOST_WALLETS)
  const identity = { idpUserId: id, email, wallets: [...new Set(signers)] }
  for (let round = 0; round < ROUNDS; round++) {
    const owners = await identities.ownersOf(identity)
    const decided = decideAccount(owners)
    if (decided.outcome === 'conflict') throw new ApiError('account_conflict', CONFLICTS[decided.over])
    if (decided.outcome === 'existing' && owners.isComplete) {
      const account = await accounts.findByLinkedAccount('idp', id)
      if (account) return account
    }
    await identities.attach(decided.outcome === 'new' ? crypto.randomUUID() : decided.profileId, identity, now)
  }
  throw new ApiError('store_unavailable')
}

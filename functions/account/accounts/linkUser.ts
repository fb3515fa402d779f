import type { Address } from 'viem'
import type { IdentityUser } from '../../../shared/idp/IdentityProvider.ts'
import type { Account } from '../../../shared/store/accounts.ts'
import { type AccountStores, bringIn } from '../../../shared/domain/account/bringIn.ts'
import type { Parts } from './linkable.ts'
import { linkedOf, signersOf } from '../../../shared/domain/account/syncAccount.ts'

/**
 * Links the user of the identity provider, and the selected identities of that user, to the account of a session. The user
 * and all its identities must belong to that account or to none.
 *
 * Throws account_conflict, unauthenticated if the session has no account, store_unavailable.
 */
export const linkUser = (
  user: IdentityUser,
  attached: Parts,
  session: Address,
  stores: AccountStores,
  now: number,
): Promise<Account> =>
  bringIn(
    {
      known: { idpUserId: user.id, email: user.email, linked: linkedOf(user), wallets: signersOf(user.wallets) },
      attached,
      session,
    },
    stores,
    now,
  )

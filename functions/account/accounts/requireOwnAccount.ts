import type { LinkingPrincipal } from '../../../shared/auth/principal.ts'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import type { Account, AccountStore } from '../../../shared/store/accounts.ts'

/** The account of the session. Throws unauthenticated where it has none any more, store_unavailable. */
export async function requireOwnAccount(
  accounts: AccountStore,
  { address }: Pick<LinkingPrincipal, 'address'>,
): Promise<Account> {
  const account = await accounts.findByWallet(address)
  if (account) return account
  throw new ApiError('unauthenticated', 'the session has no account any more; sign in again', {
    'www-authenticate': 'Bearer',
  })
}

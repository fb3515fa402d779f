import type { LinkingPrincipal, Principal } from '../../shared/auth/principal.ts'
import { ApiError } from '../../shared/errors/ApiError.ts'
import type { Account, AccountStore } from '../../shared/store/accounts.ts'
import { requirePerson } from './requirePerson.ts'

/**
 * The account of whoever is signed in, and the address that signed in. Throws account_not_found, unauthenticated (a machine),
 * store_unavailable.
 */
export async function requireAccount(accounts: AccountStore, principal: Principal | LinkingPrincipal) {
  const { address } = principal.kind === 'sessionAndIdentity' ? principal : requirePerson(principal)
  const account: Account | null = await accounts.findByWallet(address)
  if (!account) throw new ApiError('account_not_found')
  return { account, address }
}

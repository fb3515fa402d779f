import { isAddressEqual, type Address } from 'viem'
import type { Principal } from '../../../shared/auth/principal.ts'
import type { Authority } from '../../../shared/domain/authority/createAuthority.ts'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import type { Account } from '../../../shared/store/accounts.ts'

/**
 * Makes sure that the caller acts for a wallet now, and returns the caller's account, if there is one. `field` is the field
 * of the request that names the wallet. Throws wallet_authority_mismatch, unauthenticated (a machine), authority_unknown,
 * store_unavailable.
 */
export async function requireOwnWallet(
  authority: Authority,
  principal: Principal,
  wallet: Address,
  field: string,
): Promise<Account | null> {
  if (principal.kind === 'machine') throw new ApiError('unauthenticated')
  const { account, wallets } = await authority.standing(principal, [wallet])
  if (wallets.some((address) => isAddressEqual(address, wallet))) return account
  throw new ApiError('wallet_authority_mismatch', `${field}: is not a wallet of the signed-in account`)
}

import { isAddressEqual, type Address } from 'viem'
import type { Principal } from '../../shared/auth/principal.ts'
import { ApiError } from '../../shared/errors/ApiError.ts'
import type { Account, AccountStore } from '../../shared/store/accounts.ts'

/**
 * Makes sure that a wallet belongs to the caller, and returns the caller's account, if there is one. `field` is the field
 * of the request that names the wallet. Throws wallet_authority_mismatch, unauthenticated (a machine), store_unavailable.
 */
export async function requireOwnWallet(
  accounts: AccountStore,
  principal: Principal,
  wallet: Address,
  field: string,
): Promise<Account | null> {
  if (principal.kind === 'machine') throw new ApiError('unauthenticated')
  const account = await accounts.findByWallet(principal.address)
  const own = account ? account.wallets.map(({ address }) => address) : [principal.address]
  if (own.some((address) => isAddressEqual(address, wallet))) return account
  throw new ApiError('wallet_authority_mismatch', `${field}: is not a wallet of the signed-in account`)
}

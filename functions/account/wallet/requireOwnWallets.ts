import type { Address } from 'viem'
import type { Principal } from '../../../shared/auth/principal.ts'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import type { Authority } from '../../../shared/domain/authority/createAuthority.ts'
import { requireAccount } from '../requireAccount.ts'

/**
 * The requested wallets without duplicates. All must be wallets of the account: the provider charges for each request. Throws
 * account_not_found, wallet_authority_mismatch, store_unavailable.
 */
export async function requireOwnWallets(
  ids: readonly Address[],
  principal: Principal,
  authority: Authority,
): Promise<Address[]> {
  const { account } = await requireAccount(authority, principal, 'current')
  const own = new Set(account.wallets.map(({ address }) => address))
  const foreign = ids.find((address) => !own.has(address))
  if (foreign !== undefined)
    throw new ApiError('wallet_authority_mismatch', `ids: ${foreign} is not a wallet of the signed-in account`)
  return [...new Set(ids)]
}

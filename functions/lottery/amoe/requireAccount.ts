import type { Address } from 'viem'
import type { Principal } from '../../../shared/auth/principal.ts'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import type { Account, AccountStore } from '../../../shared/store/accounts.ts'

/** The account of the caller, if there is one, and the caller's address. Throws unauthenticated for a machine. */
export async function requireAccount(
  accounts: AccountStore,
  principal: Principal,
): Promise<{ account: Account | null; address: Address }> {
  if (principal.kind === 'machine') throw new ApiError('unauthenticated')
  return { account: await accounts.findByWallet(principal.address), address: principal.address }
}

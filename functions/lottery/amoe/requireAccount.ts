import type { Principal } from '../../../shared/auth/principal.ts'
import type { Authority, Standing } from '../../../shared/domain/authority/createAuthority.ts'
import { ApiError } from '../../../shared/errors/ApiError.ts'

/**
 * The account of the caller whose credits are earned or spent, if there is one, and the wallets that the caller acts for. Throws
 * unauthenticated for a machine, wallet_session, authority_unknown, store_unavailable.
 */
export async function requireAccount(authority: Authority, principal: Principal): Promise<Standing> {
  if (principal.kind === 'machine') throw new ApiError('unauthenticated')
  const standing = await authority.standing(principal)
  if (standing.isWalletOnly) throw new ApiError('wallet_session')
  return standing
}

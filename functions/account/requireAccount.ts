import type { LinkingPrincipal, Principal } from '../../shared/auth/principal.ts'
import type { Authority } from '../../shared/domain/authority/createAuthority.ts'
import { ApiError } from '../../shared/errors/ApiError.ts'

/**
 * The account that the principal may read and change, and the address that signed in; `wallets` as in
 * Authority.requireAccount. Throws unauthenticated for a machine, and what Authority.requireAccount throws.
 */
export const requireAccount = (
  authority: Authority,
  principal: Principal | LinkingPrincipal,
  wallets: Parameters<Authority['requireAccount']>[1],
) => authority.requireAccount(principal.kind === 'sessionAndIdentity' ? principal : requirePerson(principal), wallets)

/** The principal if it has a wallet. Throws unauthenticated without a principal and for a machine. */
export function requirePerson(principal: Principal | undefined): Exclude<Principal, { kind: 'machine' }> {
  if (!principal || principal.kind === 'machine') throw new ApiError('unauthenticated')
  return principal
}

import type { LinkingPrincipal, Principal } from '../../shared/auth/principal.ts'
import type { Authority } from '../../shared/domain/authority/createAuthority.ts'
import { requirePerson } from './requirePerson.ts'

/**
 * The account that the principal may read and change, and the address that signed in; `wallets` as in
 * Authority.requireAccount. Throws unauthenticated for a machine, and what Authority.requireAccount throws.
 */
export const requireAccount = (
  authority: Authority,
  principal: Principal | LinkingPrincipal,
  wallets: Parameters<Authority['requireAccount']>[1],
) => authority.requireAccount(principal.kind === 'sessionAndIdentity' ? principal : requirePerson(principal), wallets)

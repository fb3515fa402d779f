import type { Principal } from '../../shared/auth/principal.ts'
import { ApiError } from '../../shared/errors/ApiError.ts'

/** The principal if it has a wallet. Throws unauthenticated without a principal and for a machine. */
export function requirePerson(principal: Principal | undefined): Exclude<Principal, { kind: 'machine' }> {
  if (!principal || principal.kind === 'machine') throw new ApiError('unauthenticated')
  return principal
}

import type { Principal } from '../../shared/auth/principal.ts'
import { ApiError } from '../../shared/errors/ApiError.ts'

/** Somebody with a wallet: who a credential stands for, other than a machine. Throws unauthenticated. */
export function requirePerson(principal: Principal | undefined): Exclude<Principal, { kind: 'machine' }> {
  if (!principal || principal.kind === 'machine') throw new ApiError('unauthenticated')
  return principal
}

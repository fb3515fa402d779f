import type { Address } from 'viem'
import type { Principal } from '../../shared/auth/principal.ts'
import { ApiError } from '../../shared/errors/ApiError.ts'

/** The wallet that is signed in. Throws unauthenticated (a machine). */
export function requireOwner(principal: Principal): Address {
  if (principal.kind === 'machine') throw new ApiError('unauthenticated')
  return principal.address
}

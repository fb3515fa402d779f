import type { Address } from 'viem'
import type { Principal } from '../auth/principal.ts'
import { ApiError } from '../errors/ApiError.ts'

/**
 * The sender of the built transaction: `from` of the request, or the principal itself. Throws unauthenticated for a
 * machine.
 */
export function senderOf(principal: Principal, from: Address | undefined): Address {
  if (from !== undefined) return from
  if (principal.kind === 'machine') throw new ApiError('unauthenticated')
  return principal.address
}

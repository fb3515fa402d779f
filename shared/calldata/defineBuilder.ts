import type { Address } from 'viem'
import type { Principal } from '../auth/principal.ts'
import { type Build, type Builder, unsignedCall } from './unsignedCall.ts'
import { ApiError } from '../errors/ApiError.ts'

interface Request {
  readonly body: { readonly from?: Address | undefined }
  readonly principal: Principal
}

/**
 * The handler of a builder: `build` returns what is to be sent, which becomes an unsigned call. The sender is `from` of the
 * request, or the principal itself.
 *
 * Throws unauthenticated for a machine that names no sender, and what `build` throws.
 */
export const defineBuilder =
  <R extends Request, C extends Builder, X extends object>(
    build: (request: R & { readonly from: Address }, context: C) => Promise<Omit<Build<X>, 'from'>>,
  ) =>
  async (request: R, context: C) => {
    const from = senderOf(request.principal, request.body.from)
    return unsignedCall({ ...(await build({ ...request, from }, context)), from }, context)
  }

/**
 * The sender of the built transaction: `from` of the request, or the principal itself. Throws unauthenticated for a
 * machine.
 */
export function senderOf(principal: Principal, from: Address | undefined): Address {
  if (from !== undefined) return from
  if (principal.kind === 'machine') throw new ApiError('unauthenticated')
  return principal.address
}

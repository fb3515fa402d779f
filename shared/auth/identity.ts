import { unauthenticated } from '../errors/unauthenticated.ts'
import type { IdentityProvider } from '../idp/IdentityProvider.ts'
import { bearerOf } from './credentialHeaders.ts'
import type { IdentityPrincipal } from './principal.ts'

const TOKEN_HEADER = 'x-idp-token'

export const hasTokenHeader = (request: Request): boolean => request.headers.has(TOKEN_HEADER)

/**
 * The user of a request's access token: in `X-IdP-Token`, else in `Authorization: Bearer` (RFC 6750
 * section 2.1). Throws unauthenticated, and what verifying throws.
 */
export async function requireIdentity(request: Request, provider: IdentityProvider): Promise<IdentityPrincipal> {
  const token = request.headers.get(TOKEN_HEADER) ?? bearerOf(request)
  if (token === undefined) throw unauthenticated('the request has no access token')
  return { kind: 'identity', ...(await provider.verify(token)) }
}

/** The same for an optional token: null without one. Throws what verifying throws. */
export const findIdentity = async (request: Request, provider: IdentityProvider): Promise<IdentityPrincipal | null> =>
  request.headers.has(TOKEN_HEADER) || request.headers.has('authorization') ? requireIdentity(request, provider) : null

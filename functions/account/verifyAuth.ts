import { isBrowserRequest, refuseForeignOrigin } from '../../shared/auth/origin.ts'
import { sessionCookie } from '../../shared/auth/session.ts'
import { verifySiwe } from '../../shared/auth/siwe.ts'
import { admitContract } from '../../shared/auth/proveOnce.ts'
import type { AccountHandler } from './context.ts'

/**
 * Starts a session for the address that signed an EIP-4361 message: an EOA, or a contract wallet by ERC-1271 or
 * ERC-6492, which is checked with the node. A first sign-in creates an account, unless it is limited; a limited session is
 * never a cookie. A foreign page is refused, so that it cannot sign a visitor in as somebody else.
 */
export const verifyAuth: AccountHandler<'verifyAuth'> = async ({ body, request, spend }, context) => {
  refuseForeignOrigin(request, context.trustedOrigins)
  const rules = { ...context.siweRules(), admitContract: admitContract(spend) }
  const { address, origin, scope } = await verifySiwe(body.message, body.signature, rules)
  // Starts after the nonce is consumed, so that a replay gets no session. If it fails, the client requests another nonce.
  const { token, session } = await context.sessions.start(address, origin, scope)
  const expiresAt = new Date(session.expiresAt * 1000).toISOString()
  if (scope === 'limited') return { data: { address, expiresAt, token, scope } }
  return {
    data: { address, expiresAt, ...(isBrowserRequest(request) ? {} : { token }) },
    headers: { 'set-cookie': sessionCookie(new URL(request.url), token) },
  }
}

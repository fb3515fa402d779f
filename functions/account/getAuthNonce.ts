import { LIMITED_STATEMENT, nonceContextOf } from '../../shared/auth/limitedSignIn.ts'
import type { AccountHandler } from './context.ts'

/**
 * Returns a nonce, sealed for the scope of the session, and the other fields of an EIP-4361 message: for the calling page if its
 * origin is trusted, otherwise for this API's own host. Nothing is stored.
 */
export const getAuthNonce: AccountHandler<'getAuthNonce'> = async (
  { query, request },
  { baseUrl, siweRules, trustedOrigins },
) => {
  const { chainId, now, sealer } = siweRules()
  const scope = query.scope ?? 'full'
  const page = request.headers.get('origin')
  const uri = page !== null && trustedOrigins.has(page) ? new URL(page) : new URL(`${baseUrl}/auth/verify`)
  return {
    data: {
      nonce: await sealer.seal(now, nonceContextOf(scope)),
      issuedAt: new Date(now).toISOString(),
      expiresAt: new Date(now + sealer.ttlSeconds * 1000).toISOString(),
      domain: uri.host,
      uri: uri.href,
      chainId,
      ...(scope === 'limited' ? { statement: LIMITED_STATEMENT } : {}),
    },
  }
}

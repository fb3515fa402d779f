import { createSiweMessage } from 'viem/siwe'
import { LIMITED_STATEMENT, nonceContextOf } from '../../shared/auth/limitedSignIn.ts'
import type { AccountHandler } from './context.ts'

/**
 * Returns a nonce sealed for the scope of the session, the other fields of an EIP-4361 message, and the message itself if the
 * request has an address. The domain is that of the calling page if its origin is trusted, otherwise this API's own. Stores nothing.
 */
export const getAuthNonce: AccountHandler<'getAuthNonce'> = async (
  { query, request },
  { baseUrl, siweRules, trustedOrigins },
) => {
  const { chainId, now, sealer } = siweRules()
  const scope = query.scope ?? 'full'
  const page = request.headers.get('origin')
  const uri = page !== null && trustedOrigins.has(page) ? new URL(page) : new URL(`${baseUrl}/auth/verify`)
  const fields = {
    nonce: await sealer.seal(now, nonceContextOf(scope)),
    domain: uri.host,
    uri: uri.href,
    chainId,
    ...(scope === 'limited' ? { statement: LIMITED_STATEMENT } : {}),
  }
  const { address } = query
  const signed = address && { ...fields, address, version: '1' as const, issuedAt: new Date(now) }
  return {
    data: {
      ...fields,
      issuedAt: new Date(now).toISOString(),
      expiresAt: new Date(now + sealer.ttlSeconds * 1000).toISOString(),
      ...(signed ? { message: createSiweMessage(signed) } : {}),
    },
  }
}

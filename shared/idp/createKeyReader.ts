import type { FetchImplementation, JWTVerifyGetKey } from 'jose'
import { ApiError } from '../errors/ApiError.ts'
import { log } from '../log/log.ts'
import { askService } from '../provider/askService.ts'

/** Source of the key of access tokens: a PEM (SPKI), or a published key set (RFC 7517). */
export type KeySource = { readonly pem: string } | { readonly jwksUrl: string }

const ALGORITHM = 'ES256'
const TIMEOUT_MS = 5000
const MAX_KEY_SET_BYTES = 65_536
/** How long a key set is kept, and how long one that lacks a key is not requested again. */
const KEPT_MS = 600_000
const COOLDOWN_MS = 30_000

/**
 * Finds the key of a token, for `jwtVerify`. Throws identity_provider_not_configured for a PEM that is not a key of
 * P-256, identity_provider_unavailable where the key set cannot be read, and jose's errors where it has no such key.
 */
export const createKeyReader = (source: KeySource): JWTVerifyGetKey =>
  'pem' in source ? ofPem(source.pem) : ofKeySet(source.jwksUrl)

function ofPem(pem: string): JWTVerifyGetKey {
  // The finished key is kept and not its promise: a request must not await what another one began.
  let kept: CryptoKey | undefined
  return async () => {
    const { importSPKI } = await import('./jwt.ts')
    try {
      return (kept ??= await importSPKI(pem, ALGORITHM))
    } catch {
      log('error', 'identity_provider_not_configured', { variable: 'IDP_VERIFICATION_KEY' })
      throw new ApiError('identity_provider_not_configured')
    }
  }
}

function ofKeySet(url: string): JWTVerifyGetKey {
  let keySet: JWTVerifyGetKey | undefined
  return async (header, token) => {
    const { createRemoteJWKSet, customFetch, errors } = await import('./jwt.ts')
    keySet ??= createRemoteJWKSet(new URL(url), {
      timeoutDuration: TIMEOUT_MS,
      cooldownDuration: COOLDOWN_MS,
      cacheMaxAge: KEPT_MS,
      [customFetch]: fetchBounded,
    })
    try {
      return await keySet(header, token)
    } catch (error) {
      // A token that names no key, or an unknown one, is at fault itself; anything else is the key set's fault.
      if (error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWKSMultipleMatchingKeys) throw error
      log('warn', 'identity_provider_unavailable', { from: 'key set', error: error instanceof Error ? error.name : '' })
      throw new ApiError('identity_provider_unavailable')
    }
  }
}

const fetchBounded: FetchImplementation = async (url, { headers, signal }) => {
  const sent = Object.fromEntries(headers)
  const { bytes } = await askService({
    provider: 'identityProvider',
    url,
    headers: sent,
    signal,
    maxBytes: MAX_KEY_SET_BYTES,
  })
  return new Response(bytes)
}

import type { JWTVerifyGetKey } from 'jose'
import type { ApiError } from '../errors/ApiError.ts'
import { invalidToken } from '../errors/unauthenticated.ts'
import type { IdentitySession } from './IdentityProvider.ts'

export interface TokenRules {
  readonly key: JWTVerifyGetKey
  readonly issuer: string
  readonly audience: string
  /** Milliseconds. */
  readonly now: number
}

const MAX_TOKEN = 4096
const CLOCK_TOLERANCE_SECONDS = 5

/**
 * Verifies an access token (RFC 7519 section 7.2): ES256 alone (RFC 8725 section 3.1), issuer, audience, expiry, and a
 * subject that is a user id. Throws unauthenticated, and what finding the key throws.
 */
export async function verifyAccessToken(token: string, rules: TokenRules): Promise<IdentitySession> {
  if (token.length > MAX_TOKEN) throw refused()
  const { sub, exp } = await claimsOf(token, rules)
  if (sub === undefined || exp === undefined || !isUserId(sub)) throw refused()
  return { userId: sub, expiresAt: Math.floor(exp) }
}

async function claimsOf(token: string, { key, issuer, audience, now }: TokenRules) {
  const { errors, jwtVerify } = await import('./jwt.ts')
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: ['ES256'],
      issuer,
      audience,
      requiredClaims: ['sub', 'exp'],
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
      currentDate: new Date(now),
    })
    return payload
  } catch (error) {
    if (error instanceof errors.JWTExpired) throw refused('the access token has expired')
    if (error instanceof errors.JOSEError) throw refused()
    throw error
  }
}

/** RFC 6750 section 3.1. */
const refused = (detail = 'the access token was not issued by the identity provider for this application'): ApiError =>
  invalidToken('identity', detail)

/** A decentralised identifier (W3C DID Core section 3.1) as identity providers give it to users: did:privy:clq5k…. */
const USER_ID = /^did:[a-z0-9]{1,32}:[A-Za-z0-9._-]{1,128}$/

export const isUserId = (text: string): boolean => USER_ID.test(text)

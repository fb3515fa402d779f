import * as z from 'zod'
import { EvmAddress } from '../../../schema/common.ts'
import { RoomKey } from '../../../schema/agents/roomBodies.ts'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import { sha256 } from '../../../shared/text/bytes.ts'
import { createKeyring } from '../../../shared/auth/createKeyring.ts'

const CAPABILITIES = ['join', 'read', 'write', 'react', 'view-members'] as const

const Claims = z.object({
  jti: z.string(),
  sub: EvmAddress,
  chainId: z.int(),
  shareToken: EvmAddress,
  roomKey: RoomKey,
  capabilities: z.array(z.enum(CAPABILITIES)),
  /** Unix seconds. */
  iat: z.int(),
  exp: z.int(),
})

/** Claims of a room token: `sub` is the wallet that may enter. */
export type RoomClaims = z.output<typeof Claims>

/** Signs room tokens, and reads those that it signed. */
export interface RoomTokenSigner {
  sign(claims: RoomClaims): Promise<string>
  /** `now` is in milliseconds. Throws token_invalid, token_expired. */
  open(token: string, now: number): Promise<RoomClaims>
}

/** RFC 8725 section 3.11: no other kind of JWT is ever taken for a room token. */
const TYPE = 'room+jwt'
const ALGORITHM = 'HS256'

/**
 * Room tokens are JWTs (RFC 7519) under HMAC-SHA256, for this service alone: issuer and audience are its base URL, and
 * `kid` names the secret: the first signs and all verify, so that it can be rotated. The MAC is compared in
 * constant time by WebCrypto. The key is derived from the secret for this purpose.
 */
export function createRoomTokenSigner(secrets: readonly string[], service: string): RoomTokenSigner {
  const keyring = createKeyring(secrets, { purpose: 'room token' })
  const readKeys = async () => {
    const keys = await keyring.keys()
    const idOf = async (secret: string) => (await sha256(`room token key ${secret}`)).slice(0, 16)
    const ids = await Promise.all(secrets.map(idOf))
    return keys.map((key, i) => ({ key, kid: ids[i] ?? '' }))
  }
  const keyNamed = async (kid: string | undefined): Promise<CryptoKey> => {
    const { errors } = await import('../../../shared/idp/jwt.ts')
    const named = (await readKeys()).find((one) => one.kid === kid)
    if (!named) throw new errors.JWKSNoMatchingKey()
    return named.key
  }

  return {
    async sign(claims) {
      const [newest] = await readKeys()
      if (newest === undefined) throw new Error('createRoomTokenSigner: at least one secret')
      const { jti, sub, iat, exp, ...own } = claims
      const { SignJWT } = await import('../../../shared/idp/jwt.ts')
      return new SignJWT(own)
        .setProtectedHeader({ alg: ALGORITHM, typ: TYPE, kid: newest.kid })
        .setIssuer(service)
        .setAudience(service)
        .setSubject(sub)
        .setJti(jti)
        .setIssuedAt(iat)
        .setExpirationTime(exp)
        .sign(newest.key)
    },

    async open(token, now) {
      const { errors, jwtVerify } = await import('../../../shared/idp/jwt.ts')
      try {
        const { payload } = await jwtVerify(token, ({ kid }) => keyNamed(kid), {
          algorithms: [ALGORITHM],
          typ: TYPE,
          issuer: service,
          audience: service,
          requiredClaims: ['exp', 'iat', 'sub', 'jti'],
          currentDate: new Date(now),
        })
        const claims = Claims.safeParse(payload)
        if (claims.success) return claims.data
      } catch (error) {
        if (error instanceof errors.JWTExpired) throw new ApiError('token_expired')
        if (!(error instanceof errors.JOSEError)) throw error
      }
      throw new ApiError('token_invalid')
    },
  }
}

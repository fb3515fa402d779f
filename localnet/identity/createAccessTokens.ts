import { randomBytes } from 'node:crypto'
import { exportJWK, exportSPKI, generateKeyPair, type JWK, jwtVerify, SignJWT } from 'jose'

export interface AccessTokens {
  /** PEM (SPKI). */
  readonly publicKey: string
  readonly jwk: JWK
  issue(userId: string, seconds?: number): Promise<string>
  /** The user of a token that is valid now. */
  userOf(token: string): Promise<string | undefined>
}

const ISSUER = 'privy.io'
const SECONDS = 3600

/** Access tokens of one application, signed with a key of their own (ES256). `now` is in milliseconds. */
export async function createAccessTokens(appId: string, now: () => number): Promise<AccessTokens> {
  const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true })
  const kid = randomBytes(16).toString('hex')
  return {
    publicKey: (await exportSPKI(publicKey)).trim(),
    jwk: { ...(await exportJWK(publicKey)), kid, alg: 'ES256', use: 'sig' },
    issue(userId, seconds = SECONDS) {
      const iat = Math.floor(now() / 1000)
      return new SignJWT({ sid: randomBytes(12).toString('hex') })
        .setProtectedHeader({ alg: 'ES256', typ: 'JWT', kid })
        .setIssuer(ISSUER)
        .setAudience(appId)
        .setSubject(userId)
        .setIssuedAt(iat)
        .setExpirationTime(iat + seconds)
        .sign(privateKey)
    },
    async userOf(token) {
      try {
        const options = { issuer: ISSUER, audience: appId, algorithms: ['ES256'], currentDate: new Date(now()) }
        return (await jwtVerify(token, publicKey, options)).payload.sub
      } catch {
        return undefined
      }
    },
  }
}

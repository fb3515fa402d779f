import type { IdentityEnv } from '../env/identityEnv.ts'
import { ApiError } from '../errors/ApiError.ts'
import { fetchUser } from './fetchUser.ts'
import type { IdentityProvider } from './IdentityProvider.ts'
import { isUserId, verifyAccessToken } from './verifyAccessToken.ts'
import { createKeyReader } from './createKeyReader.ts'

/**
 * The identity provider of a deployment: access tokens by its published key, users by its users API. `now` is in
 * milliseconds. Without application id, secret or a way to the key, both methods throw
 * identity_provider_not_configured.
 */
export function createIdentityProvider(env: IdentityEnv, now: () => number): IdentityProvider {
  const settings = settingsOf(env)
  if (settings === undefined) {
    const refuse = () => Promise.reject(new ApiError('identity_provider_not_configured'))
    return { verify: refuse, findUser: refuse }
  }
  const { appId, appSecret, keys } = settings
  return {
    verify: (token) => verifyAccessToken(token, { key: keys, issuer: env.IDP_ISSUER, audience: appId, now: now() }),
    // A text that is not a user id names no user, and must not reach a path.
    findUser: async (userId) =>
      isUserId(userId) ? fetchUser(userId, { apiUrl: env.IDP_API_URL, appId, appSecret }) : null,
  }
}

function settingsOf({
  IDP_APP_ID: appId,
  IDP_APP_SECRET: appSecret,
  IDP_VERIFICATION_KEY: pem,
  IDP_JWKS_URL,
}: IdentityEnv) {
  const source = pem ?? IDP_JWKS_URL
  if (!appId || !appSecret || !source) return undefined
  return { appId, appSecret, keys: createKeyReader(pem ? { pem } : { jwksUrl: source }) }
}

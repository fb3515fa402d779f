import { authenticate } from '../../shared/auth/authenticate.ts'
import { findSession } from '../../shared/auth/findSession.ts'
import { findIdentity, requireIdentity } from '../../shared/auth/identity.ts'
import type { Authenticate } from '../../shared/auth/principal.ts'
import { ApiError } from '../../shared/errors/ApiError.ts'
import type { AccountContext } from './context.ts'
import type { AccountEnv } from './env.ts'

/** Sessions and agents as everywhere, and access tokens of the identity provider: alone if any, or with a session. */
export function authenticateAccount(context: AccountContext, env: AccountEnv): Authenticate {
  const resolve = authenticate(context, env)
  return async (request, requirement, readBody) => {
    const { kind } = requirement
    if (kind === 'identityIfAny') return findIdentity(request, context.provider)
    if (kind !== 'sessionAndIdentity') return resolve(request, requirement, readBody)
    const { userId } = await requireIdentity(request, context.provider)
    const session = await findSession(request, context)
    if (session) return { ...session, kind, userId }
    throw new ApiError(
      'unauthenticated',
      'send a session besides the access token: as cookie, or as bearer token with the access token in X-IdP-Token',
      { 'www-authenticate': 'Bearer' },
    )
  }
}

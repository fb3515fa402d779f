import { authenticate } from '../../shared/auth/authenticate.ts'
import { findSession } from '../../shared/auth/findSession.ts'
import { findIdentity, hasTokenHeader, requireIdentity } from '../../shared/auth/identity.ts'
import { type Authenticate, faultOfSession } from '../../shared/auth/principal.ts'
import { ApiError } from '../../shared/errors/ApiError.ts'
import { unauthenticated } from '../../shared/errors/unauthenticated.ts'
import type { AccountContext } from './context.ts'
import type { AccountEnv } from './env.ts'

/** Resolves sessions and agents as in every family, and access tokens of the identity provider: optional, or with a session. */
export function authenticateAccount(context: AccountContext, env: AccountEnv): Authenticate {
  const resolve = authenticate(context, env)
  return async (request, requirement, readBody) => {
    const { kind } = requirement
    if (kind === 'identityIfAny') return findIdentity(request, context.provider)
    if (kind !== 'sessionAndIdentity') return resolve(request, requirement, readBody)
    const { userId } = await requireIdentity(request, context.provider).catch((error: unknown) => {
      // The bearer token was read as the access token, but may be the session's token.
      const isAmbiguous = error instanceof ApiError && error.code === 'unauthenticated' && !hasTokenHeader(request)
      throw isAmbiguous ? needsBoth() : error
    })
    const session = await findSession(request, context, { counts: requirement.counts })
    if (!session) throw (hasTokenHeader(request) && (await faultOfSession(request, context.sessions))) || needsBoth()
    return { ...session, kind, userId }
  }
}

const needsBoth = (): ApiError =>
  unauthenticated('the request needs both a session and an access token of the identity provider')

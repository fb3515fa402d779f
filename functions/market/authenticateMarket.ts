import { authenticate } from '../../shared/auth/authenticate.ts'
import { requireIdentity } from '../../shared/auth/identity.ts'
import { requireMachine } from '../../shared/auth/machine.ts'
import type { Authenticate } from '../../shared/auth/principal.ts'
import { rememberSessions } from '../../shared/auth/rememberSessions.ts'
import { secretsInForce } from '../../shared/env/secretsInForce.ts'
import type { MarketEnv } from './env.ts'
import type { MarketContext } from './context.ts'

/** Sessions and agents, users of the identity provider by an access token, and
 * the sentinel of trend coins by its secret. */
export function authenticateMarket(context: MarketContext, env: MarketEnv): Authenticate {
  const resolve = rememberSessions(authenticate(context, env), context)
  const secrets = secretsInForce(env.TREND_SENTINEL_SECRET, env.TREND_SENTINEL_SECRET_PREVIOUS)
  return async (request, requirement, readBody) => {
    if (requirement.kind === 'identity') return requireIdentity(request, context.provider)
    if (requirement.kind !== 'machine' || requirement.name !== 'sentinel')
      return resolve(request, requirement, readBody)
    await requireMachine(request, 'sentinel', { secrets })
    return { kind: 'machine', name: 'sentinel' }
  }
}

import { authenticate } from '../../shared/auth/authenticate.ts'
import type { Authenticate } from '../../shared/auth/principal.ts'
import { zoneKeys } from '../../shared/env/keeprEnv.ts'
import { secretsInForce } from '../../shared/env/secretsInForce.ts'
import type { WorkspaceEnv } from './env.ts'
import { requireKeeper } from './keepr/requireKeeper.ts'
import type { WorkspaceContext } from './context.ts'

/** Sessions and agents, and keeper workers by their keys. */
export function authenticateWorkspace(context: WorkspaceContext, env: WorkspaceEnv): Authenticate {
  const resolve = authenticate(context, env)
  const keys = { api: secretsInForce(env.KPR_API_KEY, env.KPR_API_KEY_PREVIOUS), zones: zoneKeys(env) }
  return async (request, requirement, readBody) =>
    requirement.kind === 'keepr' ? requireKeeper(request, keys) : resolve(request, requirement, readBody)
}

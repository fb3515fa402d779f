import { requireMachine } from '../../shared/auth/machine.ts'
import { secretsInForce } from '../../shared/env/secretsInForce.ts'
import type { Authenticate } from '../../shared/auth/principal.ts'
import { createSignatureCheck } from './requireSignature.ts'
import type { RuntimeEnv } from './env.ts'
import type { RuntimeContext } from './context.ts'

/** The workflow runtime sends its API key, and signs its requests where that is required. Cookies are ignored. */
export function authenticateRuntime({ nonces, now }: RuntimeContext, env: RuntimeEnv): Authenticate {
  const key = { secrets: secretsInForce(env.CRE_RUNTIME_API_KEY, env.CRE_RUNTIME_API_KEY_PREVIOUS) }
  const requireSignature = createSignatureCheck(env, { nonces, now })
  return async (request, _requirement, readBody) => {
    await requireMachine(request, 'runtime', key)
    await requireSignature(request, readBody)
    return { kind: 'machine', name: 'runtime' }
  }
}

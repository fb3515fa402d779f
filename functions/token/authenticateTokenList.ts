import { requireMachine } from '../../shared/auth/machine.ts'
import type { Authenticate } from '../../shared/auth/principal.ts'
import { secretsInForce } from '../../shared/env/secretsInForce.ts'
import type { TokenEnv } from './env.ts'
import type { TokenContext } from './context.ts'

/** The operator of the managed token list sends its key; no other operation of this family needs a credential. */
export function authenticateTokenList(_: TokenContext, env: TokenEnv): Authenticate {
  const key = { secrets: secretsInForce(env.TOKEN_LIST_KEY, env.TOKEN_LIST_KEY_PREVIOUS) }
  return async (request) => {
    await requireMachine(request, 'tokenlist', key)
    return { kind: 'machine', name: 'tokenlist' }
  }
}

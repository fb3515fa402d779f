import type { Chain } from '../chain/chain.ts'
import { createNonceStore } from '../durable/nonces.ts'
import { createSessionStore } from '../durable/sessions.ts'
import type { AuthEnv } from '../env/authEnv.ts'
import type { Origins } from '../env/originsOf.ts'
import { secretsInForce } from '../env/secretsInForce.ts'
import { type Authenticate, type Credentials, resolvePrincipal } from './principal.ts'
import { createRunner } from './runCreationCode.ts'
import { signerOf } from './signature.ts'

/** The parts of a family's context that resolving a principal needs. */
export interface AuthContext {
  readonly chain: Chain
  readonly now: () => number
  readonly trustedOrigins: Origins
}

/** Resolves principals as in every family; `confirm` checks that a credential still belongs to its wallet. */
export function authenticateWith(context: AuthContext, env: AuthEnv, confirm: Credentials['confirm']): Authenticate {
  const credentials = createCredentials(context, env, confirm)
  return (request, requirement, readBody) => resolvePrincipal(request, requirement, credentials, readBody)
}

/**
 * For a family without accounts, whose operations all declare `x-authority`: `none`. Throws an Error for an operation that does
 * not.
 */
export const authenticateOnly = (context: AuthContext, env: AuthEnv): Authenticate =>
  authenticateWith(context, env, async () => {
    throw new Error('a family without accounts cannot confirm a principal')
  })

function createCredentials(
  { chain, now, trustedOrigins }: AuthContext,
  env: AuthEnv,
  confirm: Credentials['confirm'],
): Credentials {
  const { chainId, contracts } = chain.config
  const run = createRunner(chain.rpc, chainId)
  return {
    sessions: createSessionStore(env.SESSIONS, now),
    receiptSecrets: secretsInForce(env.SIWA_RECEIPT_SECRET, env.SIWA_RECEIPT_SECRET_PREVIOUS),
    receiptScope: contracts.identityRegistry && { chainId, identityRegistry: contracts.identityRegistry },
    nonces: createNonceStore(env.NONCES, 'erc8128'),
    signerOf: (signed) => signerOf(signed, run),
    confirm,
    trustedOrigins,
    admins: new Set(env.ADMIN_ADDRESSES),
    machines: {
      cron: { secrets: secretsInForce(env.CRON_SECRET, env.CRON_SECRET_PREVIOUS), header: 'x-cron-secret' },
      ingest: { secrets: secretsInForce(env.LOTTERY_INGEST_SECRET, env.LOTTERY_INGEST_SECRET_PREVIOUS) },
    },
    now,
  }
}

import type { Chain } from '../chain/chain.ts'
import { createNonceStore } from '../durable/nonces.ts'
import { createSessionStore } from '../durable/sessions.ts'
import type { AuthEnv } from '../env/authEnv.ts'
import { type Authenticate, type Credentials, resolvePrincipal } from './principal.ts'
import type { Origins } from '../env/originsOf.ts'
import { createRunner } from './runCreationCode.ts'
import { secretsInForce } from '../env/secretsInForce.ts'
import { openAuthority } from '../domain/authority/openAuthority.ts'
import { signerOf } from './signature.ts'

/** The parts of a family's context that resolving a principal needs. */
export interface AuthContext {
  readonly chain: Chain
  readonly now: () => number
  readonly trustedOrigins: Origins
}

/** What a family passes to `serve` so that the pipeline can resolve principals. */
export const authenticate = (context: AuthContext, env: AuthEnv): Authenticate => {
  const credentials = createCredentials(context, env)
  return (request, requirement, readBody) => resolvePrincipal(request, requirement, credentials, readBody)
}

function createCredentials(
  { chain, now, trustedOrigins }: AuthContext,
  env: AuthEnv & { readonly DB?: D1Database | undefined },
): Credentials {
  const { chainId, contracts } = chain.config
  const run = createRunner(chain.rpc, chainId)
  const authority = env.DB && openAuthority({ chain, now }, env.DB)
  return {
    sessions: createSessionStore(env.SESSIONS, now),
    receiptSecrets: secretsInForce(env.SIWA_RECEIPT_SECRET, env.SIWA_RECEIPT_SECRET_PREVIOUS),
    receiptScope: contracts.identityRegistry && { chainId, identityRegistry: contracts.identityRegistry },
    nonces: createNonceStore(env.NONCES, 'erc8128'),
    signerOf: (signed) => signerOf(signed, run),
    async confirm(claimant) {
      if (!authority) throw new Error('a family without a database leaves no principal to be confirmed')
      await authority.confirm(claimant)
    },
    trustedOrigins,
    admins: new Set(env.ADMIN_ADDRESSES),
    machines: {
      cron: { secrets: secretsInForce(env.CRON_SECRET, env.CRON_SECRET_PREVIOUS), header: 'x-cron-secret' },
      ingest: { secrets: secretsInForce(env.LOTTERY_INGEST_SECRET, env.LOTTERY_INGEST_SECRET_PREVIOUS) },
    },
    now,
  }
}

import type { Chain } from '../chain/chain.ts'
import { createNonceStore, type NoncesObject } from '../durable/nonces.ts'
import { createSessionStore, type SessionsObject } from '../durable/sessions.ts'
import type { Env } from '../env/env.ts'
import { parseAdmins } from './admin.ts'
import { type Authenticate, type Credentials, resolvePrincipal } from './principal.ts'
import type { Origins } from './origin.ts'
import { createRunner } from './runCreationCode.ts'
import { secretsInForce } from './secrets.ts'
import { isSignedBy } from './signature.ts'

/** Bindings of every family that authenticates. A secret has at least 32 characters, and `…_PREVIOUS` while it rotates. */
export interface AuthEnv extends Env {
  /** core's Durable Objects. */
  readonly SESSIONS: DurableObjectNamespace<SessionsObject>
  readonly NONCES: DurableObjectNamespace<NoncesObject>
  /** Makes SIWA receipts, and nothing else. */
  readonly SIWA_RECEIPT_SECRET?: string
  readonly SIWA_RECEIPT_SECRET_PREVIOUS?: string
  /** What schedulers send. */
  readonly CRON_SECRET?: string
  readonly CRON_SECRET_PREVIOUS?: string
  /** What the node provider sends with pushed transactions. */
  readonly LOTTERY_INGEST_SECRET?: string
  readonly LOTTERY_INGEST_SECRET_PREVIOUS?: string
  /** Addresses of administrators, separated by commas or blanks; none by default. */
  readonly ADMIN_ADDRESSES?: string
}

/** What resolving a principal takes of a family's context. */
export interface AuthContext {
  readonly env: AuthEnv
  readonly chain: Chain
  readonly now: () => number
  readonly trustedOrigins: Origins
}

/** What a family passes to `serve` so that the pipeline can resolve principals. */
export const authenticate = (context: AuthContext): Authenticate => {
  const credentials = createCredentials(context)
  return (request, requirement, readBody) => resolvePrincipal(request, requirement, credentials, readBody)
}

function createCredentials({ chain, env, now, trustedOrigins }: AuthContext): Credentials {
  const { chainId, contracts } = chain.config
  const run = createRunner(chain.rpc, chainId)
  return {
    sessions: createSessionStore(env.SESSIONS, now),
    receiptSecrets: secretsInForce(env.SIWA_RECEIPT_SECRET, env.SIWA_RECEIPT_SECRET_PREVIOUS),
    receiptScope: contracts.identityRegistry && { chainId, identityRegistry: contracts.identityRegistry },
    nonces: createNonceStore(env.NONCES, 'erc8128'),
    isSigned: (signed) => isSignedBy(signed, run),
    trustedOrigins,
    admins: parseAdmins(env.ADMIN_ADDRESSES ?? ''),
    machines: {
      cron: { secrets: secretsInForce(env.CRON_SECRET, env.CRON_SECRET_PREVIOUS), header: 'x-cron-secret' },
      ingest: { secrets: secretsInForce(env.LOTTERY_INGEST_SECRET, env.LOTTERY_INGEST_SECRET_PREVIOUS) },
    },
    now,
  }
}

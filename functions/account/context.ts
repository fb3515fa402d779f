import type { Address } from 'viem'
import type { AuthEnv } from '../../shared/auth/authenticate.ts'
import { identityRegistryAbi } from '../../shared/abi/identityRegistry.ts'
import { createRunner } from '../../shared/auth/runCreationCode.ts'
import { createSealer } from '../../shared/auth/seal.ts'
import { secretsInForce } from '../../shared/auth/secrets.ts'
import { isSignedBy } from '../../shared/auth/signature.ts'
import type { AgentRules } from '../../shared/auth/siwa.ts'
import type { SignInRules } from '../../shared/auth/siwe.ts'
import { createNonceStore } from '../../shared/durable/nonces.ts'
import { createSessionStore, type SessionStore } from '../../shared/durable/sessions.ts'
import { ApiError } from '../../shared/http/ApiError.ts'
import type { Context } from '../../shared/http/handler.ts'

export interface AccountEnv extends AuthEnv {
  /** Seals the nonces that sign-in messages carry. */
  readonly AUTH_NONCE_SECRET?: string
  readonly AUTH_NONCE_SECRET_PREVIOUS?: string
}

export interface AccountContext extends Context<AccountEnv> {
  readonly sessions: SessionStore
  /** Rules of EIP-4361 sign-in as of now. Throws session_not_configured. */
  readonly siweRules: () => SignInRules
  /** Rules of SIWA as of now, and the secret that makes receipts. Throws siwa_not_configured, role_not_configured. */
  readonly siwaRules: () => AgentRules & { readonly receiptSecret: string }
}

const SIWE_NONCE_SECONDS = 900
const SIWA_NONCE_SECONDS = 300

/** What the sign-in handlers stand on, built once per isolate. */
export function createAccountContext(common: Context<AccountEnv>): AccountContext {
  const { baseUrl, chain, env, now, trustedOrigins } = common
  const own = new URL(baseUrl).origin
  const run = createRunner(chain.rpc, chain.config.chainId)
  const secrets = secretsInForce(env.AUTH_NONCE_SECRET, env.AUTH_NONCE_SECRET_PREVIOUS)
  const [receiptSecret] = secretsInForce(env.SIWA_RECEIPT_SECRET, env.SIWA_RECEIPT_SECRET_PREVIOUS)
  const shared = {
    origins: { has: (origin: string) => origin === own || trustedOrigins.has(origin) },
    chainId: chain.config.chainId,
    isSigned: (signed: Parameters<typeof isSignedBy>[0]) => isSignedBy(signed, run),
  }
  const sealer = (purpose: string, ttlSeconds: number) =>
    secrets.length === 0 ? undefined : createSealer({ secrets, purpose, ttlSeconds })
  const siwe = {
    ...shared,
    sealer: sealer('siwe nonce', SIWE_NONCE_SECONDS),
    nonces: createNonceStore(env.NONCES, 'siwe'),
  }
  const siwa = {
    ...shared,
    sealer: sealer('siwa nonce', SIWA_NONCE_SECONDS),
    nonces: createNonceStore(env.NONCES, 'siwa'),
  }
  return {
    ...common,
    sessions: createSessionStore(env.SESSIONS, now),
    siweRules() {
      if (!siwe.sealer) throw new ApiError('session_not_configured')
      return { ...siwe, sealer: siwe.sealer, now: now() }
    },
    siwaRules() {
      if (!siwa.sealer || receiptSecret === undefined) throw new ApiError('siwa_not_configured')
      const identityRegistry = chain.role('identityRegistry')
      const ownerOf = async (agentId: bigint): Promise<Address | null> =>
        (await chain.read(({ at }) => ({ owner: at(identityRegistry, identityRegistryAbi)('ownerOf', [agentId]) })))
          .value.owner
      return { ...siwa, sealer: siwa.sealer, now: now(), identityRegistry, ownerOf, receiptSecret }
    },
  }
}

import type { Address } from 'viem'
import type { AuthEnv } from '../../shared/auth/authenticate.ts'
import { identityRegistryAbi } from '../../shared/domain/agents/identityRegistryAbi.ts'
import { createRunner } from '../../shared/auth/runCreationCode.ts'
import { createSealer } from '../../shared/auth/seal.ts'
import { secretsInForce } from '../../shared/auth/secrets.ts'
import { isSignedByContract, type Signed } from '../../shared/auth/signature.ts'
import type { AgentRules } from '../../shared/auth/siwa.ts'
import type { SignInRules } from '../../shared/auth/siwe.ts'
import { createNonceStore } from '../../shared/durable/nonces.ts'
import { createSessionStore, type SessionStore } from '../../shared/durable/sessions.ts'
import { ApiError } from '../../shared/errors/ApiError.ts'
import type { Context } from '../../shared/http/handler.ts'
import { type AccountStore, createAccountStore, type Wallet } from '../../shared/store/accounts.ts'

export interface AccountEnv extends AuthEnv {
  readonly DB: D1Database
  /** Seals the nonces that sign-in messages carry. */
  readonly AUTH_NONCE_SECRET?: string
  readonly AUTH_NONCE_SECRET_PREVIOUS?: string
}

export interface AccountContext extends Context<AccountEnv> {
  readonly sessions: SessionStore
  readonly accounts: AccountStore
  /** Rules of EIP-4361 sign-in as of now, but for the limits of a request. Throws session_not_configured. */
  readonly siweRules: () => Omit<SignInRules, 'admitContract'>
  /** The same of SIWA, and the secret that makes receipts. Throws siwa_not_configured, role_not_configured. */
  readonly siwaRules: () => Omit<AgentRules, 'admitContract'> & { readonly receiptSecret: string }
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
  const accounts = createAccountStore(env.DB)
  const proofs = () => ({
    origins: { has: (origin: string) => origin === own || trustedOrigins.has(origin) },
    chainId: chain.config.chainId,
    now: now(),
    isSignedByContract: (signed: Signed) => isSignedByContract(signed, run),
    openAccount: (wallet: Wallet) => accounts.open({ wallets: [wallet] }, Math.floor(now() / 1000)),
  })
  const sealer = (purpose: string, ttlSeconds: number) =>
    secrets.length === 0 ? undefined : createSealer({ secrets, purpose, ttlSeconds })
  const siwe = {
    sealer: sealer('siwe nonce', SIWE_NONCE_SECONDS),
    nonces: createNonceStore(env.NONCES, 'siwe'),
  }
  const siwa = {
    sealer: sealer('siwa nonce', SIWA_NONCE_SECONDS),
    nonces: createNonceStore(env.NONCES, 'siwa'),
  }
  return {
    ...common,
    sessions: createSessionStore(env.SESSIONS, now),
    accounts,
    siweRules() {
      if (!siwe.sealer) throw new ApiError('session_not_configured')
      return { ...proofs(), ...siwe, sealer: siwe.sealer }
    },
    siwaRules() {
      if (!siwa.sealer || receiptSecret === undefined) throw new ApiError('siwa_not_configured')
      const identityRegistry = chain.role('identityRegistry')
      const ownerOf = async (agentId: bigint): Promise<Address | null> => {
        const { value } = await chain.read(({ at }) => {
          const registry = at(identityRegistry, identityRegistryAbi)
          return { owner: registry('ownerOf', [agentId]), name: registry('name') }
        })
        // A contract that is not a registry says nothing about an agent.
        if (value.owner === null && value.name === null)
          throw new ApiError(
            'role_not_configured',
            `identityRegistry ${identityRegistry} does not answer as an identity registry`,
          )
        return value.owner
      }
      return { ...proofs(), ...siwa, sealer: siwa.sealer, identityRegistry, ownerOf, receiptSecret }
    },
  }
}

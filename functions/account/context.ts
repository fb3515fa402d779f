import { readAgentOwner } from '../../shared/domain/agents/readAgentOwner.ts'
import { createRunner } from '../../shared/auth/runCreationCode.ts'
import { createSealer } from '../../shared/auth/seal.ts'
import { secretsInForce } from '../../shared/env/secretsInForce.ts'
import { isSignedByContract, type Signed } from '../../shared/auth/signature.ts'
import type { AgentRules } from '../../shared/auth/siwa.ts'
import type { SignInRules } from '../../shared/auth/siwe.ts'
import { createNonceStore } from '../../shared/durable/nonces.ts'
import { createSessionStore, type SessionStore } from '../../shared/durable/sessions.ts'
import { ApiError } from '../../shared/errors/ApiError.ts'
import type { Context } from '../../shared/http/handler.ts'
import { type AccountStore, createAccountStore, type Wallet } from '../../shared/store/accounts.ts'
import { createIdentityProvider } from '../../shared/identity/createIdentityProvider.ts'
import type { IdentityProvider } from '../../shared/identity/IdentityProvider.ts'
import { createIdentityStore, type IdentityStore } from '../../shared/store/identities.ts'
import { createPoints, type PointsStore } from '../../shared/store/points.ts'
import { createWaitlist, type WaitlistStore } from '../../shared/store/waitlist.ts'
import { type ChatLinks, createChatLinks } from './accounts/chatLinks.ts'
import type { AccountEnv } from './env.ts'

export interface AccountContext extends Context {
  readonly sessions: SessionStore
  readonly accounts: AccountStore
  readonly provider: IdentityProvider
  readonly identities: IdentityStore
  readonly points: PointsStore
  readonly waitlist: WaitlistStore
  readonly chatLinks: ChatLinks
  /** Current rules of EIP-4361 sign-in, without the limits of a request. Throws session_not_configured. */
  readonly siweRules: () => Omit<SignInRules, 'admitContract'>
  /** The same for SIWA, and the secret that signs receipts. Throws siwa_not_configured, role_not_configured. */
  readonly siwaRules: () => Omit<AgentRules, 'admitContract'> & { readonly receiptSecret: string }
}

const SIWE_NONCE_SECONDS = 900
const SIWA_NONCE_SECONDS = 300

/** Everything that the sign-in handlers need, built once per isolate. */
export function createAccountContext(common: Context, env: AccountEnv): AccountContext {
  const { baseUrl, chain, now, trustedOrigins } = common
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
    provider: createIdentityProvider(env, now),
    identities: createIdentityStore(env.DB),
    points: createPoints(env.DB),
    waitlist: createWaitlist(env.DB),
    chatLinks: createChatLinks(env.CHATAPP_USERS),
    siweRules() {
      if (!siwe.sealer) throw new ApiError('session_not_configured')
      return { ...proofs(), ...siwe, sealer: siwe.sealer }
    },
    siwaRules() {
      if (!siwa.sealer || receiptSecret === undefined) throw new ApiError('siwa_not_configured')
      const identityRegistry = chain.role('identityRegistry')
      const ownerOf = (agentId: bigint) => readAgentOwner(chain, identityRegistry, agentId)
      return { ...proofs(), ...siwa, sealer: siwa.sealer, identityRegistry, ownerOf, receiptSecret }
    },
  }
}

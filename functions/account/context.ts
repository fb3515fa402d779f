import type { account } from '../../schema/account/index.ts'
import type { Address } from 'viem'
import { createRunner } from '../../shared/auth/runCreationCode.ts'
import { createSealer } from '../../shared/auth/seal.ts'
import { isSignedByContract, type Signed } from '../../shared/auth/signature.ts'
import type { Chain } from '../../shared/chain/chain.ts'
import { identityRegistryAbi } from '../../shared/domain/agents/registryAbis.ts'
import { openAuthority } from '../../shared/domain/authority/openAuthority.ts'
import { readWalletProof } from '../../shared/domain/authority/readWalletProof.ts'
import type { ChatappUserObject, LinkRow } from '../../shared/domain/chatapp/linkMessages.ts'
import { createNonceStore } from '../../shared/durable/nonces.ts'
import { createSessionStore } from '../../shared/durable/sessions.ts'
import { secretsInForce } from '../../shared/env/secretsInForce.ts'
import { ApiError } from '../../shared/errors/ApiError.ts'
import type { Context, Handler } from '../../shared/http/handler.ts'
import { createIdentityProvider } from '../../shared/idp/createIdentityProvider.ts'
import { createPortfolioReader } from '../../shared/provider/portfolio/createPortfolioReader.ts'
import { createAccountStore, type ProvenWallet } from '../../shared/store/accounts.ts'
import { createAccountWallets } from '../../shared/store/accountWallets.ts'
import { createIdentityStore } from '../../shared/store/identities.ts'
import { stored } from '../../shared/store/stored.ts'
import { createTrendProfiles } from '../../shared/store/trendProfiles.ts'
import { createAdminContext } from './admin/createAdminContext.ts'
import type { AccountEnv } from './env.ts'
import { createHandoffCodes } from './handoff/createHandoffCodes.ts'
import { createPortfolios } from './portfolio/createPortfolios.ts'
import { createHandoffStore } from './store/handoffs.ts'
import { createPoints } from './store/points.ts'
import { createSvmStore } from './store/svmSweeps.ts'
import { createWaitlist } from './store/waitlist.ts'
import { createActivityReader } from './wallet/createActivityReader.ts'
import { createWalletReader } from './wallet/createWalletReader.ts'

export type AccountContext = ReturnType<typeof createAccountContext>
export type AccountHandler<O extends keyof typeof account> = Handler<(typeof account)[O], AccountContext>

const SIWE_NONCE_SECONDS = 900
const SIWA_NONCE_SECONDS = 300

/** The context of all handlers of the family, built once per isolate. */
export function createAccountContext(common: Context, env: AccountEnv) {
  const { baseUrl, chain, now, trustedOrigins } = common
  const own = new URL(baseUrl).origin
  const run = createRunner(chain.rpc, chain.config.chainId)
  const secrets = secretsInForce(env.AUTH_NONCE_SECRET, env.AUTH_NONCE_SECRET_PREVIOUS)
  const [receiptSecret] = secretsInForce(env.SIWA_RECEIPT_SECRET, env.SIWA_RECEIPT_SECRET_PREVIOUS)
  const ownSecrets = secretsInForce(env.AUTH_HANDOFF_SECRET, env.AUTH_HANDOFF_SECRET_PREVIOUS)
  const handoffSecrets = ownSecrets.length > 0 ? ownSecrets : secrets
  const accounts = createAccountStore(env.DB)
  const key = env.PORTFOLIO_KEY
  const reading = { memory: common.memory, now, timeoutMs: env.INTELLIGENCE_SOURCE_MS }
  const proofs = () => ({
    origins: { has: (origin: string) => origin === own || trustedOrigins.has(origin) },
    chainId: chain.config.chainId,
    now: now(),
    isSignedByContract: (signed: Signed) => isSignedByContract(signed, run),
    readProof: (signed: Signed) => readWalletProof(chain, signed),
    openAccount: (wallet: ProvenWallet) => accounts.open({ wallets: [wallet] }, Math.floor(now() / 1000)),
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
    ...createAdminContext(env, now),
    sessions: createSessionStore(env.SESSIONS, now),
    authority: openAuthority(common, env.DB),
    accounts,
    accountWallets: createAccountWallets(env.DB),
    svm: createSvmStore(env.DB),
    handoffs: createHandoffStore(env.DB),
    /** Throws session_not_configured. */
    handoffCodes() {
      if (handoffSecrets.length === 0) throw new ApiError('session_not_configured')
      return createHandoffCodes(handoffSecrets)
    },
    provider: createIdentityProvider(env, now),
    admins: new Set(env.ADMIN_ADDRESSES),
    readPortfolios: createWalletReader(key ? createPortfolioReader(env.PORTFOLIO_API_URL, key) : undefined, reading),
    readActivity: createWalletReader(key ? createActivityReader(env.PORTFOLIO_API_URL, key) : undefined, reading),
    portfolios: createPortfolios(env, now),
    identities: createIdentityStore(env.DB),
    points: createPoints(env.DB),
    waitlist: createWaitlist(env.DB),
    trendProfiles: createTrendProfiles(env.DB),
    chatLinks: createChatLinks(env.CHATAPP_USERS),
    /** Current rules of EIP-4361 sign-in, without the limits of a request. Throws session_not_configured. */
    siweRules() {
      if (!siwe.sealer) throw new ApiError('session_not_configured')
      return { ...proofs(), ...siwe, sealer: siwe.sealer }
    },
    /** The same for SIWA, and the secret that signs receipts. Throws siwa_not_configured, role_not_configured. */
    siwaRules() {
      if (!siwa.sealer || receiptSecret === undefined) throw new ApiError('siwa_not_configured')
      const identityRegistry = chain.role('identityRegistry')
      const ownerOf = (agentId: bigint) => readAgentOwner(chain, identityRegistry, agentId)
      return { ...proofs(), ...siwa, sealer: siwa.sealer, identityRegistry, ownerOf, receiptSecret }
    },
  }
}

/**
 * The owner of an agent in the ERC-8004 identity registry (`ownerOf` of ERC-721); null for an agent that is not
 * registered. Throws role_not_configured if the registry's address does not answer as a registry, since such a contract
 * says nothing about an agent, and what a chain read throws.
 */
async function readAgentOwner(chain: Chain, registry: Address, agentId: bigint): Promise<Address | null> {
  const { value } = await chain.read(({ at }) => {
    const call = at(registry, identityRegistryAbi)
    return { owner: call('ownerOf', [agentId]), name: call('name') }
  })
  if (value.owner === null && value.name === null)
    throw new ApiError(
      'role_not_configured',
      `identityRegistry: ${registry} does not answer as an ERC-8004 identity registry`,
    )
  return value.owner
}

/** Links of chat users, read from and ended in their Durable Objects. Every method throws store_unavailable. */
interface ChatLinks {
  isLinked(chatappUserId: string, profileId: string): Promise<boolean>
  /** Ends the link of a chat user, if it is to this profile. */
  unlink(chatappUserId: string, profileId: string, now: number): Promise<void>
}

function createChatLinks(namespace: DurableObjectNamespace<ChatappUserObject>): ChatLinks {
  const isLinkedTo = (link: LinkRow | null, profileId: string) =>
    link !== null && link.revokedAt === null && link.profileId === profileId
  return {
    isLinked: (id, profileId) => stored(async () => isLinkedTo(await namespace.getByName(id).findLink(), profileId)),
    unlink: (id, profileId, now) => stored(async () => void (await namespace.getByName(id).unlink(now, profileId))),
  }
}

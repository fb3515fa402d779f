import type { chatapp } from '../../schema/chatapp/index.ts'
import { createSealer, type Sealer } from '../../shared/auth/seal.ts'
import type { Authority } from '../../shared/domain/authority/createAuthority.ts'
import { openAuthority } from '../../shared/domain/authority/openAuthority.ts'
import { secretsInForce } from '../../shared/env/secretsInForce.ts'
import type { Context, Handler } from '../../shared/http/handler.ts'
import { createIdentityProvider } from '../../shared/idp/createIdentityProvider.ts'
import type { IdentityProvider } from '../../shared/idp/IdentityProvider.ts'
import { type AccountStore, createAccountStore } from '../../shared/store/accounts.ts'
import { createIdentityStore, type IdentityStore } from '../../shared/store/identities.ts'
import type { ChatappEnv } from './env.ts'
import { type ChatUsers, createChatUsers, createMiniappSessions, type MiniappSessions } from './miniappSessions.ts'
import { createLinkTelemetry, type LinkTelemetry } from './store/linkTelemetry.ts'

export interface ChatappContext extends Context {
  readonly provider: IdentityProvider
  readonly accounts: AccountStore
  readonly authority: Pick<Authority, 'currentIfKnown' | 'owned'>
  readonly identities: IdentityStore
  readonly telemetry: LinkTelemetry
  readonly users: ChatUsers
  readonly sessions: MiniappSessions
  /** Configuration for verifying launch data; without token and id it cannot be verified. */
  readonly launch: {
    readonly botToken: string | undefined
    readonly botId: string | undefined
    readonly publicKey: string
    readonly maxAgeSeconds: number
  }
  /** Secrets of link tokens, newest first. */
  readonly linkSecrets: readonly string[]
  /** The page of the Mini App. */
  readonly pageUrl: string
}
export type ChatappHandler<O extends keyof typeof chatapp> = Handler<(typeof chatapp)[O], ChatappContext>

export function createChatappContext(common: Context, env: ChatappEnv): ChatappContext {
  const linkSecrets = secretsInForce(env.CHATAPP_LINK_TOKEN_SECRET, env.CHATAPP_LINK_TOKEN_SECRET_PREVIOUS)
  const ttlSeconds = env.CHATAPP_MINIAPP_SESSION_TTL_SECONDS
  const sealer: Sealer | undefined =
    linkSecrets.length === 0
      ? undefined
      : createSealer({ secrets: linkSecrets, purpose: 'miniapp session', ttlSeconds })
  const users = createChatUsers(env.CHATAPP_USERS)
  return {
    ...common,
    provider: createIdentityProvider(env, common.now),
    accounts: createAccountStore(env.DB),
    authority: openAuthority(common, env.DB),
    identities: createIdentityStore(env.DB),
    telemetry: createLinkTelemetry(env.DB),
    users,
    sessions: createMiniappSessions({ users, sealer, now: common.now }),
    launch: {
      botToken: env.CHATAPP_BOT_TOKEN ?? undefined,
      botId: env.CHATAPP_BOT_ID ?? undefined,
      publicKey: env.CHATAPP_INITDATA_PUBLIC_KEY,
      maxAgeSeconds: env.CHATAPP_MINIAPP_INITDATA_MAX_AGE_SECONDS,
    },
    linkSecrets,
    pageUrl: `${new URL(common.baseUrl).origin}/chatapp/link`,
  }
}

import type { chatapp } from '../../schema/chatapp/index.ts'
import { createSealer, type Sealer } from '../../shared/auth/seal.ts'
import { openAuthority } from '../../shared/domain/authority/openAuthority.ts'
import { secretsInForce } from '../../shared/env/secretsInForce.ts'
import type { Context, Handler } from '../../shared/http/handler.ts'
import { createIdentityProvider } from '../../shared/idp/createIdentityProvider.ts'
import { createAccountStore } from '../../shared/store/accounts.ts'
import { createIdentityStore } from '../../shared/store/identities.ts'
import type { ChatappEnv } from './env.ts'
import { createChatUsers, createMiniappSessions } from './miniappSessions.ts'
import { createLinkTelemetry } from './store/linkTelemetry.ts'

export type ChatappContext = ReturnType<typeof createChatappContext>
export type ChatappHandler<O extends keyof typeof chatapp> = Handler<(typeof chatapp)[O], ChatappContext>

export function createChatappContext(common: Context, env: ChatappEnv) {
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
    /** For verifying launch data; impossible without token and id. */
    launch: {
      botToken: env.CHATAPP_BOT_TOKEN ?? undefined,
      botId: env.CHATAPP_BOT_ID ?? undefined,
      publicKey: env.CHATAPP_INITDATA_PUBLIC_KEY,
      maxAgeSeconds: env.CHATAPP_MINIAPP_INITDATA_MAX_AGE_SECONDS,
    },
    /** Secrets of link tokens, newest first. */
    linkSecrets,
    /** The page of the Mini App. */
    pageUrl: `${new URL(common.baseUrl).origin}/chatapp/link`,
  }
}

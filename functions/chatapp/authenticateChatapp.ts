import { bearerOf } from '../../shared/auth/credentialHeaders.ts'
import { requireIdentity } from '../../shared/auth/identity.ts'
import { requireMachine } from '../../shared/auth/machine.ts'
import type { Authenticate } from '../../shared/auth/principal.ts'
import { secretsInForce } from '../../shared/env/secretsInForce.ts'
import { invalidToken, unauthenticated } from '../../shared/errors/unauthenticated.ts'
import type { ChatappContext } from './context.ts'
import type { ChatappEnv } from './env.ts'
import { isSessionOver } from './miniappSessions.ts'

/** Authenticates users by an access token of the identity provider or a Mini App session, the chat app by its webhook secret. */
export function authenticateChatapp({ provider, sessions }: ChatappContext, env: ChatappEnv): Authenticate {
  const webhook = {
    secrets: secretsInForce(env.CHATAPP_WEBHOOK_SECRET, env.CHATAPP_WEBHOOK_SECRET_PREVIOUS),
    header: 'x-telegram-bot-api-secret-token',
  }
  return async (request, { kind }) => {
    if (kind === 'identity') return requireIdentity(request, provider)
    if (kind === 'machine') {
      await requireMachine(request, 'chatapp', webhook)
      return { kind, name: 'chatapp' }
    }
    const token = bearerOf(request)
    if (token === undefined) throw unauthenticated('the request has no Mini App session')
    try {
      return { kind: 'miniapp', ...(await sessions.find(token)) }
    } catch (error) {
      if (!isSessionOver(error)) throw error
      const isOver = error.code === 'miniapp_session_expired'
      throw invalidToken(
        'miniapp',
        `the bearer token is ${isOver ? 'of a Mini App session that has ended' : 'not a Mini App session'}`,
      )
    }
  }
}

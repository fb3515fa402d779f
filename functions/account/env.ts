import * as z from 'zod'
import type { ChatappUserObject } from '../../shared/domain/chatapp/linkMessages.ts'
import { authVariables } from '../../shared/env/authEnv.ts'
import { binding, previous, secret } from '../../shared/env/declare.ts'
import { readVariables } from '../../shared/env/env.ts'
import { identityVariables } from '../../shared/env/identityEnv.ts'

export const AccountEnv = z.object({
  ...readVariables,
  ...authVariables,
  ...identityVariables,
  DB: binding<D1Database>('database', 'D1: accounts, the waitlist, who may create'),
  CHATAPP_USERS: binding<DurableObjectNamespace<ChatappUserObject>>(
    'object',
    'the chat-app link’s Durable Objects: chat users',
  ),
  AUTH_NONCE_SECRET: secret('seals sign-in challenges'),
  AUTH_NONCE_SECRET_PREVIOUS: previous,
})
export type AccountEnv = z.output<typeof AccountEnv>

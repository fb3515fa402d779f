import * as z from 'zod'
import { binding, lenient, previous, secret, withDefault } from '../../shared/env/declare.ts'
import { readVariables } from '../../shared/env/env.ts'
import { matching, whole } from '../../shared/env/formats.ts'
import { identityVariables } from '../../shared/env/identityEnv.ts'
import type { ChatappAccountObject, ChatappUserObject } from '../../shared/domain/chatapp/linkMessages.ts'

/** The public key for launch data that the chat app signs for third parties (https://core.telegram.org/bots/webapps). */
const PUBLIC_KEY = 'e7bf03a2fa4602af4580703d88dda5bb59f32ed8b02a56c187fe7d34caed242d'

export const ChatappEnv = z.object({
  ...readVariables,
  ...identityVariables,
  DB: binding<D1Database>('database', 'D1: accounts, links, telemetry'),
  CHATAPP_USERS: binding<DurableObjectNamespace<ChatappUserObject>>(
    'object',
    'Durable Objects of `chatapp`: chat users',
  ),
  CHATAPP_ACCOUNTS: binding<DurableObjectNamespace<ChatappAccountObject>>(
    'object',
    'Durable Objects of `chatapp`: which chat user an account is linked to',
  ),
  CHATAPP_BOT_TOKEN: lenient(
    matching('a bot token: digits, a colon, and 30 to 64 characters', /^\d{1,16}:[\w-]{30,64}$/),
    {
      meaning: 'token of the bot, which verifies launch data',
      without: '`CHATAPP_BOT_ID` is used',
      secret: true,
    },
  ),
  CHATAPP_BOT_ID: lenient(matching('1 to 16 digits', /^\d{1,16}$/), {
    meaning: 'id of the bot, for a deployment without its token: launch data is verified by its third-party signature',
    without: 'launch data cannot be verified without `CHATAPP_BOT_TOKEN`',
  }),
  CHATAPP_INITDATA_PUBLIC_KEY: withDefault(matching('64 hex digits', /^[0-9a-fA-F]{64}$/), PUBLIC_KEY, {
    meaning: 'Ed25519 public key of that signature; by default that of the chat app’s production environment',
  }),
  CHATAPP_MINIAPP_INITDATA_MAX_AGE_SECONDS: withDefault(whole(30, 300), '300', {
    meaning: 'maximum age of launch data, in seconds',
  }),
  CHATAPP_MINIAPP_SESSION_TTL_SECONDS: withDefault(whole(60, 3600), '900', {
    meaning: 'lifetime of a Mini App session, in seconds; it must cover the delivery of an e-mail',
  }),
  CHATAPP_LINK_TOKEN_SECRET: secret('seals Mini App sessions and link tokens of the bot'),
  CHATAPP_LINK_TOKEN_SECRET_PREVIOUS: previous,
  CHATAPP_WEBHOOK_SECRET: secret('`secret_token` of the bot’s webhook, which the chat app sends with updates'),
  CHATAPP_WEBHOOK_SECRET_PREVIOUS: previous,
})
export type ChatappEnv = z.output<typeof ChatappEnv>

import type * as z from 'zod'
import { lenient, previous, secret } from '../../../../shared/env/declare.ts'
import { safeUrl } from '../../../../shared/env/formats.ts'

/** Variables of the messaging network. A mistake closes the routes that need it, and no others. */
export const msgnetVariables = {
  MSGNET_GATEWAY_URL: lenient(safeUrl, {
    provider: 'messagingNetwork',
    meaning: 'gateway of the messaging network, which holds the keys of agents there ([messages.md](messages.md))',
    without: 'agents do not answer messages: 503 `msgnet_not_configured`',
  }),
  MSGNET_GATEWAY_TOKEN: secret('bearer token for the gateway of the messaging network', {
    provider: 'messagingNetwork',
  }),
  MSGNET_GATEWAY_SECRET: secret('key of the gateway’s signatures over its answers', {
    provider: 'messagingNetwork',
  }),
  MSGNET_GATEWAY_SECRET_PREVIOUS: previous,
}

export type MsgnetEnv = z.output<z.ZodObject<typeof msgnetVariables>>

import type { Self } from '../../../shared/http/createServe.ts'
import type { Context } from '../../../shared/http/handler.ts'
import type { AgentsEnv } from '../env.ts'
import { streamAgent } from './assistant/streamAgent.ts'
import { createMessagesContext } from './context.ts'
import { processAgentMessages } from './processAgentMessages.ts'

export { createMessaging } from './context.ts'
export { runMessages } from './runMessages.ts'

/** The operations over messages, and the assistant. This module loads with the first request or run that needs it. */
export function openMessages(common: Context, env: AgentsEnv, self: Self) {
  const context = createMessagesContext(common, env, self)
  return {
    processAgentMessages: (input: Parameters<typeof processAgentMessages>[0]) => processAgentMessages(input, context),
    streamAgent: (input: Parameters<typeof streamAgent>[0]) => streamAgent(input, context),
  }
}

import type { agents } from '../../../schema/agents/index.ts'
import { openAuthority } from '../../../shared/domain/authority/openAuthority.ts'
import { mayEnqueue } from '../../../shared/env/keeprEnv.ts'
import { createChainHealth } from '../../../shared/http/chainHealth.ts'
import type { Self } from '../../../shared/http/createServe.ts'
import type { Context, Handler } from '../../../shared/http/handler.ts'
import { createConversationStore } from '../../../shared/store/conversations.ts'
import { createRoomRules } from '../../../shared/store/roomRules.ts'
import { stored } from '../../../shared/store/stored.ts'
import type { AgentsEnv } from '../env.ts'
import { createAgentMessages } from '../store/agentMessages.ts'
import { createFetchFamily } from './assistant/createFetchFamily.ts'
import { createStreamSlots } from './assistant/streamSlots.ts'
import { COMMANDS } from './authorizeWrite.ts'
import type { Messaging } from './Messaging.ts'
import { createModel } from './model/createModel.ts'
import { createMessageNetwork } from './network/createMessageNetwork.ts'

export type MessagesContext = ReturnType<typeof createMessagesContext>
export type MessagesHandler<O extends keyof typeof agents> = Handler<(typeof agents)[O], MessagesContext>

export const createMessagesContext = (common: Context, env: AgentsEnv, self: Self) => ({
  ...common,
  assistant: {
    /** Undefined if none is configured. */
    model: createModel(env),
    streams: createStreamSlots(env.STREAM_SLOTS, 'agent stream'),
    fetchFamily: createFetchFamily(env, common.baseUrl, self),
    readChain: createChainHealth(common.chain, common.now),
  },
  /** Null if no messaging network is configured. */
  messaging: createMessaging(common, env),
})

/** The parts that process messages; null if no messaging network is configured. */
export function createMessaging({ chain, now, appUrl }: Context, env: AgentsEnv): Messaging | null {
  const network = createMessageNetwork(env)
  if (!network) return null
  return {
    network,
    store: createAgentMessages(env.DB),
    ledger: (profileId, ask) => stored(() => ask(env.AMOE_LEDGER.getByName(profileId))),
    chain,
    authority: openAuthority({ chain }, env.DB),
    conversations: createConversationStore(env.DB),
    rooms: createRoomRules(env.DB),
    ownAgent: env.AGENT?.wallet,
    appUrl,
    mayQueue: mayEnqueue(env, COMMANDS),
    now,
  }
}

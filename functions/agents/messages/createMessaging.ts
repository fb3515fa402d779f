import { mayEnqueue } from '../../../shared/env/keeprEnv.ts'
import type { Context } from '../../../shared/http/handler.ts'
import { createMessageNetwork } from './network/createMessageNetwork.ts'
import { openAuthority } from '../../../shared/domain/authority/openAuthority.ts'
import { createAgentMessages } from '../store/agentMessages.ts'
import { createConversationStore } from '../../../shared/store/conversations.ts'
import { createRoomRules } from '../../../shared/store/roomRules.ts'
import { stored } from '../../../shared/store/stored.ts'
import type { AgentsEnv } from '../env.ts'
import { COMMANDS } from './authorizeWrite.ts'
import type { Messaging } from './Messaging.ts'

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

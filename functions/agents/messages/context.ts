import type { agents } from '../../../schema/agents/index.ts'
import { createStreamSlots, type StreamSlots } from './assistant/streamSlots.ts'
import type { ChainHealth } from '../../../shared/durable/statusBoard.ts'
import { createChainHealth } from '../../../shared/http/chainHealth.ts'
import type { Context, Handler, WaitUntil } from '../../../shared/http/handler.ts'
import type { Self } from '../../../shared/http/createServe.ts'
import type { AgentsEnv } from '../env.ts'
import { type FetchFamily, createFetchFamily } from './assistant/createFetchFamily.ts'
import { createMessaging } from './createMessaging.ts'
import type { Messaging } from './Messaging.ts'
import { createModel } from './model/createModel.ts'
import type { Model } from './model/Model.ts'

/** Everything that the assistant needs. */
export interface Assistant {
  /** Undefined where none is configured. */
  readonly model: Model | undefined
  readonly streams: StreamSlots
  readonly fetchFamily: FetchFamily
  readonly readChain: (waitUntil: WaitUntil) => Promise<ChainHealth>
}

export interface MessagesContext extends Context {
  readonly assistant: Assistant
  /** Null where no messaging network is configured. */
  readonly messaging: Messaging | null
}
export type MessagesHandler<O extends keyof typeof agents> = Handler<(typeof agents)[O], MessagesContext>

export const createMessagesContext = (common: Context, env: AgentsEnv, self: Self): MessagesContext => ({
  ...common,
  assistant: {
    model: createModel(env),
    streams: createStreamSlots(env.STREAM_SLOTS, 'agent stream'),
    fetchFamily: createFetchFamily(env, common.baseUrl, self),
    readChain: createChainHealth(common.chain, common.now),
  },
  messaging: createMessaging(common, env),
})

import { createStreamSlots, type StreamSlots } from './streamSlots.ts'
import { type ChainHealth, createChainHealth } from '../../../../shared/http/chainHealth.ts'
import type { Context, WaitUntil } from '../../../../shared/http/handler.ts'
import type { Self } from '../../../../shared/http/serve.ts'
import { createModel } from '../model/createModel.ts'
import type { Model } from '../model/Model.ts'
import type { AgentsEnv } from '../../env.ts'
import { type AskFamily, createAskFamily } from './createAskFamily.ts'

/** Everything that the assistant needs. */
export interface Assistant {
  /** Undefined where none is configured. */
  readonly model: Model | undefined
  readonly streams: StreamSlots
  readonly ask: AskFamily
  readonly readChain: (waitUntil: WaitUntil) => Promise<ChainHealth>
}

export const createAssistant = ({ chain, now, baseUrl }: Context, env: AgentsEnv, self: Self): Assistant => ({
  model: createModel(env),
  streams: createStreamSlots(env.STREAM_SLOTS, 'agent stream'),
  ask: createAskFamily(env, baseUrl, self),
  readChain: createChainHealth(chain, now),
})

import type { Context } from '../../shared/http/handler.ts'
import { createIntelligencePorts } from '../../shared/intelligence/createIntelligencePorts.ts'
import { createReadOutside } from '../../shared/outside/createReadOutside.ts'
import type { ReadOutside } from '../../shared/outside/ReadOutside.ts'
import type { ArtifactStorage } from '../../shared/storage/ArtifactStorage.ts'
import { type AccountStore, createAccountStore } from '../../shared/store/accounts.ts'
import { createLogStore, type LogStore } from '../../shared/store/createLogStore.ts'
import { createIntelligenceStore } from '../../shared/store/intelligence.ts'
import type { AgentsEnv } from './env.ts'
import { createIntelligence, type Intelligence } from './intelligence/createIntelligence.ts'

export interface AgentsContext extends Context {
  readonly store: LogStore
  readonly accounts: AccountStore
  readonly readOutside: ReadOutside
  readonly intelligence: Intelligence
  /** Undefined where nothing stores documents. */
  readonly storage?: ArtifactStorage
}

/** Everything that the handlers need. */
export const createAgentsContext = (common: Context, env: AgentsEnv): AgentsContext => ({
  ...common,
  store: createLogStore(env.DB),
  accounts: createAccountStore(env.DB),
  readOutside: createReadOutside(env),
  intelligence: createIntelligence({
    ports: createIntelligencePorts(env, common.chain),
    store: createIntelligenceStore(env.DB),
    budget: { sourceMs: env.INTELLIGENCE_SOURCE_MS, totalMs: env.INTELLIGENCE_TOTAL_MS },
    now: common.now,
  }),
})

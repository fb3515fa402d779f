import { createSimulator, type Simulate } from '../../shared/calldata/createSimulator.ts'
import type { Context } from '../../shared/http/handler.ts'
import { createReadOutside } from '../../shared/outside/createReadOutside.ts'
import type { ReadOutside } from '../../shared/outside/ReadOutside.ts'
import type { ArtifactStorage } from '../../shared/storage/ArtifactStorage.ts'
import { createArtifactStorage } from '../../shared/storage/createArtifactStorage.ts'
import { createProviders } from '../../shared/storage/createProviders.ts'
import { type AccountStore, createAccountStore } from '../../shared/store/accounts.ts'
import { createArtifactStore } from '../../shared/store/artifacts.ts'
import { createLogStore, type LogStore } from '../../shared/store/createLogStore.ts'
import type { AgentsEnv } from './env.ts'

/** What builders need: the chain as it is, and a way to simulate what they built. */
export interface BuildContext extends Context {
  readonly simulate: Simulate
}

export interface AgentsContext extends BuildContext {
  readonly store: LogStore
  readonly accounts: AccountStore
  readonly readOutside: ReadOutside
  readonly storage: ArtifactStorage
}

/** Everything that the handlers need. */
export const createAgentsContext = (common: Context, env: AgentsEnv): AgentsContext => ({
  ...common,
  simulate: createSimulator(common.chain, common.now),
  store: createLogStore(env.DB),
  accounts: createAccountStore(env.DB),
  readOutside: createReadOutside(env),
  storage: createArtifactStorage({
    provider: createProviders(env, common.baseUrl).current,
    artifacts: createArtifactStore(env.DB),
    now: common.now,
  }),
})

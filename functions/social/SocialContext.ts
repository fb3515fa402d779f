import type { AgentSettings } from '../../shared/env/agentEnv.ts'
import type { Context } from '../../shared/http/handler.ts'
import { createReadOutside } from '../../shared/outside/createReadOutside.ts'
import type { ReadOutside } from '../../shared/outside/ReadOutside.ts'
import type { ArtifactStorage } from '../../shared/storage/ArtifactStorage.ts'
import { createArtifactReader, type ReadArtifact } from '../../shared/storage/createArtifactReader.ts'
import { createArtifactStorage } from '../../shared/storage/createArtifactStorage.ts'
import { createProviders } from '../../shared/storage/createProviders.ts'
import { type AccountStore, createAccountStore } from '../../shared/store/accounts.ts'
import { type AgentRecords, createAgentRecords } from '../../shared/store/agentRecords.ts'
import { createArtifactStore } from '../../shared/store/artifacts.ts'
import { createLogStore, type LogStore } from '../../shared/store/createLogStore.ts'
import type { SocialEnv } from './env.ts'

export interface SocialContext extends Context {
  readonly store: LogStore
  readonly accounts: AccountStore
  readonly records: AgentRecords
  /** Who this service is as an agent; undefined if it is none. */
  readonly agent: AgentSettings | undefined
  readonly readOutside: ReadOutside
  readonly storage: ArtifactStorage
  readonly readArtifact: ReadArtifact
}

/** Everything that the handlers need. */
export function createSocialContext(common: Context, env: SocialEnv): SocialContext {
  const providers = createProviders(env, common.baseUrl)
  const artifacts = createArtifactStore(env.DB)
  return {
    ...common,
    store: createLogStore(env.DB),
    accounts: createAccountStore(env.DB),
    records: createAgentRecords(env.DB),
    agent: env.AGENT,
    readOutside: createReadOutside(env),
    storage: createArtifactStorage({ provider: providers.current, artifacts, now: common.now }),
    readArtifact: createArtifactReader(providers, artifacts),
  }
}

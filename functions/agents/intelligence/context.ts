import type { ArtifactStorage } from '../../../shared/artifacts/ArtifactStorage.ts'
import { createArtifactStorage } from '../../../shared/artifacts/createArtifactStorage.ts'
import { createProviders } from '../../../shared/artifacts/createProviders.ts'
import type { Context } from '../../../shared/http/handler.ts'
import { createArtifactStore } from '../../../shared/store/artifacts.ts'
import type { AgentsEnv } from '../env.ts'
import { createIntelligenceStore } from '../store/intelligence.ts'
import { createIntelligence, type Intelligence } from './createIntelligence.ts'
import { createIntelligencePorts } from './sources/createIntelligencePorts.ts'

/** What is known about wallets, and where their graphs are stored. */
export interface IntelligenceContext extends Context {
  readonly intelligence: Intelligence
  readonly storage: ArtifactStorage
}

export const createIntelligenceContext = (common: Context, env: AgentsEnv): IntelligenceContext => ({
  ...common,
  intelligence: createIntelligence({
    ports: createIntelligencePorts(env, common.chain),
    store: createIntelligenceStore(env.DB),
    budget: { sourceMs: env.INTELLIGENCE_SOURCE_MS, totalMs: env.INTELLIGENCE_TOTAL_MS },
    now: common.now,
  }),
  storage: createArtifactStorage({
    provider: createProviders(env, common.baseUrl).current,
    artifacts: createArtifactStore(env.DB),
    now: common.now,
  }),
})

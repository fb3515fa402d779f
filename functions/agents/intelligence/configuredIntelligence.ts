import type { Chain } from '../../../shared/chain/chain.ts'
import type { AgentsEnv } from '../env.ts'
import { createIntelligenceStore } from '../store/intelligence.ts'
import { createIntelligence, type Intelligence } from './createIntelligence.ts'
import { createIntelligencePorts } from './sources/createIntelligencePorts.ts'

/** Intelligence from the sources that a deployment names. */
export const configuredIntelligence = (env: AgentsEnv, chain: Chain, now: () => number): Intelligence =>
  createIntelligence({
    ports: createIntelligencePorts(env, chain),
    store: createIntelligenceStore(env.DB),
    budget: { sourceMs: env.INTELLIGENCE_SOURCE_MS, totalMs: env.INTELLIGENCE_TOTAL_MS },
    now,
  })

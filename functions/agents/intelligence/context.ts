import type { agents } from '../../../schema/agents/index.ts'
import { createArtifactStorage } from '../../../shared/artifacts/createArtifactStorage.ts'
import { createProviders } from '../../../shared/artifacts/createProviders.ts'
import type { Context, Handler } from '../../../shared/http/handler.ts'
import { createArtifactStore } from '../../../shared/store/artifacts.ts'
import type { AgentsEnv } from '../env.ts'
import { onceLoaded } from '../../../shared/cache/onceLoaded.ts'
import type { Intelligence } from './createIntelligence.ts'

/** Intelligence about wallets, and the store of their graphs. */
export type IntelligenceContext = ReturnType<typeof createIntelligenceContext>
export type IntelligenceHandler<O extends keyof typeof agents> = Handler<(typeof agents)[O], IntelligenceContext>

export const createIntelligenceContext = (common: Context, env: AgentsEnv) => ({
  ...common,
  intelligence: openIntelligence(common, env),
  storage: createArtifactStorage({
    provider: createProviders(env, common.baseUrl).current,
    artifacts: createArtifactStore(env.DB),
    now: common.now,
  }),
})

/** Its module, with the sources and what is known without asking any, loads with the first wallet. */
function openIntelligence({ chain, now }: Context, env: AgentsEnv): Intelligence {
  const opened = onceLoaded(
    () => import('./configuredIntelligence.ts'),
    ({ configuredIntelligence }) => configuredIntelligence(env, chain, now),
  )
  return { read: async (options, request) => (await opened()).read(options, request) }
}

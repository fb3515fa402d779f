import { agents } from '../../schema/agents.ts'
import { authenticate } from '../../shared/auth/authenticate.ts'
import { serve } from '../../shared/http/serve.ts'
import { createAgentsContext } from './AgentsContext.ts'
import { AgentsEnv } from './env.ts'
import { getWalletIntelligence } from './getWalletIntelligence.ts'
import { postWalletIntelligence } from './postWalletIntelligence.ts'

export default {
  fetch: serve({
    name: 'agents',
    env: AgentsEnv,
    operations: agents,
    handlers: { getWalletIntelligence, postWalletIntelligence },
    context: createAgentsContext,
    authenticate,
  }),
}

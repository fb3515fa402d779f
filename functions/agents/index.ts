import { agents } from '../../schema/agents.ts'
import { authenticate } from '../../shared/auth/authenticate.ts'
import { serve } from '../../shared/http/serve.ts'
import { createAgentsContext } from './AgentsContext.ts'
import { AgentsEnv } from './env.ts'
import { getAgentFeedback } from './getAgentFeedback.ts'

export default {
  fetch: serve({
    name: 'agents',
    env: AgentsEnv,
    operations: agents,
    handlers: { getAgentFeedback },
    context: createAgentsContext,
    authenticate,
  }),
}

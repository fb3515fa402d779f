import { agents } from '../../schema/agents.ts'
import { authenticate } from '../../shared/auth/authenticate.ts'
import { serve } from '../../shared/http/serve.ts'
import { createAgentsContext } from './AgentsContext.ts'
import { enableCreatorAgent } from './enableCreatorAgent.ts'
import { AgentsEnv } from './env.ts'
import { listCreatorAgents } from './listCreatorAgents.ts'
import { provisionCreatorWallet } from './provisionCreatorWallet.ts'
import { setAgentWallet } from './setAgentWallet.ts'
import { submitAgentFeedback } from './submitAgentFeedback.ts'

export default {
  fetch: serve({
    name: 'agents',
    env: AgentsEnv,
    operations: agents,
    handlers: { enableCreatorAgent, listCreatorAgents, provisionCreatorWallet, setAgentWallet, submitAgentFeedback },
    context: createAgentsContext,
    authenticate,
  }),
}

import { agents } from '../../schema/agents.ts'
import { authenticate } from '../../shared/auth/authenticate.ts'
import { serve } from '../../shared/http/serve.ts'
import { createAgentsContext } from './AgentsContext.ts'
import { AgentsEnv } from './env.ts'
import { getAgentCapabilities } from './getAgentCapabilities.ts'
import { joinAgentChatapp } from './joinAgentChatapp.ts'
import { joinAgentMsgnet } from './joinAgentMsgnet.ts'
import { requestAgentAccessProof } from './requestAgentAccessProof.ts'
import { verifyAgentAccessProof } from './verifyAgentAccessProof.ts'

export default {
  fetch: serve({
    name: 'agents',
    env: AgentsEnv,
    operations: agents,
    handlers: {
      getAgentCapabilities,
      requestAgentAccessProof,
      verifyAgentAccessProof,
      joinAgentMsgnet,
      joinAgentChatapp,
    },
    context: createAgentsContext,
    authenticate,
  }),
}

import { agents } from '../../schema/agents/index.ts'
import { authenticate } from '../../shared/auth/authenticate.ts'
import { readEnv } from '../../shared/env/readEnv.ts'
import { serve } from '../../shared/http/serve.ts'
import { createAgentsContext } from './AgentsContext.ts'
import { enableCreatorAgent } from './enableCreatorAgent.ts'
import { AgentsEnv } from './env.ts'
import { listCreatorAgents } from './listCreatorAgents.ts'
import { provisionCreatorWallet } from './provisionCreatorWallet.ts'
import { setAgentWallet } from './setAgentWallet.ts'
import { reviewAgentFeedback } from './reviewAgentFeedback.ts'
import { submitAgentFeedback } from './submitAgentFeedback.ts'
import { getAgentIdentityVerification } from './getAgentIdentityVerification.ts'
import { getAgentProfile } from './getAgentProfile.ts'
import { listPublicAgents } from './listPublicAgents.ts'
import { publishAgentRegistration } from './publishAgentRegistration.ts'
import { getAgentFeedback } from './getAgentFeedback.ts'
import { getAgentCapabilities } from './getAgentCapabilities.ts'
import { joinAgentChatapp } from './joinAgentChatapp.ts'
import { joinAgentMsgnet } from './joinAgentMsgnet.ts'
import { requestAgentAccessProof } from './requestAgentAccessProof.ts'
import { verifyAgentAccessProof } from './verifyAgentAccessProof.ts'
import { getWalletIntelligence } from './getWalletIntelligence.ts'
import { postWalletIntelligence } from './postWalletIntelligence.ts'
import { streamAgent } from './stream/streamAgent.ts'
import { processAgentMessages } from './processAgentMessages.ts'
import { runSchedule } from './runSchedule.ts'

export { PaymentLedger } from './review/PaymentLedger.ts'

export default {
  fetch: serve({
    name: 'agents',
    env: AgentsEnv,
    operations: agents,
    handlers: {
      enableCreatorAgent,
      getAgentFeedback,
      getAgentIdentityVerification,
      getAgentProfile,
      listCreatorAgents,
      listPublicAgents,
      provisionCreatorWallet,
      publishAgentRegistration,
      setAgentWallet,
      submitAgentFeedback,
      getAgentCapabilities,
      requestAgentAccessProof,
      verifyAgentAccessProof,
      joinAgentMsgnet,
      joinAgentChatapp,
      getWalletIntelligence,
      postWalletIntelligence,
      streamAgent,
      processAgentMessages,
      reviewAgentFeedback,
    },
    context: createAgentsContext,
    authenticate,
  }),
  scheduled: ({ cron }: ScheduledController, env: object): Promise<void> => runSchedule(cron, readEnv(AgentsEnv, env)),
}

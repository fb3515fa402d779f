import { agents } from '../../schema/agents/index.ts'
import { authenticate } from '../../shared/auth/authenticate.ts'
import { keyedBuilds } from '../../shared/http/keyedBuilds.ts'
import { serve } from '../../shared/http/serve.ts'
import { createIdempotencyKeys } from '../../shared/store/idempotencyKeys.ts'
import { createAgentsContext } from './context.ts'
import { AgentsEnv } from './env.ts'
import { enableCreatorAgent } from './identity/enableCreatorAgent.ts'
import { getAgentFeedback } from './identity/getAgentFeedback.ts'
import { getAgentIdentityVerification } from './identity/getAgentIdentityVerification.ts'
import { getAgentProfile } from './identity/getAgentProfile.ts'
import { listAgents } from './identity/listAgents.ts'
import { listCreatorAgents } from './identity/listCreatorAgents.ts'
import { listPublicAgents } from './identity/listPublicAgents.ts'
import { provisionCreatorWallet } from './identity/provisionCreatorWallet.ts'
import { publishAgentRegistration } from './identity/publishAgentRegistration.ts'
import { setAgentWallet } from './identity/setAgentWallet.ts'
import { submitAgentFeedback } from './identity/submitAgentFeedback.ts'
import { getWalletIntelligence } from './intelligence/getWalletIntelligence.ts'
import { postWalletIntelligence } from './intelligence/postWalletIntelligence.ts'
import { reviewAgentFeedback } from './review/reviewAgentFeedback.ts'
import { getAgentCapabilities } from './rooms/getAgentCapabilities.ts'
import { joinAgentChatapp } from './rooms/joinAgentChatapp.ts'
import { joinAgentMsgnet } from './rooms/joinAgentMsgnet.ts'
import { requestAgentAccessProof } from './rooms/requestAgentAccessProof.ts'
import { verifyAgentAccessProof } from './rooms/verifyAgentAccessProof.ts'
import { scheduled } from './scheduled.ts'

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
      listAgents,
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
      streamAgent: async (input, { messages }) => (await messages()).streamAgent(input),
      processAgentMessages: async (input, { messages }) => (await messages()).processAgentMessages(input),
      reviewAgentFeedback,
    },
    context: createAgentsContext,
    authenticate,
    keys: ({ DB }) => createIdempotencyKeys(DB),
    keyed: keyedBuilds,
  }),
  scheduled,
}

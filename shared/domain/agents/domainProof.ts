import { agentUrls } from './agentUrls.ts'
import { agentIdJson, caip10, type CanonicalAgent } from './canonicalAgent.ts'

/**
 * Content of `/.well-known/erc8004.json`: the agent of this domain, and its endpoints. Its form is
 * not of the ERC; the ERC's domain rule is met by `/.well-known/agent-registration.json`.
 */
export function domainProof(agent: CanonicalAgent) {
  const urls = agentUrls(agent)
  const { chainId, identityRegistry, reputationRegistry } = agent
  return {
    domain: new URL(agent.origin).host,
    agentId: agentIdJson(agent.agentId),
    agentRegistry: caip10(chainId, identityRegistry),
    ...(reputationRegistry ? { reputationRegistry: caip10(chainId, reputationRegistry) } : {}),
    registrationUrl: urls.registration,
    verifiedEndpoints: [
      urls.origin,
      urls.spec,
      urls.feedback,
      urls.review,
      urls.reputationGraph,
      urls.feedbackPayload,
      urls.walletIntelligence,
      urls.agentCard,
    ].filter((url) => url !== null),
  }
}

import type { CanonicalAgent } from './canonicalAgent.ts'

/**
 * Every URL that the agent's documents name, in the order in which they name them. Only what is served is here: a test
 * asks each one. `mcp` and `review` take a POST; `review` is null unless reviews are sold.
 */
export function agentUrls({
  origin,
  baseUrl,
  agentId,
  website,
  reputationRegistry,
  settings,
  sellsReviews,
}: CanonicalAgent) {
  return {
    website,
    origin: `${origin}/`,
    registration: `${origin}/.well-known/agent-registration.json`,
    domainProof: `${origin}/.well-known/erc8004.json`,
    agentCard: `${origin}/.well-known/agent-card.json`,
    spec: `${baseUrl}/v1/spec.json`,
    mcp: `${origin}/mcp`,
    profile: `${baseUrl}/v1/agents/profile?agentId=${agentId}`,
    verification: `${baseUrl}/v1/agents/identity/verification`,
    directory: `${baseUrl}/agents`,
    feedbackPayload: `${baseUrl}/social/feedback-payload`,
    // About the agent's own wallet, where it has said which.
    walletIntelligence: settings.wallet ? `${baseUrl}/v1/agents/wallet-intelligence?address=${settings.wallet}` : null,
    // Without a reputation registry these answer 503.
    feedback: reputationRegistry ? `${baseUrl}/v1/agents/feedback?agentId=${agentId}` : null,
    review: sellsReviews ? `${baseUrl}/v1/agents/feedback/review` : null,
    reputationGraph: reputationRegistry ? `${baseUrl}/social/reputation-graph?agentId=${agentId}` : null,
  }
}

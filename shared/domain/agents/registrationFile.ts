import { REGISTRATION_TYPE, type RegistrationFile } from '../../../schema/agents/registration.ts'
import { agentUrls } from './agentUrls.ts'
import { agentIdJson, caip10, type CanonicalAgent } from './canonicalAgent.ts'

/** Version of the description that `/v1/spec.json` serves. */
const API_VERSION = '1.0.0'
/** Version of the protocol that the agent card names first. */
const A2A_VERSION = '1.0'
/** Newest revision of the Model Context Protocol that `/mcp` speaks. */
export const MCP_VERSION = '2026-07-28'

/**
 * The registration file of the service's own agent (ERC-8004, "Agent URI and Agent Registration File"). It holds no
 * time: the same deployment makes the same bytes, so that copies can be compared and stored once.
 */
export function registrationFile(agent: CanonicalAgent): RegistrationFile {
  const { settings, chainId, identityRegistry, reputationRegistry } = agent
  const urls = agentUrls(agent)
  return {
    type: REGISTRATION_TYPE,
    name: settings.name,
    description: settings.description,
    image: settings.image,
    services: [
      { name: 'web', endpoint: urls.website },
      { name: 'api', endpoint: urls.spec, version: API_VERSION },
      { name: 'A2A', endpoint: urls.agentCard, version: A2A_VERSION },
      { name: 'MCP', endpoint: urls.mcp, version: MCP_VERSION },
      ...(urls.feedback ? [{ name: 'feedback', endpoint: urls.feedback }] : []),
      ...(urls.review
        ? [
            {
              name: 'erc8004-review',
              endpoint: urls.review,
              paymentProtocol: 'x402',
              paymentNetwork: `eip155:${chainId}`,
            },
          ]
        : []),
      ...(urls.reputationGraph ? [{ name: 'reputation-graph', endpoint: urls.reputationGraph }] : []),
      { name: 'feedback-payload', endpoint: urls.feedbackPayload },
      ...(urls.walletIntelligence ? [{ name: 'wallet-intelligence', endpoint: urls.walletIntelligence }] : []),
      ...(settings.wallet ? [{ name: 'agentWallet', endpoint: caip10(chainId, settings.wallet) }] : []),
      ...(settings.email ? [{ name: 'email', endpoint: settings.email }] : []),
    ],
    x402Support: urls.review !== null,
    active: settings.active,
    registrations: [{ agentId: agentIdJson(agent.agentId), agentRegistry: caip10(chainId, identityRegistry) }],
    supportedTrust: settings.supportedTrust,
    ...(reputationRegistry ? { reputationRegistry: caip10(chainId, reputationRegistry) } : {}),
  }
}

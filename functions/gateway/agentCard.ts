import { agentUrls } from '../../shared/domain/agents/agentUrls.ts'
import { caip10, type CanonicalAgent } from '../../shared/domain/agents/canonicalAgent.ts'
import { X402_EXTENSION } from '../../shared/domain/agents/x402Extension.ts'

const requiring = (...names: readonly string[]) => names.map((name) => ({ schemes: { [name]: { list: [] } } }))

/** The agent's skills, as an agent card lists them (A2A 1.0, AgentSkill). Examples in braces are data parts. */
const SKILLS = [
  {
    id: 'find-operations',
    name: 'Find the operation for a purpose',
    description:
      'Answers plain text: by an assistant for callers with an account session, else with the operations that a search finds. Describes their arguments and explains error codes.',
    tags: ['search', 'help'],
    examples: [
      'When does the current voting epoch end?',
      '{"tool":"search_operations","args":{"query":"withdraw my lock"}}',
      '{"tool":"describe_operation","args":{"operationId":"buildGaugeVote"}}',
    ],
  },
  {
    id: 'read-vaults',
    name: 'Read creator vaults',
    description:
      'Reads share tokens, vaults, strategies, auctions, the lottery, gauge votes and locks, each as of a stated block.',
    tags: ['vaults', 'read'],
    examples: [
      '{"tool":"market_overview"}',
      '{"operationId":"getGaugeEpoch"}',
      '{"operationId":"listExploreVaults","args":{"limit":5}}',
    ],
  },
  {
    id: 'build-transactions',
    name: 'Build unsigned transactions',
    description:
      'Builds and simulates bids, votes, locks, loans and strategy settings as unsigned calls. Never signs or sends them. To sign in, send {"operationId":"sign_in","args":{"address":"0x…"}}, then the signed message.',
    tags: ['transactions', 'unsigned'],
    examples: [
      '{"operationId":"buildVetokenLock","args":{"amountDecimal":"100","durationSec":"31536000"},"accessToken":"<of sign_in>"}',
    ],
    securityRequirements: requiring('session', 'siwa'),
  },
  {
    id: 'check-agents',
    name: 'Check agents',
    description:
      'Reads identity, feedback and reputation of ERC-8004 agents, and builds feedback that is ready to send.',
    tags: ['erc-8004', 'reputation'],
    examples: ['{"tool":"agent_reputation","args":{"agentId":0}}'],
  },
]

const REVIEW = {
  id: 'review-agents',
  name: 'Review agents',
  description:
    'Makes a technical review of an ERC-8004 agent, with feedback that is ready to send. Paid through x402: the task waits for the payment.',
  tags: ['erc-8004', 'x402'],
  examples: ['{"operationId":"reviewAgentFeedback","args":{"agentId":1}}'],
  securityRequirements: requiring('session', 'siwa'),
}

/** Credentials (A2A 1.0, section 4.5). Reads and searches need none. */
const securitySchemes = (registry: string) => ({
  session: {
    // Clients of version 0.3 read the members of a scheme at this level.
    type: 'http',
    scheme: 'Bearer',
    httpAuthSecurityScheme: {
      scheme: 'Bearer',
      description:
        'Token of a session, which a wallet begins by a signed message (EIP-4361). The skill sign_in returns one for builds and reads; it can also be the accessToken of a data part.',
    },
  },
  siwa: {
    type: 'apiKey',
    in: 'header',
    name: 'X-SIWA-Receipt',
    apiKeySecurityScheme: {
      location: 'header',
      name: 'X-SIWA-Receipt',
      description: `Receipt of an agent of ${registry} that signed in (SIWA), from sign_in with agentId; it can also be the accessToken of a data part. For writes, also sign the request (ERC-8128) and send signed and body.`,
    },
  },
})

/**
 * The agent card (A2A 1.0, section 4.4.1), which says who this is and what it can do. Its interface is the JSON-RPC binding, which
 * the Worker `mcp` serves in versions 1.0 and 0.3. Clients of version 0.3 read `url`, `preferredTransport` and `protocolVersion`.
 */
export function agentCard(agent: CanonicalAgent) {
  const { settings, origin, chainId, identityRegistry } = agent
  const urls = agentUrls(agent)
  return {
    name: settings.name,
    description: settings.description,
    version: '1.0.0',
    url: `${origin}/a2a`,
    preferredTransport: 'JSONRPC',
    protocolVersion: '0.3.0',
    supportedInterfaces: ['1.0', '0.3'].map((protocolVersion) => ({
      url: `${origin}/a2a`,
      protocolBinding: 'JSONRPC',
      protocolVersion,
    })),
    provider: { organization: settings.name, url: urls.website },
    iconUrl: settings.image,
    documentationUrl: `${origin}/`,
    capabilities: {
      streaming: true,
      pushNotifications: false,
      extendedAgentCard: false,
      ...(urls.review ? { extensions: [{ uri: X402_EXTENSION, description: PAYS, required: false }] } : {}),
    },
    securitySchemes: securitySchemes(caip10(chainId, identityRegistry)),
    defaultInputModes: ['application/json', 'text/plain'],
    defaultOutputModes: ['application/json', 'text/plain'],
    skills: [...SKILLS, ...(urls.review ? [REVIEW] : [])],
  }
}

const PAYS = 'Reviews are paid by x402 (version 2, scheme exact).'

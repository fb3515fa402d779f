import { agentUrls } from '../../shared/domain/agents/agentUrls.ts'
import type { CanonicalAgent } from '../../shared/domain/agents/canonicalAgent.ts'

/** What the agent can do, as an agent card lists it (A2A 1.0, AgentSkill). */
const SKILLS = [
  {
    id: 'read-vaults',
    name: 'Read creator vaults',
    description:
      'Reads share tokens, vaults, strategies, auctions, the lottery, gauge votes and locks, each as of a stated block.',
    tags: ['vaults', 'read'],
    examples: ['What is the vault behind this share token worth?', 'When does the current voting epoch end?'],
  },
  {
    id: 'build-transactions',
    name: 'Build unsigned transactions',
    description:
      'Builds and simulates bids, votes, locks, loans and strategy settings as unsigned calls. Never signs or sends them.',
    tags: ['transactions', 'unsigned'],
    examples: ['Build a vote for these two vaults.', 'Build a lock of 100 share tokens for a year.'],
  },
  {
    id: 'check-agents',
    name: 'Check agents',
    description:
      'Reads identity, feedback and reputation of ERC-8004 agents, and builds feedback that is ready to send.',
    tags: ['erc-8004', 'reputation'],
    examples: ['What feedback does agent 0 have?', 'Build feedback for agent 1.'],
  },
]

const REVIEW = {
  id: 'review-agents',
  name: 'Review agents',
  description: 'Makes a technical review of an ERC-8004 agent, with feedback that is ready to send. Paid through x402.',
  tags: ['erc-8004', 'x402'],
  examples: ['Review agent 1.'],
}

/**
 * The agent card (A2A 1.0, section 4.4.1), which says who this is and what it can do. It names no interface, because
 * none of A2A's bindings is served, and a binding of one's own must have all of its operations (section 12.1).
 */
export function agentCard(agent: CanonicalAgent) {
  const { settings, origin } = agent
  const urls = agentUrls(agent)
  return {
    name: settings.name,
    description: settings.description,
    version: '1.0.0',
    supportedInterfaces: [],
    provider: { organization: settings.name, url: urls.website },
    iconUrl: settings.image,
    documentationUrl: `${origin}/`,
    capabilities: { streaming: false, pushNotifications: false, extendedAgentCard: false },
    defaultInputModes: ['application/json'],
    defaultOutputModes: ['application/json'],
    skills: [...SKILLS, ...(urls.review ? [REVIEW] : [])],
  }
}

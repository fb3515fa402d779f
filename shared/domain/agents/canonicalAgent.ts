import type { Address } from 'viem'
import type { OwnAgent } from '../../env/agentEnv.ts'
import type { ChainConfig } from '../../chain/config.ts'
import { ApiError } from '../../errors/ApiError.ts'

/** The agent that this service is itself, on the chain that it serves. */
export interface CanonicalAgent {
  readonly settings: OwnAgent
  readonly agentId: bigint
  readonly chainId: number
  readonly identityRegistry: Address
  /** undefined if the chain has none. */
  readonly reputationRegistry: Address | undefined
  /** Whether it sells reviews (reviewAgentFeedback), and can be paid on this chain. */
  readonly sellsReviews: boolean
  /** Public base URL of the API, ending in /api. */
  readonly baseUrl: string
  /** The host's own URL, without a trailing slash. */
  readonly origin: string
  /** Home page. */
  readonly website: string
}

/** Source of the agent's identity; a family's context has it. */
export interface AgentSource {
  readonly agent: OwnAgent | undefined
  readonly config: ChainConfig
  readonly baseUrl: string
  readonly appUrl: string
}

/**
 * The service's own agent. Throws agent_not_configured without settings, and role_not_configured if the chain has no
 * identity registry, or one address for both registries: readers of the documents would rate the wrong contract.
 */
export function requireAgent({ agent, config, baseUrl, appUrl }: AgentSource): CanonicalAgent {
  if (!agent) throw new ApiError('agent_not_configured')
  const { identityRegistry, reputationRegistry, usdc } = config.contracts
  if (!identityRegistry)
    throw new ApiError('role_not_configured', `identityRegistry has no address on chain ${config.chainId}`)
  if (identityRegistry.toLowerCase() === reputationRegistry?.toLowerCase())
    throw new ApiError('role_not_configured', 'reputationRegistry has the address of the identity registry')
  return {
    settings: agent,
    agentId: BigInt(agent.agentId),
    chainId: config.chainId,
    identityRegistry,
    reputationRegistry,
    sellsReviews: agent.sellsReviews && reputationRegistry !== undefined && usdc !== undefined,
    baseUrl,
    origin: new URL(baseUrl).origin,
    website: agent.website ?? appUrl,
  }
}

/** An account or contract with its chain (CAIP-10). */
export const caip10 = (chainId: number, address: Address): string => `eip155:${chainId}:${address}`

/** Names an agent in its registry, as records of it are kept. */
export const agentKey = ({ chainId, identityRegistry, agentId }: CanonicalAgent): string =>
  `${caip10(chainId, identityRegistry)}/${agentId}`

/** An agent's id in an answer: a JSON integer as long as that is exact. */
export const agentIdJson = (agentId: bigint): number | string =>
  agentId <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(agentId) : String(agentId)

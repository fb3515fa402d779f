import type { Address } from 'viem'
import { getAddress } from 'viem/utils'
import type * as z from 'zod'
import type { FeedbackPayloadRequest } from '../../../schema/agents/feedbackFile.ts'

type Given = Omit<z.output<typeof FeedbackPayloadRequest>, 'store' | 'clientAddress' | 'createdAt'>

interface Circumstances {
  readonly chainId: number
  readonly identityRegistry: Address
  readonly clientAddress: Address
  /** ISO 8601. */
  readonly createdAt: string
}

/** MCP's names of its capabilities. */
const MCP_KEYS: Readonly<Record<string, string>> = { tools: 'tool', prompts: 'prompt', resources: 'resource' }

/**
 * The off-chain feedback file of ERC-8004 (section "Off-Chain Feedback File Structure"). Skill, context, domain, and
 * capability with name also stand where the standard has them; what was not given is undefined.
 */
export function feedbackFile(given: Given, { chainId, identityRegistry, clientAddress, createdAt }: Circumstances) {
  const { agentId, value, valueDecimals, skill, context, domain, capability = '', name, ...others } = given
  const mcp = Object.hasOwn(MCP_KEYS, capability) ? MCP_KEYS[capability] : undefined
  return {
    agentRegistry: `eip155:${chainId}:${getAddress(identityRegistry)}`,
    agentId,
    clientAddress: `eip155:${chainId}:${clientAddress}`,
    createdAt,
    value: Number.isSafeInteger(Number(value)) ? Number(value) : value,
    valueDecimals,
    ...others,
    ...(mcp !== undefined && name !== undefined ? { mcp: { [mcp]: name } } : {}),
    ...(skill !== undefined || context !== undefined
      ? { a2a: { ...(skill === undefined ? {} : { skills: [skill] }), contextId: context } }
      : {}),
    ...(domain === undefined ? {} : { oasf: { domains: [domain] } }),
    skill,
    context,
    domain,
    capability: given.capability,
    name,
  }
}

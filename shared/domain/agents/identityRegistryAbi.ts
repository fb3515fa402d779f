import { parseAbi } from 'viem'

/** ERC-8004 identity registry (ERC-721): an agent is a token, and its owner speaks for it. */
export const identityRegistryAbi = parseAbi([
  'function ownerOf(uint256 agentId) view returns (address)',
  'function name() view returns (string)',
  'function getAgentWallet(uint256 agentId) view returns (address)',
])

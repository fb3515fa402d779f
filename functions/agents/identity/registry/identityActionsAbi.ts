import { parseAbi } from 'viem'

/**
 * What owners and operators of the ERC-8004 identity registry send, and who they are. Registries before version 2 do not
 * have isAuthorizedOrOwner.
 */
export const identityActionsAbi = parseAbi([
  'function setAgentWallet(uint256 agentId, address newWallet, uint256 deadline, bytes signature)',
  'function ownerOf(uint256 agentId) view returns (address)',
  'function name() view returns (string)',
  'function isAuthorizedOrOwner(address spender, uint256 agentId) view returns (bool)',
  'function getApproved(uint256 agentId) view returns (address)',
  'function isApprovedForAll(address owner, address operator) view returns (bool)',
])

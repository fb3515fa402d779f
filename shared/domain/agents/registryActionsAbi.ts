import { parseAbi } from 'viem'

/** Calls of agents to the identity registry (ERC-8004). */
export const agentRegistryAbi = parseAbi([
  'function register(string agentURI)',
  'function setAgentURI(uint256 agentId, string newURI)',
  'function setAgentWallet(uint256 agentId, address newWallet, uint256 deadline, bytes signature)',
  'function unsetAgentWallet(uint256 agentId)',
  'function setMetadata(uint256 agentId, string metadataKey, bytes metadataValue)',
])

/** Calls of clients and agents to the reputation registry (ERC-8004). */
export const reputationFeedbackAbi = parseAbi([
  'function giveFeedback(uint256 agentId, int128 value, uint8 valueDecimals, string tag1, string tag2, string endpoint, string feedbackURI, bytes32 feedbackHash)',
  'function revokeFeedback(uint256 agentId, uint64 feedbackIndex)',
  'function appendResponse(uint256 agentId, address clientAddress, uint64 feedbackIndex, string responseURI, bytes32 responseHash)',
])

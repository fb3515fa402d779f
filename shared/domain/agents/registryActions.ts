import { parseAbi, formatUnits, type Address } from 'viem'
import { foreignWord } from '../../text/plainText.ts'
import { timeText } from '../../text/wording.ts'

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

type GiveArgs = readonly [agent: bigint, value: bigint, decimals: number, tag1: string, tag2: string, ...unknown[]]

/** Descriptions of calls to the agent registries (ERC-8004). */
export const registryTexts = {
  giveFeedback: (registry: Address, [agent, units, decimals, tag1, tag2]: GiveArgs): string =>
    `Give agent ${agent} feedback of ${formatUnits(units, decimals)}${tagsText([tag1, tag2])} in the reputation registry ${registry}.`,
  revokeFeedback: (registry: Address, [agent, index]: readonly [bigint, bigint]): string =>
    `Revoke the sender's feedback ${index} on agent ${agent} in the reputation registry ${registry}.`,
  appendResponse: (
    registry: Address,
    [agent, client, index]: readonly [bigint, Address, bigint, ...unknown[]],
  ): string => `Respond to feedback ${index} of ${client} on agent ${agent} in the reputation registry ${registry}.`,
  setAgentWallet: (
    registry: Address,
    [agent, wallet, until]: readonly [bigint, Address, bigint, ...unknown[]],
  ): string =>
    `Set the wallet of agent ${agent} to ${wallet} in the identity registry ${registry}, with a signature that is valid until ${until} (${timeText(until)}).`,
} as const

function tagsText(tags: readonly string[]): string {
  const shown = tags.map(foreignWord).filter((tag) => tag !== '')
  return shown.length === 0 ? '' : ` for ${shown.map((tag) => `“${tag}”`).join(', ')}`
}

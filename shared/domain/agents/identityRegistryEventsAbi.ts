import { parseAbi } from 'viem'

/** Events of the ERC-8004 identity registry, and the ERC-721 transfer, which changes who speaks for an agent. */
export const identityRegistryEventsAbi = parseAbi([
  'event Registered(uint256 indexed agentId, string agentURI, address indexed owner)',
  'event URIUpdated(uint256 indexed agentId, string newURI, address indexed updatedBy)',
  'event MetadataSet(uint256 indexed agentId, string indexed indexedMetadataKey, string metadataKey, bytes metadataValue)',
  'event Transfer(address indexed from, address indexed to, uint256 indexed tokenId)',
])

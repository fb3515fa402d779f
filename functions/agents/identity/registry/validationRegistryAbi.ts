import { parseAbi } from 'viem'

/**
 * ERC-8004 validation registry. An agent's owner picks the validator of a request himself, so an answer is worth as much as
 * whoever gave it is trusted: reads name the validators that count.
 */
export const validationRegistryAbi = parseAbi([
  'function validationRequest(address validatorAddress, uint256 agentId, string requestURI, bytes32 requestHash)',
  'function validationResponse(bytes32 requestHash, uint8 response, string responseURI, bytes32 responseHash, string tag)',
  'function getValidationStatus(bytes32 requestHash) view returns (address validatorAddress, uint256 agentId, uint8 response, bytes32 responseHash, string tag, uint256 lastUpdate)',
  'function getSummary(uint256 agentId, address[] validatorAddresses, string tag) view returns (uint64 count, uint8 avgResponse)',
  'function getAgentValidations(uint256 agentId) view returns (bytes32[])',
  'function getValidatorRequests(address validatorAddress) view returns (bytes32[])',
  'function getIdentityRegistry() view returns (address)',
  'function getVersion() view returns (string)',
])

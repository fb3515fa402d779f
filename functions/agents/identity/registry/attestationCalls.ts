import { type Address, parseAbi } from 'viem'
import type { Describe, Resolved } from '../../../../shared/chain/calls.ts'

/**
 * ERC-8004 validation registry. An agent's owner picks the validator of a request, so an answer is worth as much as trust in
 * its validator: reads name the validators that count.
 */
const validationRegistryAbi = parseAbi([
  'function validationRequest(address validatorAddress, uint256 agentId, string requestURI, bytes32 requestHash)',
  'function validationResponse(bytes32 requestHash, uint8 response, string responseURI, bytes32 responseHash, string tag)',
  'function getValidationStatus(bytes32 requestHash) view returns (address validatorAddress, uint256 agentId, uint8 response, bytes32 responseHash, string tag, uint256 lastUpdate)',
  'function getSummary(uint256 agentId, address[] validatorAddresses, string tag) view returns (uint64 count, uint8 avgResponse)',
  'function getAgentValidations(uint256 agentId) view returns (bytes32[])',
  'function getValidatorRequests(address validatorAddress) view returns (bytes32[])',
  'function getIdentityRegistry() view returns (address)',
  'function getVersion() view returns (string)',
])

/** Whose word counts for what. */
export interface AttestationQuery {
  readonly agentId: bigint
  /** Validators that are trusted. None means that nobody is, though the registry itself takes it for anybody. */
  readonly validators: readonly Address[]
  /** Exactly as validators write it; empty for any. */
  readonly tag: string
}

/** Validations that are shown one by one, the earliest first: the registry's list has no other order and no pages. */
export const MAX_VALIDATIONS = 16

/** Reads of an agent in the ERC-8004 validation registry: the mean of trusted answers, and single validations. */
export const attestationCalls = (
  { at, each }: Describe,
  registry: Address,
  { agentId, validators, tag }: AttestationQuery,
) => {
  const call = at(registry, validationRegistryAbi)
  const requests = call('getAgentValidations', [agentId])
  return {
    identityRegistry: call('getIdentityRegistry'),
    summary: validators.length === 0 ? null : call('getSummary', [agentId, validators, tag]),
    requests,
    validations: each(requests, MAX_VALIDATIONS, (requestHash) => ({
      requestHash,
      status: call('getValidationStatus', [requestHash]),
    })),
  }
}

export type AttestationReads = Resolved<ReturnType<typeof attestationCalls>>

import { isAddressEqual, parseAbi, type Abi, type Address } from 'viem'
import type { ChainConfig } from '../../chain/config.ts'
import { decodeCanonical, isCallOf } from './decodeCanonical.ts'
import type { InnerCall } from './innerCalls.ts'
import { legacyAbi } from './legacyAbi.ts'
import type { Mode, Policy } from './policy.ts'
import { Denial } from './RpcError.ts'

/** What agents send to the identity registry (ERC-8004). */
const agentRegistryAbi = parseAbi([
  'function register(string agentURI)',
  'function setAgentURI(uint256 agentId, string newURI)',
  'function setAgentWallet(uint256 agentId, address newWallet, uint256 deadline, bytes signature)',
  'function unsetAgentWallet(uint256 agentId)',
  'function setMetadata(uint256 agentId, string metadataKey, bytes metadataValue)',
])

/** What clients and agents send to the reputation registry (ERC-8004). */
const reputationFeedbackAbi = parseAbi([
  'function giveFeedback(uint256 agentId, int128 value, uint8 valueDecimals, string tag1, string tag2, string endpoint, string feedbackURI, bytes32 feedbackHash)',
  'function revokeFeedback(uint256 agentId, uint64 feedbackIndex)',
  'function appendResponse(uint256 agentId, address clientAddress, uint64 feedbackIndex, string responseURI, bytes32 responseHash)',
])

/**
 * The kind of an operation by its calls: all of them of one kind that the policy sponsors and for which the chain has the
 * contracts. Throws Denial mode_not_allowed, call_not_canonical.
 */
export function modeOf(
  calls: readonly InnerCall[],
  { contracts }: Pick<ChainConfig, 'contracts'>,
  policy: Policy,
): Mode {
  const { identityRegistry, reputationRegistry, deploymentBatcher } = contracts
  const mode = isAllOf(calls, agentRegistryAbi, identityRegistry)
    ? 'agent_registry'
    : isAllOf(calls, reputationFeedbackAbi, reputationRegistry)
      ? 'reputation_feedback'
      : deploymentBatcher && calls.every(({ data }) => isCallOf(legacyAbi, data))
        ? 'legacy_withdraw'
        : undefined
  if (mode === undefined || !policy.modes.includes(mode)) throw new Denial('mode_not_allowed')
  return mode
}

function isAllOf(calls: readonly InnerCall[], abi: Abi, contract: Address | undefined): boolean {
  const isSuch = ({ target, data }: InnerCall) => isAddressEqual(target, contract ?? target) && isCallOf(abi, data)
  if (contract === undefined || !calls.every(isSuch)) return false
  for (const { data } of calls) decodeCanonical(abi, data)
  return true
}

import { type Address, isAddressEqual, parseAbi } from 'viem'
import { readIfReachable } from '../../../shared/calldata/readIfReachable.ts'
import type { Chain } from '../../../shared/chain/chain.ts'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import { registryDomain } from './registry/agentWalletTypedData.ts'
import { isOperator, operatorCalls } from './registry/operatorCalls.ts'

interface AgentQuery {
  readonly registry: Address
  readonly agentId: bigint
  readonly ownerAddress: Address
  readonly caller: Address
  /** Whether the owner is the caller's own wallet, so that the caller need not be an operator. */
  readonly isOwner: boolean
  readonly sender: Address
}

/**
 * An agent at one block: the domain of its registry, and what shows whether the sender may speak for it; null when no
 * node answers. One upstream request.
 *
 * Throws wallet_authority_mismatch for a caller who neither has the owner's wallet nor is an operator, not_owner if
 * somebody else owns the agent, not_registered, role_not_configured.
 */
export async function readAgent(
  chain: Chain,
  { registry, agentId, ownerAddress, caller, isOwner, sender }: AgentQuery,
) {
  const read = await readIfReachable(chain, (describe) => ({
    sender: operatorCalls(describe, registry, agentId, sender),
    caller: operatorCalls(describe, registry, agentId, caller),
    domain: describe.at(registry, erc5267Abi)('eip712Domain'),
  }))
  if (!read) return null
  const { asOf, value } = read
  const { owner, name } = value.sender
  if (owner === null && name === null)
    throw new ApiError('role_not_configured', `identityRegistry ${registry} does not answer as an identity registry`)
  if (owner === null) throw new ApiError('not_registered', `agentId: the registry has no agent ${agentId}`)
  if (!isOwner && isOperator(value.caller) !== true)
    throw new ApiError(
      'wallet_authority_mismatch',
      `ownerAddress: is not a wallet of the signed-in account, and ${caller} is not an operator of agent ${agentId}`,
    )
  if (!isAddressEqual(owner, ownerAddress))
    throw new ApiError('not_owner', `ownerAddress: is not the owner of agent ${agentId}`)
  return {
    asOf,
    sender: value.sender,
    domain: registryDomain(value.domain, chain.config.chainId, registry),
  }
}

/** The domain that a contract's typed data (EIP-712) is signed for (ERC-5267). */
const erc5267Abi = parseAbi([
  'function eip712Domain() view returns (bytes1 fields, string name, string version, uint256 chainId, address verifyingContract, bytes32 salt, uint256[] extensions)',
])

import { type Address, isAddressEqual, parseAbi } from 'viem'
import type { Describe, Ref, Resolved } from '../../../../shared/chain/calls.ts'

/** Calls that show who owns an agent, and whether an address may speak for it. */
export function operatorCalls({ at }: Describe, registry: Address | Ref<Address>, agentId: bigint, spender: Address) {
  const call = at(registry, identityActionsAbi)
  const owner = call('ownerOf', [agentId])
  return {
    owner,
    name: call('name'),
    spender,
    isAuthorized: call('isAuthorizedOrOwner', [spender, agentId]),
    approved: call('getApproved', [agentId]),
    isOperator: call('isApprovedForAll', [owner, spender]),
  }
}

export type Operator = Resolved<ReturnType<typeof operatorCalls>>

/**
 * Whether the address may speak for the agent: its owner, the address approved for it, or an operator of all that its
 * owner has (ERC-721). Null if the registry says neither this nor that.
 */
export function isOperator({ owner, spender, isAuthorized, approved, isOperator: ofAll }: Operator): boolean | null {
  if (owner === null) return null
  if (isAuthorized !== null) return isAuthorized
  const isNamed = [owner, approved].some((address) => address !== null && isAddressEqual(address, spender))
  return isNamed ? true : ofAll
}

/**
 * Calls of the ERC-8004 identity registry by owners and operators, and the reads that identify them. Registries before version 2 do not
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

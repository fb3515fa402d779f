import type { Address } from 'viem'
import type { Describe, Resolved } from '../../../../shared/chain/calls.ts'
import { knownAddress } from '../../../../shared/text/address.ts'
import { ApiError } from '../../../../shared/errors/ApiError.ts'
import { identityRegistryAbi } from '../../../../shared/domain/agents/registryAbis.ts'

/** An agent's entry in the identity registry. */
export interface OnchainIdentity {
  /** null for an agent that is not registered. */
  readonly owner: Address | null
  /** The agent URI; null if it cannot be had: not registered, or longer than a read may be. */
  readonly uri: string | null
  /** null if none is set, as after a transfer. */
  readonly wallet: Address | null
}

/** Reads of an agent's entry (ERC-8004, Identity Registry). */
export function identityCalls({ at }: Describe, registry: Address, agentId: bigint) {
  const call = at(registry, identityRegistryAbi)
  return {
    owner: call('ownerOf', [agentId]),
    uri: call('tokenURI', [agentId]),
    wallet: call('getAgentWallet', [agentId]),
    name: call('name'),
  }
}

/**
 * The entry that was read. Throws role_not_configured if the address does not answer as a registry: it says nothing about
 * an agent.
 */
export function readIdentity(registry: Address, value: Resolved<ReturnType<typeof identityCalls>>): OnchainIdentity {
  if (value.owner === null && value.name === null)
    throw new ApiError('role_not_configured', `identityRegistry ${registry} does not answer as an identity registry`)
  return { owner: value.owner, uri: value.uri, wallet: knownAddress(value.wallet) }
}

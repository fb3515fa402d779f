import type { Address } from 'viem'
import type { Chain } from '../../../shared/chain/chain.ts'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import { identityRegistryAbi } from '../../../shared/domain/agents/registryAbis.ts'

/**
 * The owner of an agent in the ERC-8004 identity registry (`ownerOf` of ERC-721); null for an agent that is not
 * registered. Throws role_not_configured if the registry's address does not answer as a registry, since such a contract
 * says nothing about an agent, and what a chain read throws.
 */
export async function readAgentOwner(chain: Chain, registry: Address, agentId: bigint): Promise<Address | null> {
  const { value } = await chain.read(({ at }) => {
    const call = at(registry, identityRegistryAbi)
    return { owner: call('ownerOf', [agentId]), name: call('name') }
  })
  if (value.owner === null && value.name === null)
    throw new ApiError(
      'role_not_configured',
      `identityRegistry: ${registry} does not answer as an ERC-8004 identity registry`,
    )
  return value.owner
}

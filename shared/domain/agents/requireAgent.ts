import { isAddressEqual, type Address } from 'viem'
import type { Describe, Resolved } from '../../chain/calls.ts'
import type { Chain } from '../../chain/chain.ts'
import { knownAddress } from '../../text/address.ts'
import { ApiError } from '../../errors/ApiError.ts'
import { identityRegistryAbi, reputationRegistryAbi } from './registryAbis.ts'

/** Reads of an agent's accounts, and of whether both registries match the configuration, for its feedback. */
export const agentCalls = ({ at }: Pick<Describe, 'at'>, { role }: Pick<Chain, 'role'>, agentId: bigint) => {
  const identity = at(role('identityRegistry'), identityRegistryAbi)
  return {
    owner: identity('ownerOf', [agentId]),
    name: identity('name'),
    wallet: identity('getAgentWallet', [agentId]),
    uri: identity('tokenURI', [agentId]),
    identityRegistry: at(role('reputationRegistry'), reputationRegistryAbi)('getIdentityRegistry'),
  }
}

/** Accounts that speak for an agent: its owner, and the wallet that it acts with, if it has named one. */
export interface AgentAccounts {
  readonly owner: Address
  readonly wallet: Address | null
  /** URI of the registration file; null if it is longer than a read may be. */
  readonly uri: string | null
}

/**
 * The accounts of an agent. Throws agent_not_found if the identity registry has no such agent, and role_not_configured if one
 * of the registries is not one, or they do not belong together: then they say nothing about the agent.
 */
export function requireAgent(
  { role }: Pick<Chain, 'role'>,
  agentId: bigint,
  { owner, name, wallet, uri, identityRegistry }: Resolved<ReturnType<typeof agentCalls>>,
): AgentAccounts {
  const identity = role('identityRegistry')
  if (owner === null && name === null)
    throw new ApiError('role_not_configured', `identityRegistry ${identity} does not answer as an identity registry`)
  if (identityRegistry === null || !isAddressEqual(identityRegistry, identity))
    throw new ApiError(
      'role_not_configured',
      `reputationRegistry ${role('reputationRegistry')} is not the reputation registry of ${identity}`,
    )
  if (owner === null) throw new ApiError('agent_not_found', `the identity registry ${identity} has no agent ${agentId}`)
  return { owner, wallet: knownAddress(wallet), uri }
}

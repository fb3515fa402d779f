import type { Address } from 'viem'
import { isAdmin, nameOf } from '../../../shared/auth/principal.ts'
import { encodeStep } from '../../../shared/calldata/encodeStep.ts'
import { unsignedCall } from '../../../shared/calldata/unsignedCall.ts'
import { type CanonicalAgent, requireAgent } from '../../../shared/domain/agents/canonicalAgent.ts'
import { registrationFile } from '../../../shared/domain/agents/registrationFile.ts'
import { identityRegistryAbi } from '../../../shared/domain/agents/registryAbis.ts'
import { hashOf, storeRegistration } from '../../../shared/domain/agents/storeRegistration.ts'
import { registrationUri, uriPolicy } from '../../../shared/domain/agents/uriPolicy.ts'
import type { Standing } from '../../../shared/domain/authority/createAuthority.ts'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import type { IdentityHandler } from './context.ts'
import { identityCalls, readIdentity } from './registry/identityCalls.ts'

/**
 * Stores the registration file of the service's agent permanently if it changed, and builds `setAgentURI` of the
 * identity registry (ERC-8004, "Identity Registry") with the file as a data: URI. For administrators, and for the owner
 * of the agent (ownerOf), by its own key or by a wallet of the same account.
 *
 * Throws forbidden, authority_unknown, agent_not_found, agent_not_configured, role_not_configured, store_unavailable, and what a chain read
 * throws.
 */
export const publishAgentRegistration: IdentityHandler<'publishAgentRegistration'> = async (
  { body, principal },
  context,
) => {
  const { chain } = context
  const agent = requireAgent({ ...context, config: chain.config })
  const { identityRegistry, agentId } = agent
  if (principal.kind === 'machine') throw new ApiError('forbidden')
  const { value, asOf, standing } = await context.authority.read(principal, (describe) =>
    identityCalls(describe, identityRegistry, agentId),
  )
  const { owner, uri: current } = readIdentity(identityRegistry, value)
  if (owner === null) throw new ApiError('agent_not_found', `agent ${agentId} is not registered in ${identityRegistry}`)
  requireMayPublish(standing, owner, context.admins)
  const storing = body.storeInStorage
    ? await storeRegistration(agent, nameOf(principal), context)
    : { storageStatus: 'skipped' as const, changed: false }
  const { data: setAgentURI } = await unsignedCall(
    {
      from: owner,
      action: setUri(agent),
      warnings:
        current === registrationUri(agent) ? ['The chain already has this file: the call changes nothing.'] : [],
      changes: [],
      asOf,
      extra: {},
    },
    context,
  )
  return {
    data: {
      chainId: agent.chainId,
      registration: registrationFile(agent),
      payloadHash: await hashOf(agent),
      uriPolicy: uriPolicy(agent),
      ...storing,
      setAgentURI,
    },
  }
}

const setUri = (agent: CanonicalAgent) =>
  encodeStep({
    to: agent.identityRegistry,
    abi: identityRegistryAbi,
    functionName: 'setAgentURI',
    args: [agent.agentId, registrationUri(agent)],
    describe: ([agentId, uri]) =>
      `Set the URI of agent ${agentId} to its registration file, ${uri.length} characters as a data: URI.`,
  })

/** An administrator, or a caller who acts for the owner. */
function requireMayPublish({ address, wallets }: Standing, owner: Address, admins: ReadonlySet<Address>): void {
  if (wallets.includes(owner) || isAdmin(address, admins)) return
  throw new ApiError('forbidden', `only administrators and the agent’s owner ${owner} may publish`)
}

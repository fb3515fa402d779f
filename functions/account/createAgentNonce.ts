import { agentRegistryOf, agentNonceContext, requireOwner, requireRegistry } from '../../shared/auth/siwa.ts'
import type { AccountHandler } from './context.ts'

/**
 * Returns a sealed nonce and the other fields of a SIWA message, for an agent with an owner in the ERC-8004 identity
 * registry (`ownerOf`). An agent that is not registered gets an error before it signs. Nothing is stored.
 */
export const createAgentNonce: AccountHandler<'createAgentNonce'> = async ({ body }, { baseUrl, siwaRules }) => {
  const rules = siwaRules()
  const { chainId, identityRegistry, now, sealer } = rules
  const agentRegistry =
    body.agentRegistry === undefined
      ? agentRegistryOf(chainId, identityRegistry)
      : requireRegistry(body.agentRegistry, rules)
  const agentId = BigInt(body.agentId)
  const ownerAddress = await requireOwner(agentId, body.ownerAddress, rules)
  const uri = new URL(`${baseUrl}/auth/agent-verify`)
  return {
    data: {
      nonce: await sealer.seal(now, agentNonceContext(agentId)),
      issuedAt: new Date(now).toISOString(),
      expirationTime: new Date(now + sealer.ttlSeconds * 1000).toISOString(),
      domain: uri.host,
      uri: uri.href,
      chainId,
      agentId: body.agentId,
      agentRegistry,
      ownerAddress,
    },
  }
}

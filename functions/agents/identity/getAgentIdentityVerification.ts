import { requireAgent } from '../../../shared/domain/agents/canonicalAgent.ts'
import type { IdentityHandler } from './context.ts'

/**
 * Whether the agent of this service can be found and checked: its entry in the identity registry (ownerOf, tokenURI,
 * getAgentWallet), the file that its URI leads to, this host's copies of it, the domains of its endpoints (ERC-8004,
 * "Endpoint Domain Verification"), its endpoint, and attestations of validators.
 *
 * Throws agent_not_configured, role_not_configured, and what a chain read throws if the last good report is older than ten minutes,
 * or there is none.
 */
export const getAgentIdentityVerification: IdentityHandler<'getAgentIdentityVerification'> = async (_, context) => {
  const { report, asOf } = await context.verifier.verify(requireAgent({ ...context, config: context.chain.config }))
  // A stale report may end at any moment, so no cache keeps it.
  return { asOf, data: report, partial: report.stale }
}

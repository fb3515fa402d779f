import { agentUrls } from '../../../shared/domain/agents/agentUrls.ts'
import { agentIdJson, caip10, requireAgent } from '../../../shared/domain/agents/canonicalAgent.ts'
import type { IdentityHandler } from './context.ts'
import { statusOf } from './verification/statusOf.ts'

/** Fields that a registration file must have (ERC-8004, "Agent URI and Agent Registration File"). */
const REQUIRED = ['type', 'name', 'description', 'image', 'services', 'registrations']

/**
 * The public agents of this host, as directories read them: its own, with the status of the last check, which is made
 * again after ten minutes, and is unknown if it cannot be.
 *
 * Throws agent_not_configured, role_not_configured, store_unavailable, and what a chain read throws if no check was ever
 * made.
 */
export const listPublicAgents: IdentityHandler<'listPublicAgents'> = async (_, context) => {
  const agent = requireAgent({ ...context, config: context.chain.config })
  const found = await context.verifier.recent(agent)
  const { report } = found
  const { settings, chainId, identityRegistry } = agent
  const urls = agentUrls(agent)
  const data = {
    success: true as const,
    count: 1,
    agents: [
      {
        agentName: settings.name,
        agentAddress: report?.agentWallet ?? null,
        agentWebsite: urls.website,
        agentCategories: settings.categories,
        status: report ? statusOf(report) : ('unknown' as const),
        lastChecked: new Date((report ?? found).checkedAt * 1000).toISOString(),
      },
    ],
    byo: {
      registrationUrlTemplate: 'https://{domain}/.well-known/agent-registration.json',
      registrationMirrorUrl: urls.registration,
      domainVerificationUrl: urls.domainProof,
      agentUriHint: 'the registration file as a data: URI, or an immutable ipfs:// or ar:// URI of it',
      agentUriService: `setAgentURI(uint256 agentId, string newURI) of ${identityRegistry}`,
      requiredFields: REQUIRED,
      specUrl: 'https://eips.ethereum.org/EIPS/eip-8004',
    },
    erc8004: {
      agentRegistry: caip10(chainId, identityRegistry),
      agentId: agentIdJson(agent.agentId),
      chainId,
      registrationUrl: urls.registration,
      supportedTrust: settings.supportedTrust,
    },
  }
  return 'asOf' in found ? { asOf: found.asOf, data } : { data, partial: true }
}

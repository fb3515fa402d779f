import type * as z from 'zod'
import type { UriPolicy } from '../../../schema/agents/registration.ts'
import { canonicalJson } from '../../text/json.ts'
import { agentUrls } from './agentUrls.ts'
import type { CanonicalAgent } from './canonicalAgent.ts'
import { registrationFile } from './registrationFile.ts'

/** Schemes of URIs whose content cannot change. */
export const IMMUTABLE_SCHEMES = ['data:', 'ipfs://', 'ar://']

export const isImmutable = (uri: string): boolean =>
  IMMUTABLE_SCHEMES.some((scheme) => uri.toLowerCase().startsWith(scheme))

/** The canonical bytes of the registration file (RFC 8785): what is stored, hashed, and put on chain. */
export const registrationBytes = (agent: CanonicalAgent): Uint8Array =>
  new TextEncoder().encode(canonicalJson(registrationFile(agent)))

/** The registration file as a `data:` URI (RFC 2397). */
export const registrationUri = (agent: CanonicalAgent): string =>
  `data:application/json;base64,${btoa(String.fromCharCode(...registrationBytes(agent)))}`

export function uriPolicy(agent: CanonicalAgent): z.output<typeof UriPolicy> {
  const urls = agentUrls(agent)
  return {
    mode: 'strict-immutable',
    preferredOnchainUri: registrationUri(agent),
    preferredOnchainUriKind: 'data',
    preferredSchemes: IMMUTABLE_SCHEMES,
    mirrorUrl: urls.registration,
    domainVerificationUrl: urls.domainProof,
    writeOnchainHint: `setAgentURI(${agent.agentId}, preferredOnchainUri) of ${agent.identityRegistry}, sent by the agent’s owner; publishAgentRegistration builds the call`,
    compatibilityFallbackUrl: urls.registration,
  }
}

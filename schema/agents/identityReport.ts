import * as z from 'zod'
import { ChainId, EvmAddress } from '../common.ts'
import { addressOrNull, amountOrNull, codeOf, flagOrNull, integerOrNull, textOrNull } from '../fields.ts'
import { AgentId } from './feedbackParts.ts'
import { UriPolicy } from './registration.ts'

/** The checks of a report, in order. */
export const CHECKS = [
  'onchain-registration',
  'token-uri-reachable',
  'token-uri-immutable',
  'token-uri-matches-canonical',
  'canonical-agent-wallet',
  'registration-mirror',
  'domain-proof',
  'endpoint-domains',
  'service-availability',
] as const
const failure = textOrNull('Reason of the failure; `null` if nothing failed')

const Check = z
  .object({
    id: z.enum(CHECKS).describe('Name of the check'),
    passed: z.boolean().describe('Whether the check was made and passed'),
    detail: z.string().describe('Result of the check'),
  })
  .meta({ id: 'IdentityCheck' })

export const OnchainRegistration = z
  .object({
    source: z.enum(['data', 'ipfs', 'ar', 'https', 'none', 'other']).describe('Scheme of the agent URI'),
    rawUrl: textOrNull('Agent URI; `null` if the agent is not registered'),
    finalUrl: textOrNull('URL of the file after redirects; `null` if it was not read'),
    fetched: z.boolean().describe('Whether the content was read'),
    valid: z.boolean().describe('Whether the content is a valid registration-v1 file'),
    name: textOrNull('`name` in the file; `null` without a valid file'),
    serviceCount: integerOrNull('Number of services in the file; `null` without a valid file'),
    active: z.boolean().nullable().describe('`active` in the file; `null` if absent'),
    x402Support: z.boolean().nullable().describe('`x402Support` in the file; `null` if absent'),
    payload: z.looseObject({}).nullable().describe('The file; `null` if it is not valid'),
    error: failure,
  })
  .meta({ id: 'OnchainRegistration' })

export const CheckedEndpoint = z
  .object({
    source: z.string().describe('Name of the service whose endpoint was checked'),
    url: z.string().describe('URL of the endpoint'),
    finalUrl: textOrNull('URL of the response after redirects; `null` without a response'),
    checked: z.boolean().describe('Whether the endpoint sent a response'),
    ok: z.boolean().describe('Whether the status is 2xx'),
    status: integerOrNull('HTTP status; `null` without a response'),
    responseTimeMs: integerOrNull('Milliseconds until the whole response was read; `null` without a response'),
    contentType: textOrNull('Media type of the response; `null` if unknown'),
    error: failure,
  })
  .meta({ id: 'CheckedEndpoint' })

const mirrorFields = {
  url: z.string().describe('URL that must serve the document'),
  reachable: z.boolean().describe('Whether the document was read'),
  finalUrl: textOrNull('URL of the document after redirects; `null` if it was not read'),
  matchesCanonical: z.boolean().describe('Whether the document has the required content'),
  error: failure,
}

/** Reasons for the result of an attestation. */
export const ATTESTATION_REASONS = {
  attested: 'The responses of the trusted validators have an average of 100',
  not_attested: 'No trusted validator has responded',
  attestation_failed: 'The average response of the trusted validators is below 100',
  no_validators_configured: 'This deployment trusts no validators',
  validation_registry_not_configured: 'This deployment has no validation registry',
  validation_registry_unusable: 'The validation registry gave no usable answer',
} as const

const TeeAttestation = z
  .object({
    enabled: z.boolean().describe('Whether the validation registry and validators are configured'),
    passed: flagOrNull('Whether the average response is 100; `null` if not enabled or not readable'),
    reason: codeOf(ATTESTATION_REASONS, 'Reason for `passed`; `/docs/errors/{code}` has the fix of each. '),
    tag: z.string().describe('Tag of the validations that are counted'),
    registryAddress: addressOrNull('The validation registry; `null` if not configured'),
    validatorAddresses: z.array(EvmAddress).describe('Validators whose responses are counted'),
    validationCount: amountOrNull('Number of their validations with a response; `null` if unknown'),
    averageResponse: integerOrNull('Average of those responses, 0 to 100; `null` without responses'),
    checkedAtMs: integerOrNull('Time of the block that was read, unix milliseconds; `null` if none'),
  })
  .meta({ id: 'TeeAttestation' })

export const reportFields = {
  chainId: ChainId,
  registryAddress: EvmAddress.describe('The identity registry'),
  agentId: AgentId,
  canonicalWallet: addressOrNull('Wallet that the registry must have for the agent; `null` if any wallet is accepted'),
  ownerAddress: addressOrNull('Owner of the agent on chain; `null` if the agent is not registered'),
  agentWallet: addressOrNull('Wallet of the agent on chain; `null` if not set'),
  tokenUri: textOrNull('Agent URI on chain; `null` if the agent is not registered'),
  agentRegistered: z.boolean().describe('Whether the registry has the agent'),
  walletBoundToCanonical: z.boolean().describe('Whether `agentWallet` equals `canonicalWallet`, not `null`'),
  discoverabilityReady: z.boolean().describe('Whether all checks passed'),
  tokenUriIsStrictImmutable: z.boolean().describe('Whether the content of the agent URI is immutable'),
  tokenUriMatchesCanonical: z
    .boolean()
    .describe('Whether the file at `tokenUri` equals the registration file of this host'),
  uriPolicy: UriPolicy,
  onchainRegistration: OnchainRegistration,
  endpoint: CheckedEndpoint,
  mirrors: z.object({
    registration: z.object({
      ...mirrorFields,
      agentIdMatches: z
        .boolean()
        .describe('Whether the file names this agent in this registry (ERC-8004, endpoint domain verification)'),
    }),
    domainVerification: z.object(mirrorFields),
  }),
  checks: z.array(Check).describe('Checks, always in this order'),
  teeAttestation: TeeAttestation,
  links: z.record(z.string(), z.string()).describe('URLs of documents and operations about the agent, by name'),
  rpcHealthy: z.boolean().describe('`false` if no node answered: this is the last report'),
  rpcErrorCount: z.int().describe('Number of chain reads that failed for this answer'),
  checkedAt: z.int().describe('When the report was made, unix seconds'),
  stale: z.boolean().describe('`true` if this is the last report, because the chain cannot be read'),
}

export const IdentityReport = z.object(reportFields)
export type IdentityReport = z.output<typeof IdentityReport>

import { z } from '@hono/zod-openapi'
import { Amount, ChainId, EvmAddress } from '../common.ts'
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

const uri = (description: string) => z.string().nullable().openapi({ description })
const failure = z.string().nullable().openapi({ description: 'Reason of the failure; `null` if nothing failed' })

const Check = z
  .object({
    id: z.enum(CHECKS).openapi({ description: 'Name of the check' }),
    passed: z.boolean().openapi({ description: 'Whether the check was made and passed' }),
    detail: z.string().openapi({ description: 'Result of the check' }),
  })
  .openapi('IdentityCheck')

export const OnchainRegistration = z
  .object({
    source: z
      .enum(['data', 'ipfs', 'ar', 'https', 'none', 'other'])
      .openapi({ description: 'Scheme of the agent URI' }),
    rawUrl: uri('Agent URI; `null` if the agent is not registered'),
    finalUrl: uri('URL of the file after redirects; `null` if it was not read'),
    fetched: z.boolean().openapi({ description: 'Whether the content was read' }),
    valid: z.boolean().openapi({ description: 'Whether the content is a valid registration-v1 file' }),
    name: uri('`name` in the file; `null` without a valid file'),
    serviceCount: z
      .int()
      .nullable()
      .openapi({ description: 'Number of services in the file; `null` without a valid file' }),
    active: z.boolean().nullable().openapi({ description: '`active` in the file; `null` if absent' }),
    x402Support: z.boolean().nullable().openapi({ description: '`x402Support` in the file; `null` if absent' }),
    payload: z.looseObject({}).nullable().openapi({ description: 'The file; `null` if it is not valid' }),
    error: failure,
  })
  .openapi('OnchainRegistration')

export const CheckedEndpoint = z
  .object({
    source: z.string().openapi({ description: 'Name of the service whose endpoint was checked' }),
    url: z.string().openapi({ description: 'URL of the endpoint' }),
    finalUrl: uri('URL of the response after redirects; `null` without a response'),
    checked: z.boolean().openapi({ description: 'Whether the endpoint sent a response' }),
    ok: z.boolean().openapi({ description: 'Whether the status is 2xx' }),
    status: z.int().nullable().openapi({ description: 'HTTP status; `null` without a response' }),
    responseTimeMs: z
      .int()
      .nullable()
      .openapi({ description: 'Milliseconds until the whole response was read; `null` without a response' }),
    contentType: uri('Media type of the response; `null` if unknown'),
    error: failure,
  })
  .openapi('CheckedEndpoint')

const mirrorFields = {
  url: z.string().openapi({ description: 'URL that must serve the document' }),
  reachable: z.boolean().openapi({ description: 'Whether the document was read' }),
  finalUrl: uri('URL of the document after redirects; `null` if it was not read'),
  matchesCanonical: z.boolean().openapi({ description: 'Whether the document has the required content' }),
  error: failure,
}

const TeeAttestation = z
  .object({
    enabled: z.boolean().openapi({ description: 'Whether the validation registry and validators are configured' }),
    passed: z
      .boolean()
      .nullable()
      .openapi({ description: 'Whether the average response is 100; `null` if not enabled or not readable' }),
    reason: z.string().openapi({ description: 'Reason for `passed`, as a stable snake_case word' }),
    tag: z.string().openapi({ description: 'Tag of the validations that are counted' }),
    registryAddress: EvmAddress.nullable().openapi({
      description: 'The validation registry; `null` if not configured',
    }),
    validatorAddresses: z.array(EvmAddress).openapi({ description: 'Validators whose responses are counted' }),
    validationCount: Amount.nullable().openapi({
      description: 'Number of their validations with a response; `null` if unknown',
    }),
    averageResponse: z
      .int()
      .nullable()
      .openapi({ description: 'Average of those responses, 0 to 100; `null` without responses' }),
    checkedAtMs: z
      .int()
      .nullable()
      .openapi({ description: 'Time of the block that was read, unix milliseconds; `null` if none' }),
  })
  .openapi('TeeAttestation')

export const reportFields = {
  chainId: ChainId,
  registryAddress: EvmAddress.openapi({ description: 'The identity registry' }),
  agentId: AgentId,
  canonicalWallet: EvmAddress.nullable().openapi({
    description: 'Wallet that the registry must have for the agent; `null` if any wallet is accepted',
  }),
  ownerAddress: EvmAddress.nullable().openapi({
    description: 'Owner of the agent on chain; `null` if the agent is not registered',
  }),
  agentWallet: EvmAddress.nullable().openapi({ description: 'Wallet of the agent on chain; `null` if not set' }),
  tokenUri: uri('Agent URI on chain; `null` if the agent is not registered'),
  agentRegistered: z.boolean().openapi({ description: 'Whether the registry has the agent' }),
  walletBoundToCanonical: z
    .boolean()
    .openapi({ description: 'Whether `agentWallet` equals `canonicalWallet`, not `null`' }),
  discoverabilityReady: z.boolean().openapi({ description: 'Whether all checks passed' }),
  tokenUriIsStrictImmutable: z.boolean().openapi({ description: 'Whether the content of the agent URI is immutable' }),
  tokenUriMatchesCanonical: z
    .boolean()
    .openapi({ description: 'Whether the file at `tokenUri` equals the registration file of this host' }),
  uriPolicy: UriPolicy,
  onchainRegistration: OnchainRegistration,
  endpoint: CheckedEndpoint,
  mirrors: z.object({
    registration: z.object({
      ...mirrorFields,
      agentIdMatches: z.boolean().openapi({
        description: 'Whether the file names this agent in this registry (ERC-8004, endpoint domain verification)',
      }),
    }),
    domainVerification: z.object(mirrorFields),
  }),
  checks: z.array(Check).openapi({ description: 'Checks, always in this order' }),
  teeAttestation: TeeAttestation,
  links: z
    .record(z.string(), z.string())
    .openapi({ description: 'URLs of documents and operations about the agent, by name' }),
  rpcHealthy: z.boolean().openapi({ description: '`false` if no node answered: this is the last report' }),
  rpcErrorCount: z.int().openapi({ description: 'Number of chain reads that failed for this answer' }),
  checkedAt: z.int().openapi({ description: 'When the report was made, unix seconds' }),
  stale: z.boolean().openapi({ description: '`true` if this is the last report, because the chain cannot be read' }),
}

export const IdentityReport = z.object(reportFields)
export type IdentityReport = z.output<typeof IdentityReport>

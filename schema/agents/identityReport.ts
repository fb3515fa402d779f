import { z } from '@hono/zod-openapi'
import { Amount, ChainId, EvmAddress } from '../common.ts'
import { AgentId } from './feedbackParts.ts'
import { UriPolicy } from './registration.ts'

/** The checks of a report, in its order. */
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
const failure = z.string().nullable().openapi({ description: 'Why not, in one sentence; null if nothing failed' })

const Check = z
  .object({
    id: z.enum(CHECKS).openapi({ description: 'What was checked' }),
    passed: z.boolean().openapi({ description: 'The check was made, and its result is good' }),
    detail: z.string().openapi({ description: 'What was found, in one sentence' }),
  })
  .openapi('IdentityCheck')

export const OnchainRegistration = z
  .object({
    source: z
      .enum(['data', 'ipfs', 'ar', 'https', 'none', 'other'])
      .openapi({ description: 'Scheme of the agent URI' }),
    rawUrl: uri('The agent URI; null for an agent that is not registered'),
    finalUrl: uri('Where its content came from, after redirects'),
    fetched: z.boolean().openapi({ description: 'Its content was read' }),
    valid: z.boolean().openapi({ description: 'Its content is a registration-v1 file' }),
    name: uri('Name in the file'),
    serviceCount: z.int().nullable().openapi({ description: 'Services in the file' }),
    active: z.boolean().nullable().openapi({ description: 'The file says that the agent is in service' }),
    x402Support: z.boolean().nullable().openapi({ description: 'The file says that something is paid for by x402' }),
    payload: z.looseObject({}).nullable().openapi({ description: 'The file, if it is valid' }),
    error: failure,
  })
  .openapi('OnchainRegistration')

export const CheckedEndpoint = z
  .object({
    source: z.string().openapi({ description: 'Name of the service whose endpoint was asked' }),
    url: z.string().openapi({ description: 'What was asked' }),
    finalUrl: uri('Where the answer came from'),
    checked: z.boolean().openapi({ description: 'There was an answer' }),
    ok: z.boolean().openapi({ description: 'Its status is 2xx' }),
    status: z.int().nullable().openapi({ description: 'Its status' }),
    responseTimeMs: z.int().nullable().openapi({ description: 'Milliseconds to the whole answer' }),
    contentType: uri('Its media type'),
    error: failure,
  })
  .openapi('CheckedEndpoint')

const mirrorFields = {
  url: z.string().openapi({ description: 'Where it must be' }),
  reachable: z.boolean().openapi({ description: 'It was read' }),
  finalUrl: uri('Where it came from'),
  matchesCanonical: z.boolean().openapi({ description: 'It says what it must' }),
  error: failure,
}

const TeeAttestation = z
  .object({
    enabled: z.boolean().openapi({ description: 'A validation registry and validators are configured' }),
    passed: z
      .boolean()
      .nullable()
      .openapi({ description: 'At least one of them attests; null if not enabled or unread' }),
    reason: z.string().openapi({ description: 'A stable snake_case word' }),
    tag: z.string().openapi({ description: 'Tag of the validations that count' }),
    registryAddress: EvmAddress.nullable().openapi({ description: 'The validation registry' }),
    validatorAddresses: z.array(EvmAddress).openapi({ description: 'Validators that count' }),
    validationCount: Amount.nullable().openapi({ description: 'Their answered validations' }),
    averageResponse: z.int().nullable().openapi({ description: 'Average of their responses, 0 to 100' }),
    checkedAtMs: z.int().nullable().openapi({ description: 'When, in unix milliseconds of the block' }),
  })
  .openapi('TeeAttestation')

export const reportFields = {
  chainId: ChainId,
  registryAddress: EvmAddress.openapi({ description: 'The identity registry' }),
  agentId: AgentId,
  canonicalWallet: EvmAddress.nullable().openapi({
    description: 'The wallet that the registry must have as the agent’s; null if any will do',
  }),
  ownerAddress: EvmAddress.nullable().openapi({
    description: 'Owner on chain; null for an agent that is not registered',
  }),
  agentWallet: EvmAddress.nullable().openapi({ description: 'The agent’s wallet on chain; null if none is set' }),
  tokenUri: uri('The agent URI on chain'),
  agentRegistered: z.boolean().openapi({ description: 'The registry has the agent' }),
  walletBoundToCanonical: z.boolean().openapi({ description: 'agentWallet is canonicalWallet' }),
  discoverabilityReady: z.boolean().openapi({ description: 'All checks passed' }),
  tokenUriIsStrictImmutable: z.boolean().openapi({ description: 'The content of the agent URI cannot change' }),
  tokenUriMatchesCanonical: z.boolean().openapi({ description: 'Its content is what this host serves' }),
  uriPolicy: UriPolicy,
  onchainRegistration: OnchainRegistration,
  endpoint: CheckedEndpoint,
  mirrors: z.object({
    registration: z.object({
      ...mirrorFields,
      agentIdMatches: z
        .boolean()
        .openapi({ description: 'It names this agent in this registry (the ERC’s domain rule)' }),
    }),
    domainVerification: z.object(mirrorFields),
  }),
  checks: z.array(Check).openapi({ description: 'In this order; all must pass' }),
  teeAttestation: TeeAttestation,
  links: z.record(z.string(), z.string()).openapi({ description: 'Documents and operations about the agent, by name' }),
  rpcHealthy: z.boolean().openapi({ description: 'false: no node answered, and this is the last good report' }),
  rpcErrorCount: z.int().openapi({ description: 'Reads of the chain that failed for this answer' }),
  checkedAt: z.int().openapi({ description: 'When the report was made, unix seconds' }),
  stale: z.boolean().openapi({ description: 'The last good report: the chain cannot be read now' }),
}

export const IdentityReport = z.object(reportFields)
export type IdentityReport = z.output<typeof IdentityReport>

import * as z from 'zod'
import { jsonBody } from '../builder.ts'
import { UnsignedCalldata } from '../calldata.ts'
import { answers, AsOf, ChainId, minBlock } from '../common.ts'
import { addressOrNull, textOrNull } from '../fields.ts'
import { reportFields } from './identityReport.ts'
import { CHAIN, operation, SECURITY } from '../operation.ts'
import { AgentId } from './feedbackParts.ts'
import { RegistrationFile, UriPolicy } from './registration.ts'
import { storageFields } from '../storage.ts'
import { attestation, ownAgent, reads } from '../needs.ts'

const PublicAgents = z
  .object({
    success: z.literal(true),
    count: z.int().describe('Number of agents'),
    agents: z.array(
      z.object({
        agentName: z.string().describe('Name of the agent'),
        agentAddress: addressOrNull('Wallet of the agent on chain; `null` if not set or unknown'),
        agentWebsite: z.string().describe('Home page of the agent'),
        agentCategories: z.array(z.string()).describe('Topics of the agent'),
        status: z
          .enum(['online', 'degraded', 'offline', 'unknown'])
          .describe(
            '`online`: the endpoint answers and all checks pass; `degraded`: it answers and a check fails; `offline`: it answers with an error; `unknown`: it does not answer, or no check succeeded in the last ten minutes',
          ),
        lastChecked: textOrNull('Time of the last check, ISO 8601; `null` if there was no check'),
      }),
    ),
    byo: z.object({
      registrationUrlTemplate: z.string().describe('Template of the URL of an agent’s own registration file'),
      registrationMirrorUrl: z.string().describe('Example: the registration file of this service’s agent'),
      domainVerificationUrl: z.string().describe('Domain proof of this service’s agent'),
      agentUriHint: z.string().describe('Agent URI to write on chain'),
      agentUriService: z.string().describe('Contract call that writes the agent URI'),
      requiredFields: z.array(z.string()).describe('Required fields of the registration file'),
      specUrl: z.string().describe('URL of the ERC-8004 standard'),
    }),
    erc8004: z
      .object({
        agentRegistry: z.string().describe('Identity registry, as CAIP-10'),
        agentId: AgentId,
        chainId: ChainId,
        registrationUrl: z.string().describe('URL of the registration file'),
        supportedTrust: z.array(z.string()).describe('Trust models that the agent supports (ERC-8004)'),
      })
      .optional(),
  })
  .meta({ id: 'PublicAgents' })

const Publication = z
  .object({
    chainId: ChainId,
    registration: RegistrationFile,
    payloadHash: z.string().describe('SHA-256 of the file as canonical JSON (RFC 8785), 32 bytes in hex'),
    changed: z.boolean().describe('`false` if the same file was published before, so nothing was stored again'),
    uriPolicy: UriPolicy,
    ...storageFields,
    setAgentURI: UnsignedCalldata.describe(
      'Unsigned call that writes the file on chain; only the agent’s owner (`from`) can send it',
    ),
  })
  .meta({ id: 'Publication' })

const TAGS: string[] = ['agents']
const READ = { method: 'get', tags: TAGS, 'x-limit': 'read' } as const

export const agentIdentity = {
  getAgentIdentityVerification: operation({
    ...READ,
    operationId: 'getAgentIdentityVerification',
    path: '/v1/agents/identity/verification',
    summary: 'Verify the identity of this service’s agent',
    description:
      'Checks the agent’s entry in the identity registry at the block of `asOf`, the file at the agent URI, its copies on this host, the endpoints’ domains, and whether the agent answers. Takes up to 15 seconds. If no node answers, returns the last report of the last ten minutes, with `stale: true`.',
    'x-answer': 'envelope',
    'x-cache': { sMaxAge: 30, staleWhileRevalidate: 150, standIn: false },
    'x-errors': ['agent_not_configured', 'role_not_configured'],
    'x-needs': { ...ownAgent, ...reads, ...attestation('data') },
    request: { query: z.object({ minBlock }) },
    responses: answers('The report as of one block', z.object({ ...reportFields, asOf: AsOf })),
  }),
  listPublicAgents: operation({
    ...READ,
    operationId: 'listPublicAgents',
    path: '/agents',
    summary: 'List the public agents of this host',
    description:
      'Returns this service’s agent in the format of agent directories, with the status of its last check. `byo` explains how to register your own agent.',
    'x-answer': 'document',
    'x-cache': { sMaxAge: 60, staleWhileRevalidate: 300, standIn: false },
    'x-errors': ['agent_not_configured', 'role_not_configured', ...CHAIN, 'store_unavailable'],
    'x-needs': { ...ownAgent, ...reads },
    responses: {
      200: { description: 'The public agents', content: { 'application/json': { schema: PublicAgents } } },
    },
  }),
  publishAgentRegistration: operation({
    operationId: 'publishAgentRegistration',
    'x-idempotency': 'steps',
    method: 'post',
    path: '/v1/agents/publish',
    tags: TAGS,
    summary: 'Publish the registration file of this service’s agent',
    description:
      'Stores the registration file permanently if it has changed, and builds the unsigned setAgentURI call that writes it on chain. For administrators and the agent’s owner. Only the owner can send the call.',
    'x-limit': 'write',
    'x-answer': 'envelope',
    'x-auth': 'write',
    'x-authority': 'handler',
    security: SECURITY.write,
    'x-body': { bound: 16_384, kind: 'object' },
    'x-errors': ['forbidden', 'agent_not_configured', 'role_not_configured', 'agent_not_found'],
    'x-needs': { ...ownAgent, ...reads },
    request: {
      body: jsonBody(
        z
          .object({
            storeInStorage: z
              .boolean()
              .default(true)
              .describe('`false` stores nothing; the file and the call are still returned'),
          })
          .meta({ id: 'PublishRequest' }),
        false,
      ),
    },
    responses: answers('The file, its storage, and the unsigned call', Publication),
  }),
}

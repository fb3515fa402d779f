import { z } from '@hono/zod-openapi'
import { jsonBody } from '../builder.ts'
import { UnsignedCalldata } from '../calldata.ts'
import { answers, AsOf, ChainId, EvmAddress, minBlock } from '../common.ts'
import { reportFields } from './identityReport.ts'
import { CHAIN, operation, SECURITY } from '../operation.ts'
import { AgentId } from './feedbackParts.ts'
import { RegistrationFile, UriPolicy } from './registration.ts'
import { storageFields } from '../storage.ts'
import { attestation, ownAgent, reads } from '../needs.ts'

const PublicAgents = z
  .object({
    success: z.literal(true).openapi({ type: 'boolean', enum: [true] }),
    count: z.int().openapi({ description: 'Agents listed' }),
    agents: z.array(
      z.object({
        agentName: z.string().openapi({ description: 'Name of the agent' }),
        agentAddress: EvmAddress.nullable().openapi({
          description: 'Its wallet on chain; null if none is set or known',
        }),
        agentWebsite: z.string().openapi({ description: 'Home page' }),
        agentCategories: z.array(z.string()).openapi({ description: 'What it is about' }),
        status: z.enum(['online', 'degraded', 'offline', 'unknown']).openapi({
          description:
            'online: its endpoint answers and all checks pass; degraded: it answers, a check fails; offline: it answers with an error; unknown: nothing was heard of it, or it could not be checked in the last ten minutes',
        }),
        lastChecked: z.string().nullable().openapi({ description: 'ISO time of the last check; null without one' }),
      }),
    ),
    byo: z.object({
      registrationUrlTemplate: z.string().openapi({ description: 'Where an agent serves its own registration file' }),
      registrationMirrorUrl: z.string().openapi({ description: 'An example: this host’s' }),
      domainVerificationUrl: z.string().openapi({ description: 'Where this host says which agent it is' }),
      agentUriHint: z.string().openapi({ description: 'What to put on chain' }),
      agentUriService: z.string().openapi({ description: 'The call that puts it there' }),
      requiredFields: z.array(z.string()).openapi({ description: 'Fields that the file must have' }),
      specUrl: z.string().openapi({ description: 'The standard' }),
    }),
    erc8004: z
      .object({
        agentRegistry: z.string().openapi({ description: 'The identity registry, as CAIP-10' }),
        agentId: AgentId,
        chainId: ChainId,
        registrationUrl: z.string().openapi({ description: 'The registration file' }),
        supportedTrust: z.array(z.string()).openapi({ description: 'How the agent can be trusted' }),
      })
      .optional(),
  })
  .openapi('PublicAgents')

const Publication = z
  .object({
    chainId: ChainId,
    registration: RegistrationFile,
    payloadHash: z.string().openapi({ description: 'SHA-256 of the canonical JSON of the file, 32 bytes in hex' }),
    changed: z
      .boolean()
      .openapi({ description: 'false: the same file was published before, and nothing was stored again' }),
    uriPolicy: UriPolicy,
    ...storageFields,
    setAgentURI: UnsignedCalldata.openapi({
      description: 'The call that puts the file on chain; `from` is the owner of the agent, who alone can send it',
    }),
  })
  .openapi('Publication')

const TAGS: string[] = ['agents']
const READ = { method: 'get', tags: TAGS, 'x-limit': 'read' } as const

export const agentIdentity = {
  getAgentIdentityVerification: operation({
    ...READ,
    operationId: 'getAgentIdentityVerification',
    path: '/v1/agents/identity/verification',
    summary: 'Whether this service’s agent can be found and checked',
    description:
      'Checks the agent of this service as a stranger would: its entry in the identity registry at the block of asOf, the file that its URI leads to, the copies on this host, the domains of its endpoints, and whether it answers. All within 15 seconds. While no node answers, the last good report is served for ten minutes, marked stale, and nobody may cache it.',
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
    summary: 'The public agents of this host',
    description:
      'A listing as agent directories read it, with the status of the last check. How to register an agent of one’s own is in `byo`.',
    'x-answer': 'document',
    'x-cache': { sMaxAge: 60, staleWhileRevalidate: 300, standIn: false },
    'x-errors': ['agent_not_configured', 'role_not_configured', ...CHAIN, 'store_unavailable'],
    'x-needs': { ...ownAgent, ...reads },
    responses: {
      200: { description: 'The listing', content: { 'application/json': { schema: PublicAgents } } },
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
      'Stores the registration file for good, unless it has not changed since the last time, and builds the setAgentURI call that puts it on chain. For administrators and the owner of the agent. Nothing is sent.',
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
              .openapi({ description: 'false: store nothing, only show and build' }),
          })
          .openapi('PublishRequest'),
        false,
      ),
    },
    responses: answers('The file, where it is stored, and the unsigned call', Publication),
  }),
}

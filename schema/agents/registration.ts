import { z } from '@hono/zod-openapi'
import { jsonBody } from '../builder.ts'
import { answers, ChainId, flagInQuery } from '../common.ts'
import { AgentId } from './feedbackParts.ts'
import { operation, optionally, SECURITY } from '../operation.ts'
import { storageFields, STORING_NEEDS_A_CREDENTIAL } from '../storage.ts'
import { ownAgent } from '../needs.ts'

/** Identifies the structure of the file (ERC-8004, "Agent URI and Agent Registration File"). */
export const REGISTRATION_TYPE = 'https://eips.ethereum.org/EIPS/eip-8004#registration-v1'
/** How an agent can be trusted (ERC-8004, `supportedTrust`). */
export const TRUST_MODELS = ['reputation', 'crypto-economic', 'tee-attestation'] as const

/** An account or contract with its chain (CAIP-10). */
const Caip10 = z
  .string()
  .regex(/^eip155:[1-9][0-9]*:0x[0-9a-fA-F]{40}$/)
  .openapi({ example: 'eip155:31337:0xdbC43Ba45381e02825b14322cDdd15eC4B3164E6' })

export const AgentService = z
  .looseObject({
    name: z
      .string()
      .min(1)
      .openapi({ description: 'Kind of the endpoint: web, A2A, MCP, OASF, ENS, DID, email, or an own one' }),
    endpoint: z.string().min(1).openapi({ description: 'URL, name or account' }),
    version: z.string().optional().openapi({ description: 'Version of the protocol' }),
  })
  .openapi('AgentService')

/** The registration file of an agent, `registration-v1`. */
export const RegistrationFile = z
  .looseObject({
    type: z
      .literal(REGISTRATION_TYPE)
      .openapi({ type: 'string', enum: [REGISTRATION_TYPE], description: 'Structure of the file' }),
    name: z.string().min(1).openapi({ description: 'Name of the agent' }),
    description: z.string().min(1).openapi({ description: 'What it does' }),
    image: z.string().min(1).openapi({ description: 'URL of its picture' }),
    services: z.array(AgentService).openapi({ description: 'Where it can be reached; every URL answers' }),
    x402Support: z.boolean().optional().openapi({ description: 'Something here is paid for by x402' }),
    active: z.boolean().optional().openapi({ description: 'The agent is in service' }),
    registrations: z
      .array(
        z.object({
          agentId: AgentId,
          agentRegistry: Caip10.openapi({ description: 'The identity registry, as CAIP-10' }),
        }),
      )
      .min(1)
      .openapi({ description: 'Where the agent is registered on chain' }),
    supportedTrust: z.array(z.enum(TRUST_MODELS)).optional().openapi({ description: 'How it can be trusted' }),
    reputationRegistry: Caip10.optional().openapi({
      description: 'Where feedback on it is given; never the identity registry',
    }),
  })
  .openapi('RegistrationFile')
export type RegistrationFile = z.output<typeof RegistrationFile>

/** How the file gets on chain, and where the copies are that must be equal to it. */
export const UriPolicy = z
  .object({
    mode: z.literal('strict-immutable').openapi({
      type: 'string',
      enum: ['strict-immutable'],
      description: 'The agent URI on chain must not be changeable without a transaction',
    }),
    preferredOnchainUri: z.string().openapi({ description: 'The file itself as a data: URI (base64)' }),
    preferredOnchainUriKind: z.literal('data').openapi({ type: 'string', enum: ['data'], description: 'Its scheme' }),
    preferredSchemes: z.array(z.string()).openapi({ description: 'Schemes that count as immutable' }),
    mirrorUrl: z.string().openapi({ description: 'Where this host serves the same file' }),
    domainVerificationUrl: z.string().openapi({ description: 'Where this host says which agent it is' }),
    writeOnchainHint: z.string().openapi({ description: 'The call that puts it on chain' }),
    compatibilityFallbackUrl: z.string().openapi({ description: 'For clients that cannot read data: URIs' }),
  })
  .openapi('UriPolicy')

const RegistrationAnswer = z
  .object({
    chainId: ChainId,
    registration: RegistrationFile,
    payloadHash: z
      .string()
      .openapi({ description: 'SHA-256 of the canonical JSON (RFC 8785) of the file, 32 bytes in hex' }),
    uriPolicy: UriPolicy,
    ...storageFields,
  })
  .openapi('SocialRegistration')

const TAGS: string[] = ['social']
const common = { path: '/social/agent-registration', tags: TAGS, 'x-answer': 'envelope' } as const

/** The registration file of this service's own agent. */
export const registration = {
  getSocialAgentRegistration: operation({
    ...common,
    operationId: 'getSocialAgentRegistration',
    method: 'get',
    summary: 'Registration file of this service’s agent',
    description:
      'The ERC-8004 registration file as this host serves it, its hash, and how it gets on chain. With store=true it is also stored permanently. ' +
      STORING_NEEDS_A_CREDENTIAL,
    'x-limit': 'read',
    'x-auth-when': { query: 'store', is: true, auth: 'write', limit: 'write' },
    security: optionally('write'),
    'x-errors': ['agent_not_configured', 'role_not_configured'],
    'x-needs': ownAgent,
    request: {
      query: z.object({
        store: flagInQuery(false, 'If true, the graph is also stored, which needs a session'),
      }),
    },
    responses: answers('The file, and where it is stored', RegistrationAnswer),
  }),
  storeSocialAgentRegistration: operation({
    ...common,
    operationId: 'storeSocialAgentRegistration',
    'x-idempotency': 'steps',
    method: 'post',
    summary: 'Store the registration file of this service’s agent',
    description:
      'The same as getSocialAgentRegistration, and stores the file permanently unless store is false. The same file is stored once. If the storage fails, the file is answered all the same. ' +
      STORING_NEEDS_A_CREDENTIAL,
    'x-limit': 'write',
    'x-auth': 'write',
    security: SECURITY.write,
    'x-body': { bound: 16_384, kind: 'object' },
    'x-errors': ['agent_not_configured', 'role_not_configured'],
    'x-needs': ownAgent,
    request: {
      body: jsonBody(
        z
          .object({
            store: z.boolean().default(true).openapi({ description: 'false: only show it' }),
          })
          .openapi('StoreRegistrationRequest'),
        false,
      ),
    },
    responses: answers('The file, and where it is stored', RegistrationAnswer),
  }),
}

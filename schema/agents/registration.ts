import * as z from 'zod'
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
  .meta({ example: 'eip155:31337:0xdbC43Ba45381e02825b14322cDdd15eC4B3164E6' })

export const AgentService = z
  .looseObject({
    name: z.string().min(1).describe('Kind of the endpoint: web, A2A, MCP, OASF, ENS, DID, email, or a custom name'),
    endpoint: z.string().min(1).describe('URL, name or account of the service'),
    version: z.string().optional().describe('Version of the protocol'),
  })
  .meta({ id: 'AgentService' })

/** The registration file of an agent, `registration-v1`. */
export const RegistrationFile = z
  .looseObject({
    type: z.literal(REGISTRATION_TYPE).describe('Type of the file (ERC-8004)'),
    name: z.string().min(1).describe('Name of the agent'),
    description: z.string().min(1).describe('What the agent does'),
    image: z.string().min(1).describe('URL of the agent’s image'),
    services: z.array(AgentService).describe('Endpoints of the agent'),
    x402Support: z.boolean().optional().describe('Whether the agent takes x402 payments'),
    active: z.boolean().optional().describe('Whether the agent is in service'),
    registrations: z
      .array(
        z.object({
          agentId: AgentId,
          agentRegistry: Caip10.describe('Identity registry, as CAIP-10'),
        }),
      )
      .min(1)
      .describe('Registrations of the agent on chain'),
    supportedTrust: z.array(z.enum(TRUST_MODELS)).optional().describe('Trust models that the agent supports'),
    reputationRegistry: Caip10.optional().describe('Reputation registry for feedback on the agent, as CAIP-10'),
  })
  .meta({ id: 'RegistrationFile' })
export type RegistrationFile = z.output<typeof RegistrationFile>

/** How the file gets on chain, and where the copies are that must be equal to it. */
export const UriPolicy = z
  .object({
    mode: z.literal('strict-immutable').describe('Policy: the content of the agent URI must be immutable'),
    preferredOnchainUri: z.string().describe('Registration file as a data: URI (base64)'),
    preferredOnchainUriKind: z.literal('data').describe('Scheme of `preferredOnchainUri`'),
    preferredSchemes: z.array(z.string()).describe('URI schemes whose content is immutable'),
    mirrorUrl: z.string().describe('URL of the same file on this host'),
    domainVerificationUrl: z.string().describe('URL of the domain proof on this host'),
    writeOnchainHint: z.string().describe('Contract call that writes the URI on chain'),
    compatibilityFallbackUrl: z.string().describe('URL of the file for clients that cannot read data: URIs'),
  })
  .meta({ id: 'UriPolicy', description: 'How to write the file on chain, and where its copies are' })

const RegistrationAnswer = z
  .object({
    chainId: ChainId,
    registration: RegistrationFile,
    payloadHash: z.string().describe('SHA-256 of the file as canonical JSON (RFC 8785), 32 bytes in hex'),
    uriPolicy: UriPolicy,
    ...storageFields,
  })
  .meta({ id: 'SocialRegistration' })

const TAGS: string[] = ['social']
const common = { path: '/social/agent-registration', tags: TAGS, 'x-answer': 'envelope' } as const

/** The registration file of this service's own agent. */
export const registration = {
  getSocialAgentRegistration: operation({
    ...common,
    operationId: 'getSocialAgentRegistration',
    method: 'get',
    summary: 'Get the registration file of this service’s agent',
    description:
      'Returns the ERC-8004 registration file of this service’s agent, its hash, and how to write it on chain (`uriPolicy`). `store=true` also stores the file permanently. ' +
      STORING_NEEDS_A_CREDENTIAL,
    'x-limit': 'read',
    'x-auth-when': { query: 'store', is: true, auth: 'write', limit: 'write' },
    security: optionally('write'),
    'x-errors': ['agent_not_configured', 'role_not_configured'],
    'x-needs': ownAgent,
    request: {
      query: z.object({
        store: flagInQuery(false, 'Whether to also store the file permanently, which needs a credential'),
      }),
    },
    responses: answers('The file and its storage', RegistrationAnswer),
  }),
  storeSocialAgentRegistration: operation({
    ...common,
    operationId: 'storeSocialAgentRegistration',
    'x-idempotency': 'steps',
    method: 'post',
    summary: 'Store the registration file of this service’s agent',
    description:
      'Returns the same as getSocialAgentRegistration, and stores the file permanently unless `store` is false. If storage fails, the file is still returned. ' +
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
            store: z.boolean().default(true).describe('`false` stores nothing; an unchanged file is stored only once'),
          })
          .meta({ id: 'StoreRegistrationRequest' }),
        false,
      ),
    },
    responses: answers('The file and its storage', RegistrationAnswer),
  }),
}

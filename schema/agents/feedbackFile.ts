import { z } from '@hono/zod-openapi'
import { AgentId, AgentRegistry } from '../account/answers.ts'
import { bounded, boundedText, MAX_TEXT } from '../boundedJson.ts'
import { AgentJsonPayload, EvmAddress } from '../common.ts'

const text = (description: string, example: string) =>
  boundedText(MAX_TEXT).optional().openapi({ description, example })

/** `value` of giveFeedback: an int128 of which the registry takes 10^38 at most. */
export const FeedbackValue = z
  .string()
  .regex(/^(0|-?([1-9][0-9]{0,37}|10{38}))$/, 'must be a decimal integer from -10^38 to 10^38, without leading zeros')
  .openapi({
    description: 'Signed integer from -10^38 to 10^38 as a decimal string; the rating is value / 10^valueDecimals',
    example: '9977',
  })

export const ValueDecimals = z.int().min(0).max(18).openapi({ description: 'Decimals of value', example: 2 })

const Attachment = bounded(
  z.looseObject({
    name: text('What it is called', 'response.json'),
    uri: text('Where it is', 'ipfs://bafkreigh2akiscaildcqabsyg3dfr6chu3fgpregiymsck7e7aqa4s52zy'),
    description: text('What it shows', 'The answer that the agent gave'),
  }),
)

const ProofOfPayment = bounded(
  z.looseObject({
    fromAddress: text('Who paid', '0x5FbD…0aa3'),
    toAddress: text('Who was paid', '0x9fE4…a6e0'),
    chainId: z
      .union([z.string().max(100), z.int().min(0).transform(String)])
      .optional()
      .openapi({ type: 'string', description: 'Chain of the payment; a number becomes a text', example: '8453' }),
    txHash: text('Transaction of the payment', `0x${'ab'.repeat(32)}`),
  }),
)

/** What an ERC-8004 feedback file is made from. */
export const FeedbackPayloadRequest = z
  .object({
    agentId: AgentId,
    value: FeedbackValue,
    valueDecimals: ValueDecimals,
    store: z.boolean().default(true).openapi({ description: 'Whether the file is stored; true by default' }),
    clientAddress: EvmAddress.optional().openapi({
      description: 'Who will send giveFeedback; the signed-in address by default',
    }),
    createdAt: z.iso.datetime({ error: 'must be a time in UTC as ISO 8601: 2026-11-20T10:00:00Z' }).optional().openapi({
      description:
        'When the feedback was given, ISO 8601 in UTC; now by default. With it, the same body has the same hash',
      example: '2026-11-20T10:00:00Z',
    }),
    reasoning: boundedText(8000).optional().openapi({
      description: 'Why, at most 8 000 characters',
      example: 'Answered 9 977 of 10 000 requests',
    }),
    reproducible: z.boolean().optional().openapi({ description: 'Whether somebody else can reproduce the rating' }),
    tag1: text('First tag, as in giveFeedback', 'uptime'),
    tag2: text('Second tag, as in giveFeedback', '30d'),
    attachments: z.array(Attachment).max(20).optional().openapi({ description: 'Evidence, at most 20' }),
    proofOfPayment: ProofOfPayment.optional().openapi({ description: 'The payment for what is rated' }),
    skill: text('A2A skill that was used: also a2a.skills', 'market-report'),
    domain: text('OASF domain: also oasf.domains', 'finance_and_business/finance'),
    context: text('A2A context: also a2a.contextId', 'ctx-41'),
    capability: text('Of tools, prompts or resources; together with name also mcp', 'tools'),
    name: text('Name of the MCP tool, prompt or resource', 'get_report'),
    endpoint: text('Endpoint that was used, as in giveFeedback', 'https://agent.example.com/mcp'),
  })
  .openapi('FeedbackPayloadRequest')

/** The off-chain feedback file of ERC-8004. */
export const FeedbackFile = z
  .looseObject({
    agentRegistry: AgentRegistry,
    agentId: AgentId,
    clientAddress: z.string().openapi({
      description: 'CAIP-10 identifier of the client',
      example: 'eip155:31337:0x5FbDB2315678afecb367f032d93F642f64180aa3',
    }),
    createdAt: z.string().openapi({ description: 'ISO 8601', example: '2026-11-20T10:00:00Z' }),
    value: z.union([z.int(), z.string()]).openapi({
      description: 'As a number; as a decimal string where it is past 2^53 - 1, which readers of JSON would change',
      example: 9977,
    }),
    valueDecimals: ValueDecimals,
  })
  .openapi('FeedbackFile', { description: 'Feedback file of ERC-8004, with the optional fields that were given' })

const url = (description: string, example: string) => z.string().nullable().openapi({ description, example })

export const STORAGE_STATUS = ['stored', 'unavailable', 'skipped'] as const

const GATEWAY = 'https://api.example.com/api/social/artifacts/d2b1…'

export const FeedbackPayload = z
  .object({
    payload: FeedbackFile,
    canonical: z.string().openapi({
      description: 'The same as text (RFC 8785): its UTF-8 bytes are what is stored and hashed',
      example: '{"agentId":0,"agentRegistry":"eip155:31337:0x8004…"}',
    }),
    feedbackHash: z.string().openapi({
      description: 'keccak-256 of those bytes, which is feedbackHash of giveFeedback',
      example: `0x${'ab'.repeat(32)}`,
    }),
    feedbackURI: url('What goes on chain; null if the file is not stored', GATEWAY),
    gatewayUrl: url('An https URL of the same bytes; null if the file is not stored', GATEWAY),
    storageKey: url('Key of the file at its storage; null if it is not stored', 'd2b1…'),
    statusUrl: url('Where the storage says how far it is; null if it has none', 'https://storage.example/status/d2b1…'),
    storageStatus: z.enum(STORAGE_STATUS).openapi({
      description: 'stored: read back, byte for byte; unavailable: see storageError; skipped: store was false',
    }),
    storageError: z
      .string()
      .nullable()
      .openapi({ description: 'Why the file is not stored; else null', example: 'the store does not answer' }),
    next: z
      .object({
        operationId: z.string().openapi({ description: 'The operation to call next', example: 'submitAgentFeedback' }),
        method: z.literal('POST').openapi({ description: 'Always POST', type: 'string', enum: ['POST'] }),
        path: z.string().openapi({ description: 'Its path under the base URL', example: '/v1/agents/feedback/submit' }),
        body: AgentJsonPayload.openapi({ description: 'Its body' }),
        note: z
          .string()
          .nullable()
          .openapi({ description: 'What to do before that; null if nothing', example: 'Publish the text first' }),
      })
      .openapi({ description: 'How to bring the feedback on chain' }),
    warnings: z
      .array(z.string())
      .openapi({ description: 'What the next call would refuse', example: ['tag1 is longer than 64 characters'] }),
  })
  .openapi('FeedbackPayload')

import * as z from 'zod'
import { AgentId, AgentRegistry } from '../account/answers.ts'
import { bounded, boundedText, MAX_TEXT } from '../boundedJson.ts'
import { AgentJsonPayload, EvmAddress } from '../common.ts'

const text = (description: string, example: string) => boundedText(MAX_TEXT).optional().meta({ description, example })

/** `value` of giveFeedback: an int128; the registry accepts at most 10^38. */
export const FeedbackValue = z
  .string()
  .regex(/^(0|-?([1-9][0-9]{0,37}|10{38}))$/, 'must be a decimal integer from -10^38 to 10^38, without leading zeros')
  .meta({
    description: 'Signed integer from -10^38 to 10^38 as a decimal string; the rating is value / 10^valueDecimals',
    example: '9977',
  })

export const ValueDecimals = z.int().min(0).max(18).meta({ description: 'Decimals of `value`, 0 to 18', example: 2 })

const Attachment = bounded(
  z.looseObject({
    name: text('Name of the attachment', 'response.json'),
    uri: text('URI of the attachment', 'ipfs://bafkreigh2akiscaildcqabsyg3dfr6chu3fgpregiymsck7e7aqa4s52zy'),
    description: text('What the attachment shows', 'The answer that the agent gave'),
  }),
)

const ProofOfPayment = bounded(
  z.looseObject({
    fromAddress: text('Address that paid', '0x5FbD…0aa3'),
    toAddress: text('Address that was paid', '0x9fE4…a6e0'),
    chainId: z
      .union([z.string().max(100), z.int().min(0).transform(String)])
      .optional()
      .meta({
        type: 'string',
        description: 'Chain id of the payment; a number is stored as a string',
        example: '8453',
      }),
    txHash: text('Hash of the payment’s transaction', `0x${'ab'.repeat(32)}`),
  }),
)

/** Inputs of an ERC-8004 feedback file. */
export const FeedbackPayloadRequest = z
  .object({
    agentId: AgentId,
    value: FeedbackValue,
    valueDecimals: ValueDecimals,
    store: z.boolean().default(true).describe('Whether to store the file; `true` by default'),
    clientAddress: EvmAddress.optional().describe(
      'Address that will send giveFeedback; the signed-in address by default',
    ),
    createdAt: z.iso
      .datetime({ error: 'must be an ISO 8601 time in UTC, such as 2026-11-20T10:00:00Z' })
      .optional()
      .meta({
        description:
          'When the feedback was given, ISO 8601 in UTC; now by default. Set it to get the same hash for the same body.',
        example: '2026-11-20T10:00:00Z',
      }),
    reasoning: boundedText(8000).optional().meta({
      description: 'Reason for the rating, at most 8000 characters',
      example: 'Answered 9 977 of 10 000 requests',
    }),
    reproducible: z.boolean().optional().describe('Whether others can reproduce the rating'),
    tag1: text('First tag, as in giveFeedback', 'uptime'),
    tag2: text('Second tag, as in giveFeedback', '30d'),
    attachments: z.array(Attachment).max(20).optional().describe('Evidence, at most 20'),
    proofOfPayment: ProofOfPayment.optional().describe('Payment for the rated service'),
    skill: text('A2A skill that was used; also written to `a2a.skills`', 'market-report'),
    domain: text('OASF domain; also written to `oasf.domains`', 'finance_and_business/finance'),
    context: text('Id of the A2A context; also written to `a2a.contextId`', 'ctx-41'),
    capability: text('MCP capability: tools, prompts or resources; with `name` also written to `mcp`', 'tools'),
    name: text('Name of the MCP tool, prompt or resource', 'get_report'),
    endpoint: text('Endpoint that was used, as in giveFeedback', 'https://agent.example.com/mcp'),
  })
  .meta({ id: 'FeedbackPayloadRequest' })

/** The off-chain feedback file of ERC-8004. */
export const FeedbackFile = z
  .looseObject({
    agentRegistry: AgentRegistry,
    agentId: AgentId,
    clientAddress: z.string().meta({
      description: 'CAIP-10 identifier of the client',
      example: 'eip155:31337:0x5FbDB2315678afecb367f032d93F642f64180aa3',
    }),
    createdAt: z
      .string()
      .meta({ description: 'When the feedback was given, ISO 8601', example: '2026-11-20T10:00:00Z' }),
    value: z.union([z.int(), z.string()]).meta({
      description: 'Signed integer; a decimal string beyond 2^53 - 1, where JSON numbers lose precision',
      example: 9977,
    }),
    valueDecimals: ValueDecimals,
  })
  .meta({ id: 'FeedbackFile', description: 'Feedback file of ERC-8004, with the optional fields of the request' })

const url = (description: string, example: string) => z.string().nullable().meta({ description, example })

export const STORAGE_STATUS = ['stored', 'unavailable', 'skipped'] as const

const GATEWAY = 'https://api.example.com/api/social/artifacts/d2b1…'

export const FeedbackPayload = z
  .object({
    payload: FeedbackFile,
    canonical: z.string().meta({
      description: '`payload` as canonical JSON (RFC 8785); its UTF-8 bytes are stored and hashed',
      example: '{"agentId":0,"agentRegistry":"eip155:31337:0x8004…"}',
    }),
    feedbackHash: z.string().meta({
      description: 'keccak-256 of the bytes of `canonical`: `feedbackHash` of giveFeedback',
      example: `0x${'ab'.repeat(32)}`,
    }),
    feedbackURI: url('URI for giveFeedback; `null` if the file is not stored', GATEWAY),
    gatewayUrl: url('URL (https) of the same bytes; `null` if the file is not stored', GATEWAY),
    storageKey: url('Key of the file at the storage provider; `null` if the file is not stored', 'd2b1…'),
    statusUrl: url(
      'URL of the storage provider’s progress report; `null` if the provider has none',
      'https://storage.example/status/d2b1…',
    ),
    storageStatus: z
      .enum(STORAGE_STATUS)
      .describe(
        '`stored`: stored and verified byte for byte; `unavailable`: see `storageError`; `skipped`: `store` was false',
      ),
    storageError: z.string().nullable().meta({
      description: 'Why the file is not stored; `null` if it is stored or was not requested',
      example: 'the store does not answer',
    }),
    next: z
      .object({
        operationId: z.string().meta({ description: 'Operation to call next', example: 'submitAgentFeedback' }),
        method: z.literal('POST').meta({ description: 'Always POST', type: 'string', enum: ['POST'] }),
        path: z.string().meta({
          description: 'Path of that operation, below the base URL',
          example: '/v1/agents/feedback/submit',
        }),
        body: AgentJsonPayload.describe('Body of that request'),
        note: z.string().nullable().meta({
          description: 'Step to do before that request; `null` if no step is needed',
          example: 'Publish the text first',
        }),
      })
      .describe('Next request, which puts the feedback on chain'),
    warnings: z.array(z.string()).meta({
      description: 'Reasons why the next request would be rejected',
      example: ['tag1 is longer than 64 characters'],
    }),
  })
  .meta({ id: 'FeedbackPayload' })

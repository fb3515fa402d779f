import * as z from 'zod'
import { UnsignedCalldata } from '../calldata.ts'
import { Amount, AsOf, ChainId, EvmAddress } from '../common.ts'
import { addressOrNull } from '../fields.ts'
import { FeedbackSummary } from './feedbackAnswers.ts'
import { FeedbackFile } from './feedbackFile.ts'
import { AgentId, provenance } from './feedbackParts.ts'
import { CheckedEndpoint, OnchainRegistration } from './identityReport.ts'

/** The checks of a review, in order. */
export const REVIEW_CHECKS = [
  'onchain-registration',
  'registration-payload',
  'agent-wallet',
  'service-availability',
  'discoverability',
] as const

export const REVIEW_LABELS = ['Needs Work', 'Promising', 'Strong', 'Excellent'] as const

const url = (description: string) =>
  z.string().nullable().meta({ description, example: 'https://agent.example.com/.well-known/agent-card.json' })
const network = z.string().meta({ description: 'The chain, as CAIP-2', example: 'eip155:31337' })
const transaction = z
  .string()
  .meta({ description: 'Hash of the transaction that moved the amount', example: `0x${'ab'.repeat(32)}` })

const Review = z
  .object({
    agentId: AgentId,
    scanUrl: url('The agent’s token in a block explorer; `null` if none is configured'),
    identity: z
      .object({
        chainId: ChainId,
        registryAddress: EvmAddress.describe('The identity registry'),
        agentRegistered: z.boolean().describe('Whether the registry has the agent; always true in a review'),
        ownerAddress: EvmAddress.describe('Owner of the agent on chain'),
        agentWallet: addressOrNull('Wallet of the agent on chain; `null` if not set'),
        tokenUri: url('Agent URI on chain; `null` if absent or longer than 100 000 characters'),
        rpcErrorCount: z
          .int()
          .meta({ description: 'Number of chain reads that failed; always 0 in a review', example: 0 }),
        links: z
          .record(z.string(), z.string())
          .meta({ description: 'URLs of operations about the agent, by name', example: { feedback: 'https://…' } }),
      })
      .describe('Data of the identity registry'),
    registration: z
      .object({
        ...OnchainRegistration.shape,
        namesAgent: z.boolean().describe('Whether `registrations` in the file names this agent in this registry'),
      })
      .meta({ id: 'ReviewedRegistration', description: 'The registration file under review' }),
    endpoint: CheckedEndpoint.nullable().describe('The endpoint that was checked; `null` if the agent has none'),
    reputation: z
      .object({
        summary: FeedbackSummary,
        ...provenance,
        truncated: z
          .boolean()
          .describe('`true` if the summary counts only a part of the feedback, because it is too large to read'),
      })
      .describe('Feedback that is not revoked, over all tags; does not change the score'),
    checks: z
      .array(
        z.object({
          id: z.enum(REVIEW_CHECKS).describe('Name of the check'),
          passed: z.boolean().describe('Whether the check passed'),
          detail: z.string().describe('Result of the check'),
        }),
      )
      .describe('Checks, always in this order'),
    score: z
      .object({
        value: z.int().meta({ description: 'Number of checks that passed, at least 1: stars from 1 to 5', example: 5 }),
        valueDecimals: z.literal(0).meta({ description: 'Decimals of `value`', type: 'integer', enum: [0] }),
        numericValue: z.number().meta({ description: 'value / 10^valueDecimals', example: 5 }),
        label: z.enum(REVIEW_LABELS).meta({
          description: '5: Excellent; 4: Strong; 3: Promising; 1 or 2: Needs Work',
          example: 'Excellent',
        }),
      })
      .describe(
        'Score in stars. The feedback has it as a rating from 0 to 100, 20 for each star, under the tags starred and technical-review',
      ),
    reasoning: z
      .string()
      .meta({ description: 'Explanation of the score, from the checks', example: '5 of 5 checks passed.' }),
    generatedAt: z.iso.datetime().meta({ description: 'When the review was made', example: '2026-11-20T10:00:00Z' }),
    source: z
      .literal('erc8004.technical-review')
      .meta({ description: 'Kind of review', type: 'string', enum: ['erc8004.technical-review'] }),
  })
  .meta({ id: 'TechnicalReview' })

const Payment = z
  .object({
    protocol: z.literal('x402').meta({ description: 'Payment protocol', type: 'string', enum: ['x402'] }),
    x402Version: z.literal(2).meta({ description: 'Version of the protocol', type: 'integer', enum: [2] }),
    scheme: z.literal('exact').meta({ description: 'Payment scheme', type: 'string', enum: ['exact'] }),
    network,
    asset: EvmAddress.describe('Token of the payment'),
    amount: Amount.meta({ description: 'Amount paid, in base units of `asset`', example: '1000000' }),
    amountUsd: z.string().meta({ description: 'Amount paid, in whole tokens', example: '1' }),
    payer: EvmAddress.describe('Address that paid'),
    payTo: EvmAddress.describe('Address that was paid'),
    settlement: z
      .object({
        success: z
          .literal(true)
          .meta({ description: 'Always true: the chain has the payment', type: 'boolean', enum: [true] }),
        transaction,
        network,
        payer: EvmAddress.describe('Address that paid'),
      })
      .describe('Settlement, as in PAYMENT-RESPONSE'),
  })
  .meta({ id: 'ReviewPayment' })

const ReviewFeedback = UnsignedCalldata.extend({
  calldata: z
    .string()
    .regex(/^0x([0-9a-f]{2})*$/)
    .meta({ description: 'The same as `data`', example: '0x4ab3ca99' }),
  payload: FeedbackFile,
  canonical: z.string().meta({
    description: '`payload` as canonical JSON (RFC 8785); its UTF-8 bytes are stored and hashed',
    example: '{"agentId":0,"agentRegistry":"eip155:31337:0x8004…"}',
  }),
  feedbackHash: z.string().meta({
    description: 'keccak-256 of the bytes of `canonical`, an argument of the call',
    example: `0x${'ab'.repeat(32)}`,
  }),
  feedbackURI: url('URI of the payload, an argument of the call; `null` (empty in the call) if it is not stored'),
  gatewayUrl: url('URL (https) of the same bytes; `null` if the payload is not stored'),
  storageStatus: z
    .enum(['stored', 'unavailable'])
    .describe('`stored`: stored and verified byte for byte; `unavailable`: see `storageError`'),
  storageError: z.string().nullable().meta({
    description: 'Why the payload is not stored; `null` if it is stored',
    example: 'the store does not answer',
  }),
  submission: z
    .object({
      action: z
        .literal('giveFeedback')
        .meta({ description: 'Function that `data` calls', type: 'string', enum: ['giveFeedback'] }),
    })
    .describe('Next step: `from` sends the call'),
}).meta({
  id: 'ReviewFeedback',
  extends: UnsignedCalldata,
  description: 'Unsigned call that gives the review as feedback, and the feedback file',
})

export const FeedbackReview = z
  .object({ asOf: AsOf, review: Review, payment: Payment, feedback: ReviewFeedback })
  .meta({ id: 'FeedbackReview' })
export type FeedbackReview = z.output<typeof FeedbackReview>

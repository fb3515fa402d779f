import { z } from '@hono/zod-openapi'
import { UnsignedCalldata } from '../calldata.ts'
import { Amount, AsOf, ChainId, EvmAddress } from '../common.ts'
import { FeedbackSummary } from './feedbackAnswers.ts'
import { FeedbackFile } from './feedbackFile.ts'
import { AgentId, provenance } from './feedbackParts.ts'
import { CheckedEndpoint, OnchainRegistration } from './identityReport.ts'

/** The checks of a review, in its order. */
export const REVIEW_CHECKS = [
  'onchain-registration',
  'registration-payload',
  'agent-wallet',
  'service-availability',
  'discoverability',
] as const

export const REVIEW_LABELS = ['Needs Work', 'Promising', 'Strong', 'Excellent'] as const

const url = (description: string) =>
  z.string().nullable().openapi({ description, example: 'https://agent.example.com/.well-known/agent-card.json' })
const network = z.string().openapi({ description: 'The chain, as CAIP-2', example: 'eip155:31337' })
const transaction = z
  .string()
  .openapi({ description: 'The transaction that moved the amount', example: `0x${'ab'.repeat(32)}` })

const Review = z
  .object({
    agentId: AgentId,
    scanUrl: url('The agent’s token in a block explorer; null where the chain has none configured'),
    identity: z
      .object({
        chainId: ChainId,
        registryAddress: EvmAddress.openapi({ description: 'The identity registry' }),
        agentRegistered: z.boolean().openapi({ description: 'The registry has the agent; else there is no review' }),
        ownerAddress: EvmAddress.openapi({ description: 'Owner on chain' }),
        agentWallet: EvmAddress.nullable().openapi({ description: 'The agent’s wallet on chain; null if none is set' }),
        tokenUri: url('The agent URI on chain; null if there is none, or one of more than 100 000 characters'),
        rpcErrorCount: z.int().openapi({ description: 'Reads that failed; 0, else there is no review', example: 0 }),
        links: z
          .record(z.string(), z.string())
          .openapi({ description: 'Operations about the agent, by name', example: { feedback: 'https://…' } }),
      })
      .openapi({ description: 'What the identity registry says' }),
    registration: z
      .object({
        ...OnchainRegistration.shape,
        namesAgent: z.boolean().openapi({ description: 'Its `registrations` name this agent in this registry' }),
      })
      .openapi('ReviewedRegistration', { description: 'The registration file that was judged' }),
    endpoint: CheckedEndpoint.nullable().openapi({ description: 'The endpoint that was asked; null if there is none' }),
    reputation: z
      .object({
        summary: FeedbackSummary,
        ...provenance,
        truncated: z
          .boolean()
          .openapi({ description: 'It counts only a part of the feedback, which is too much to read' }),
      })
      .openapi({ description: 'Feedback that counts, over all tags; it does not change the score' }),
    checks: z
      .array(
        z.object({
          id: z.enum(REVIEW_CHECKS).openapi({ description: 'What was checked' }),
          passed: z.boolean().openapi({ description: 'Whether its result is good' }),
          detail: z.string().openapi({ description: 'What was found, in one sentence' }),
        }),
      )
      .openapi({ description: 'In this order' }),
    score: z
      .object({
        value: z.int().openapi({ description: 'Checks that passed, at least 1: stars from 1 to 5', example: 5 }),
        valueDecimals: z.literal(0).openapi({ description: 'Decimals of value', type: 'integer', enum: [0] }),
        numericValue: z.number().openapi({ description: 'value / 10^valueDecimals', example: 5 }),
        label: z.enum(REVIEW_LABELS).openapi({
          description: '5: Excellent, 4: Strong, 3: Promising, below: Needs Work',
          example: 'Excellent',
        }),
      })
      .openapi({ description: 'The score, as it goes on chain' }),
    reasoning: z.string().openapi({ description: 'Why, made from the checks', example: '5 of 5 checks passed.' }),
    generatedAt: z.iso.datetime().openapi({ description: 'When it was made', example: '2026-11-20T10:00:00Z' }),
    source: z
      .literal('erc8004.technical-review')
      .openapi({ description: 'Kind of the review', type: 'string', enum: ['erc8004.technical-review'] }),
  })
  .openapi('TechnicalReview')

const Payment = z
  .object({
    protocol: z.literal('x402').openapi({ description: 'The protocol', type: 'string', enum: ['x402'] }),
    x402Version: z.literal(2).openapi({ description: 'Its version', type: 'integer', enum: [2] }),
    scheme: z.literal('exact').openapi({ description: 'Its scheme', type: 'string', enum: ['exact'] }),
    network,
    asset: EvmAddress.openapi({ description: 'The token' }),
    amount: Amount.openapi({ description: 'What was paid, in its base units', example: '1000000' }),
    amountUsd: z.string().openapi({ description: 'The same in whole tokens', example: '1' }),
    payer: EvmAddress.openapi({ description: 'Who paid' }),
    payTo: EvmAddress.openapi({ description: 'Who was paid' }),
    settlement: z
      .object({
        success: z.literal(true).openapi({ description: 'The chain shows it', type: 'boolean', enum: [true] }),
        transaction,
        network,
        payer: EvmAddress.openapi({ description: 'Who paid' }),
      })
      .openapi({ description: 'The same as PAYMENT-RESPONSE' }),
  })
  .openapi('ReviewPayment')

const ReviewFeedback = UnsignedCalldata.extend({
  calldata: z
    .string()
    .regex(/^0x([0-9a-f]{2})*$/)
    .openapi({ description: 'The same as `data`', example: '0x4ab3ca99' }),
  payload: FeedbackFile,
  canonical: z.string().openapi({
    description: 'The payload as text (RFC 8785): its UTF-8 bytes are what is stored and hashed',
    example: '{"agentId":0,"agentRegistry":"eip155:31337:0x8004…"}',
  }),
  feedbackHash: z
    .string()
    .openapi({ description: 'keccak-256 of those bytes, an argument of the call', example: `0x${'ab'.repeat(32)}` }),
  feedbackURI: url('Where the payload is, an argument of the call; null (and empty there) if it is not stored'),
  gatewayUrl: url('An https URL of the same bytes; null if the payload is not stored'),
  storageStatus: z
    .enum(['stored', 'unavailable'])
    .openapi({ description: 'stored: read back, byte for byte; unavailable: see storageError' }),
  storageError: z
    .string()
    .nullable()
    .openapi({ description: 'Why it is not stored; else null', example: 'the store does not answer' }),
  submission: z
    .object({
      action: z
        .literal('giveFeedback')
        .openapi({ description: 'The function that `data` calls', type: 'string', enum: ['giveFeedback'] }),
    })
    .openapi({ description: 'How it gets on chain: `from` sends the call' }),
}).openapi('ReviewFeedback', { description: 'The unsigned call that gives the review as feedback, and its file' })

export const FeedbackReview = z
  .object({ asOf: AsOf, review: Review, payment: Payment, feedback: ReviewFeedback })
  .openapi('FeedbackReview')
export type FeedbackReview = z.output<typeof FeedbackReview>

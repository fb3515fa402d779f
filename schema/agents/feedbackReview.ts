import { z } from '@hono/zod-openapi'
import { jsonBody } from '../builder.ts'
import { builderFields, NonZeroAddress } from '../calldata.ts'
import { envelope } from '../common.ts'
import { agentIdInBody } from './feedbackParts.ts'
import { operation, SECURITY } from '../operation.ts'
import { FeedbackReview } from './reviewAnswer.ts'
import { reads, roles } from '../needs.ts'

const MOST_URL = 1024
const MAX_AGENT = BigInt(Number.MAX_SAFE_INTEGER)

/** What is asked for its document: control characters and white space would not survive the way there. */
const webUrl = (description: string) =>
  z
    .string()
    .max(MOST_URL, { error: `must have at most ${MOST_URL} characters` })
    .regex(/^https?:\/\/[^\s\p{Cc}\p{Cs}]+$/iu, { error: 'must be an http or https URL' })
    .optional()
    .openapi({
      description: `${description}; at most ${MOST_URL} characters`,
      example: 'https://agent.example.com/a2a',
    })

export const FeedbackReviewRequest = z
  .strictObject({
    agentId: agentIdInBody.refine((id) => BigInt(id) <= MAX_AGENT, {
      error: `must be at most ${MAX_AGENT}: a feedback file has it as a number`,
    }),
    registrationUrl: webUrl('Where the registration file is read; the agent URI on chain by default'),
    endpoint: webUrl('The endpoint that is asked, and goes on chain; by default one of the registration file'),
    capability: z
      .string()
      .max(128, { error: 'must have at most 128 characters' })
      .regex(/^[^\p{Cc}\p{Cs}]*$/u, { error: 'must not contain control characters or lone surrogates' })
      .optional()
      .openapi({
        description: 'What of the agent is meant, for the feedback file; at most 128 characters',
        example: 'tools',
      }),
    clientAddress: NonZeroAddress.optional().openapi({
      description: 'Who will send the feedback, and is its client on chain; the payer by default',
    }),
    chainId: builderFields.chainId,
  })
  .openapi('FeedbackReviewRequest')
export type FeedbackReviewRequest = z.output<typeof FeedbackReviewRequest>

const header = (description: string) =>
  z.string().max(16_384).optional().openapi({ description, example: 'eyJ4NDAyVmVyc2lvbiI6Mn0=' })

const TAGS: string[] = ['agents']

/** Reviews that are paid for. */
export const feedbackReview = {
  reviewAgentFeedback: operation({
    operationId: 'reviewAgentFeedback',
    method: 'post',
    path: '/v1/agents/feedback/review',
    tags: TAGS,
    summary: 'A technical review of an agent (ERC-8004), paid for by x402',
    description:
      'Reads an agent’s registration on chain, its file, one of its endpoints and its feedback, scores what was found, and answers the feedback file, stored, with the unsigned giveFeedback call. Paid for by x402 version 2, scheme exact: without a payment it answers 402 with PAYMENT-REQUIRED; an x402 client signs and sends the same request with PAYMENT-SIGNATURE. The price in force is that of PAYMENT-REQUIRED; x-payment-info has the one of a deployment that sets none. A payment-identifier (extension of x402) buys once: with another payment it is 409. The payment is settled after the review is made and before it is answered, and one that fails charges nothing. The same payment with the same body by the same caller gets the same answer for ever: repeat it, with the same payment, after any 5xx. Each payment buys one review, and its payer, signed in, can always have it: a payment that is on chain already is honoured for its payer alone, for a day; until another caller who sent it has an answer, the payer’s request takes its place; afterwards the payer gets the same review for the same body. For feedback of your own use submitAgentFeedback.',
    'x-limit': 'feedbackReview',
    'x-answer': 'envelope',
    'x-auth': 'write',
    'x-payment-info': { price: { mode: 'fixed', currency: 'USD', amount: '1.00' }, protocols: [{ x402: {} }] },
    'x-body': { bound: 65_536, kind: 'object' },
    'x-errors': [
      'invalid_payment',
      'payment_required',
      'payment_rejected',
      'payment_conflict',
      'payer_only',
      'payment_unsettled',
      'facilitator_unavailable',
      'review_busy',
      'review_incomplete',
      'payments_not_configured',
      'agent_not_found',
      'role_not_configured',
    ],
    security: SECURITY.write,
    'x-needs': {
      ...reads,
      ...roles('identityRegistry', 'reputationRegistry', 'usdc'),
      X402_FACILITATOR_URL: 'payments_not_configured',
    },
    request: {
      headers: z.object({
        'PAYMENT-SIGNATURE': header('The payment (PaymentPayload of x402 version 2): base64 of JSON'),
        'X-PAYMENT': header('Another name of PAYMENT-SIGNATURE, which wins'),
      }),
      body: jsonBody(FeedbackReviewRequest),
    },
    responses: {
      200: {
        description: 'The review, its payment, and the feedback that can be given with it',
        headers: z.object({
          'PAYMENT-RESPONSE': header('The settlement (SettleResponse of x402 version 2): base64 of JSON'),
        }),
        content: { 'application/json': { schema: envelope(FeedbackReview) } },
      },
    },
  }),
}

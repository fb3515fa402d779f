import * as z from 'zod'
import { jsonBody } from '../builder.ts'
import { builderFields, names, NonZeroAddress } from '../calldata.ts'
import { envelope } from '../common.ts'
import { agentIdInBody } from './feedbackParts.ts'
import { operation, SECURITY } from '../operation.ts'
import { FeedbackReview } from './reviewAnswer.ts'
import { reads, roles } from '../needs.ts'
import { UNSHOWABLE } from './writeBodies.ts'

const MOST_URL = 1024
const MAX_AGENT = BigInt(Number.MAX_SAFE_INTEGER)

/** A URL to fetch: control characters and white space would not survive in the request. */
const webUrl = (description: string) =>
  z
    .string()
    .max(MOST_URL, { error: `must have at most ${MOST_URL} characters` })
    .regex(/^[hH][tT][tT][pP][sS]?:\/\/\S+$/, { error: 'must be an http or https URL' })
    .refine((text) => !UNSHOWABLE.test(text), { error: 'must be an http or https URL' })
    .optional()
    .meta({
      description,
      example: 'https://agent.example.com/a2a',
    })

export const FeedbackReviewRequest = z
  .strictObject({
    agentId: agentIdInBody.refine((id) => BigInt(id) <= MAX_AGENT, {
      error: `must be at most ${MAX_AGENT}, because a feedback file has the id as a JSON number`,
    }),
    registrationUrl: webUrl('URL of the registration file; by default the agent URI on chain'),
    endpoint: webUrl('Endpoint to check, which is also written on chain; by default one of the registration file'),
    capability: z
      .string()
      .max(128, { error: 'must have at most 128 characters' })
      .refine((text) => !UNSHOWABLE.test(text), { error: 'must not contain control characters or lone surrogates' })
      .optional()
      .meta({
        description: 'MCP capability under review, for the feedback file',
        example: 'tools',
      }),
    clientAddress: NonZeroAddress.optional().meta(
      names('Address that will send the feedback, and so is its client on chain; the payer by default', 'account'),
    ),
    chainId: builderFields.chainId,
  })
  .meta({ id: 'FeedbackReviewRequest' })
export type FeedbackReviewRequest = z.output<typeof FeedbackReviewRequest>

const header = (description: string) =>
  z.string().max(16_384).optional().meta({ description, example: 'eyJ4NDAyVmVyc2lvbiI6Mn0=' })

const TAGS: string[] = ['agents']

/** Reviews that are paid for. */
export const feedbackReview = {
  reviewAgentFeedback: operation({
    operationId: 'reviewAgentFeedback',
    method: 'post',
    path: '/v1/agents/feedback/review',
    tags: TAGS,
    summary: 'Buy a technical review of an agent (ERC-8004, x402)',
    description:
      'Checks an agent’s registration, registration file and endpoint; returns a score, a stored feedback file and the unsigned giveFeedback call. Costs one x402 payment: without it the answer is 402. After any 5xx, repeat the request with the same payment. For your own feedback use submitAgentFeedback.',
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
        'PAYMENT-SIGNATURE': header(
          'Payment (PaymentPayload of x402 version 2, scheme exact), as base64 of JSON, for the price in PAYMENT-REQUIRED of the 402. It is settled once the review is made; a failed review costs nothing. The same payment, body and caller always get the same answer.',
        ),
        'X-PAYMENT': header('Older name of PAYMENT-SIGNATURE; ignored if both are present'),
      }),
      body: jsonBody(FeedbackReviewRequest),
    },
    responses: {
      200: {
        description: 'The review, its payment, and the unsigned feedback call',
        headers: z.object({
          'PAYMENT-RESPONSE': header('Settlement (SettleResponse of x402 version 2), as base64 of JSON'),
        }),
        content: { 'application/json': { schema: envelope(FeedbackReview) } },
      },
    },
  }),
}

import type { WorkflowDraft } from './drafts.ts'

/** A review of an agent, around the signature of its payment. */
export const review: readonly WorkflowDraft[] = [
  {
    workflowId: 'review-offer',
    summary: 'Get the price of a review of an agent',
    description:
      'Returns the payment that a review of an ERC-8004 agent costs: `paymentRequired` is PaymentRequired of x402 version 2, as base64 of JSON. Then let an x402 client sign a payment for it, check its amount and recipient, and run `review`.',
    steps: [
      {
        stepId: 'offer',
        description: 'Request the review without a payment: the answer is 402.',
        operationId: 'reviewAgentFeedback',
        token: '$inputs.token',
        body: { agentId: '$inputs.agentId' },
        status: 402,
        outputs: { paymentRequired: 'PAYMENT-REQUIRED' },
      },
    ],
  },
  {
    workflowId: 'review',
    summary: 'Buy a review of an agent',
    description:
      'Returns the review and the unsigned call that writes it on chain. After a failure run it again with the same payment, which is charged at most once.',
    inputs: { paymentSignature: { format: 'password' } },
    steps: [
      {
        stepId: 'buy',
        description: 'Request the review with the signed payment.',
        operationId: 'reviewAgentFeedback',
        token: '$inputs.token',
        parameters: { 'PAYMENT-SIGNATURE': '$inputs.paymentSignature' },
        body: { agentId: '$inputs.agentId' },
        outputs: { review: '/data/review', payment: '/data/payment', feedback: '/data/feedback' },
      },
    ],
  },
]

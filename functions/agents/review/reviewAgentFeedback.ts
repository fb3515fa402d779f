import type { PaymentRequired, SettleResponse } from '@x402/core/types'
import { safeBase64Encode } from '@x402/core/utils'
import { getAddress } from 'viem/utils'
import type { feedbackReview } from '../../../schema/agents/feedbackReview.ts'
import type { FeedbackReview } from '../../../schema/agents/reviewAnswer.ts'
import type { ErrorCode } from '../../../schema/errors.ts'
import type { AsOf } from '../../../shared/chain/chain.ts'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import type { Handler } from '../../../shared/http/handler.ts'
import type { BuiltReview } from './buildReview.ts'
import type { ReviewContext } from './context.ts'
import type { Discovery } from './payment/createDiscovery.ts'
import type { Reason } from './payment/faultOf.ts'
import type { PaymentRequirements } from './payment/Payment.ts'
import { readPayment } from './payment/readPayment.ts'
import type { PurchaseResult } from './purchase.ts'

/**
 * A technical review of an agent for a payment by x402 (version 2, scheme `exact`, EIP-3009): the ledger of the payer
 * verifies the payment, builds the review, and has it settled (review/purchase.ts).
 *
 * Throws payment_required and payment_rejected with PAYMENT-REQUIRED, invalid_payment, payment_conflict, payer_only,
 * payment_unsettled, facilitator_unavailable, review_busy, review_incomplete, payments_not_configured, agent_not_found,
 * role_not_configured, store_unavailable, and what a chain read throws.
 */
export const reviewAgentFeedback: Handler<typeof feedbackReview.reviewAgentFeedback, ReviewContext> = async (
  { body, principal, request },
  { payments, ledgers },
) => {
  const { offer, discovery } = payments()
  const refuse = async (code: ErrorCode, reason?: Reason, headers: Record<string, string> = {}) => {
    const { requirements } = await offer()
    return new ApiError(code, reason, { ...headers, 'payment-required': required(discovery, requirements, reason) })
  }
  const name = HEADERS.find((one) => request.headers.has(one))
  if (name === undefined) throw await refuse('payment_required')
  const payment = readPayment(request.headers.get(name) ?? '', name)
  if (payment === 'other version') throw await refuse('payment_rejected', 'invalid_x402_version')
  const { chainId: _, ...wanted } = body
  const sale = await ledgers.purchase(payment, principal, wanted)
  if (sale.outcome === 'failed') throw new ApiError(sale.code, sale.detail, { ...sale.headers })
  if (sale.outcome === 'payerOnly') throw new ApiError('payer_only')
  if (sale.outcome === 'conflict') throw conflict(sale)
  if (sale.outcome === 'bought') {
    const answer = answerOf(sale)
    return { ...answer, headers: { 'payment-response': encode(answer.data.payment.settlement) } }
  }
  const { network } = payment.accepted
  const failure: SettleResponse = {
    success: false,
    errorReason: sale.reason,
    transaction: '',
    network,
    payer: payment.authorization.from,
  }
  throw await refuse(
    'payment_rejected',
    sale.reason,
    sale.wasSubmitted ? { 'payment-response': encode(failure) } : undefined,
  )
}

/** Headers with a payment: of the current version, and of clients of version 1. */
const HEADERS = ['PAYMENT-SIGNATURE', 'X-PAYMENT']

function conflict({ bought, byName }: { readonly bought?: string; readonly byName?: true }): ApiError {
  if (byName)
    return new ApiError(
      'payment_conflict',
      'payment-identifier: is used by another payment; send that payment again, or choose another identifier',
    )
  return new ApiError(
    'payment_conflict',
    bought === undefined
      ? undefined
      : `another caller bought a review with your payment; to get that review, send ${bought}`,
  )
}

const encode = (value: object): string => safeBase64Encode(JSON.stringify(value))

/** PaymentRequired of x402 version 2, as the header PAYMENT-REQUIRED has it. */
function required(discovery: Discovery, requirements: PaymentRequirements, reason: Reason | undefined): string {
  const value: PaymentRequired = {
    x402Version: 2,
    error: reason ?? 'PAYMENT-SIGNATURE header is required',
    accepts: [requirements],
    ...discovery,
  }
  return encode(value)
}

/** The answer to a purchase, from what was built before it was paid, and the transaction that paid. */
function answerOf({ answer, row }: PurchaseResult & { outcome: 'bought' }): {
  readonly data: Omit<FeedbackReview, 'asOf'>
  readonly asOf: AsOf
} {
  const { review, feedback, asOf }: BuiltReview = JSON.parse(answer)
  const { accepted, authorization } = row.payment
  const { network, amount } = accepted
  const payer = authorization.from
  return {
    asOf,
    data: {
      review,
      payment: {
        protocol: 'x402',
        x402Version: 2,
        scheme: 'exact',
        network,
        asset: getAddress(accepted.asset),
        amount,
        amountUsd: row.amountUsd,
        payer,
        payTo: getAddress(accepted.payTo),
        settlement: { success: true, transaction: row.paid.transaction, network, payer },
      },
      feedback,
    },
  }
}

import type { PaymentRequired, SettleResponse } from '@x402/core/types'
import { safeBase64Encode } from '@x402/core/utils'
import type { ErrorCode } from '../../../schema/errors.ts'
import type { feedbackReview } from '../../../schema/agents/feedbackReview.ts'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import type { Handler } from '../../../shared/http/handler.ts'
import type { Discovery } from './payment/createDiscovery.ts'
import type { PaymentRequirements } from './payment/Payment.ts'
import { readPayment } from './payment/readPayment.ts'
import type { Reason } from './payment/reasons.ts'
import { answerOf } from './answerOf.ts'
import type { ReviewContext } from './context.ts'

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
  const header = request.headers.get('payment-signature') ?? request.headers.get('x-payment')
  if (header === null) throw await refuse('payment_required')
  const payment = readPayment(header)
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
    sale.wasAsked ? { 'payment-response': encode(failure) } : undefined,
  )
}

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

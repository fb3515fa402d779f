import type { FeedbackReview } from '../../../schema/agents/reviewAnswer.ts'
import type { AsOf } from '../../../shared/chain/chain.ts'
import type { BuiltReview } from './buildReview.ts'
import type { PurchaseResult } from './purchase.ts'
import { getAddress } from 'viem/utils'

/** The answer to a purchase, from what was built before it was paid, and the transaction that paid. */
export function answerOf({ answer, row }: PurchaseResult & { outcome: 'bought' }): {
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

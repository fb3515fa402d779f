import type { Context } from '../../../shared/http/handler.ts'
import { createPayments, type Payments } from './createPayments.ts'
import { createPaymentLedgers, type PaymentLedgers } from './paymentLedgerStore.ts'
import type { ReviewEnv } from './reviewEnv.ts'

export interface ReviewContext extends Context {
  /** Throws payments_not_configured. */
  readonly payments: () => Payments
  readonly ledgers: PaymentLedgers
}

export const createReviewContext = (common: Context, env: ReviewEnv): ReviewContext => ({
  ...common,
  payments: createPayments(env, { ...common, agent: env.AGENT }),
  ledgers: createPaymentLedgers(env.PAYMENT_LEDGER),
})

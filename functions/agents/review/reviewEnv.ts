import * as z from 'zod'
import { agentVariables } from '../../../shared/env/agentEnv.ts'
import { binding } from '../../../shared/env/declare.ts'
import { readVariables } from '../../../shared/env/env.ts'
import { outsideVariables } from '../../../shared/env/outsideEnv.ts'
import { paymentVariables } from '../../../shared/env/paymentEnv.ts'
import { storageVariables } from '../../../shared/env/storageEnv.ts'
import { sponsorVariables } from '../paymasterOf.ts'
import type { PaymentLedgerObject } from './paymentLedgerStore.ts'

/** Variables of a review and its payment, in the Worker and in its ledgers. */
export const reviewVariables = {
  ...readVariables,
  ...agentVariables,
  ...outsideVariables,
  ...storageVariables,
  ...paymentVariables,
  ...sponsorVariables,
  DB: binding<D1Database>(
    'database',
    'D1: accounts, creators’ agents, rooms, messages, wallet intelligence, the log index, addresses of stored documents',
  ),
  PAYMENT_LEDGER: binding<DurableObjectNamespace<PaymentLedgerObject>>(
    'object',
    'Durable Objects of `agents`: payments and the paid reviews, by payer',
  ),
}
export const ReviewEnv = z.object(reviewVariables)
export type ReviewEnv = z.output<typeof ReviewEnv>

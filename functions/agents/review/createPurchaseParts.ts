import { FeedbackReviewRequest } from '../../../schema/agents/feedbackReview.ts'
import { readEnv } from '../../../shared/env/readEnv.ts'
import { createContext } from '../../../shared/http/context.ts'
import type { WaitUntil } from '../../../shared/http/handler.ts'
import type { Self } from '../../../shared/http/serve.ts'
import { createPaymentReader } from './payment/createPaymentReader.ts'
import { createAgentsContext } from '../AgentsContext.ts'
import { AgentsEnv } from '../env.ts'
import { buildReview } from './buildReview.ts'
import { createSignatureCheck } from './createSignatureCheck.ts'
import type { PaymentRows } from './PaymentRows.ts'
import type { PurchaseParts } from './purchase.ts'

/** What a purchase depends on, from the environment of the ledger, which is that of its Worker. */
export function createPurchaseParts(env: object, rows: PaymentRows, waitUntil: WaitUntil): PurchaseParts {
  const own = readEnv(AgentsEnv, env)
  // A review reads the registries and documents, and asks no operation of the Worker.
  const asksNone: Self = () => Promise.reject(new Error('a ledger has no operations'))
  const context = createAgentsContext(createContext(own), own, asksNone)
  const { facilitator, offer } = context.payments()
  const { chain, now } = context
  return {
    rows,
    facilitator,
    payments: createPaymentReader(chain),
    isSigned: createSignatureCheck(chain),
    offer,
    build: async (text, { authorization }) => {
      const request = FeedbackReviewRequest.parse(JSON.parse(text))
      return JSON.stringify(await buildReview(request, authorization.from, { ...context, waitUntil }))
    },
    now,
    blockTimeMs: chain.config.blockTimeMs,
  }
}

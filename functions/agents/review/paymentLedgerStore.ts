import type { ErrorCode } from '../../../schema/errors.ts'
import { nameOf, type Principal } from '../../../shared/auth/principal.ts'
import { stored } from '../../../shared/store/stored.ts'
import type { Payment } from '../../../shared/payment/Payment.ts'
import { canonicalJson } from '../../../shared/text/canonicalJson.ts'
import { sha256 } from '../../../shared/text/sha256.ts'
import type { Bought, Purchase } from './purchase.ts'

/** What came of a purchase; `failed` is an ApiError on its way out of the object. */
export type Sale =
  | Bought
  | {
      readonly outcome: 'failed'
      readonly code: ErrorCode
      readonly detail?: string | undefined
      readonly headers?: Readonly<Record<string, string>>
    }

/** What the Durable Object `PaymentLedger` takes and answers: a Purchase and a Sale as JSON. */
export interface PaymentLedgerObject extends Rpc.DurableObjectBranded {
  purchase(purchase: string): Promise<string>
}

export interface PaymentLedgers {
  /** Buys what a validated body asks for, once for each payment. Throws store_unavailable. */
  purchase(payment: Payment, principal: Principal, request: object): Promise<Sale>
}

/** Payments, sharded by payer. An answer is for whoever paid with the same credential: its address is in the hash. */
export const createPaymentLedgers = (namespace: DurableObjectNamespace<PaymentLedgerObject>): PaymentLedgers => ({
  async purchase(payment, principal, request) {
    const { authorization, signature } = payment
    const wanted: Purchase = {
      payment,
      request,
      paymentHash: await sha256(canonicalJson({ authorization, signature })),
      requestHash: await sha256(canonicalJson({ principal: nameOf(principal), request })),
    }
    const ledger = namespace.getByName(authorization.from.toLowerCase())
    return JSON.parse(await stored(() => ledger.purchase(JSON.stringify(wanted))))
  },
})

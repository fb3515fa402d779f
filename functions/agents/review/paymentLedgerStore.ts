import type { ErrorCode } from '../../../schema/errors.ts'
import { nameOf, type Principal } from '../../../shared/auth/principal.ts'
import { stored } from '../../../shared/store/stored.ts'
import type { Payment } from './payment/Payment.ts'
import { canonicalJson } from '../../../shared/text/json.ts'
import { sha256 } from '../../../shared/text/bytes.ts'
import { isAddressEqual } from 'viem/utils'
import type { Claim } from './PaymentRow.ts'
import type { PurchaseResult } from './purchase.ts'

/** The outcome of a purchase; `failed` is an ApiError on its way out of the object. */
export type Sale =
  | PurchaseResult
  | {
      readonly outcome: 'failed'
      readonly code: ErrorCode
      readonly detail?: string | undefined
      readonly headers?: Readonly<Record<string, string>>
    }

/** The Durable Object `PaymentLedger` takes a Claim and answers a Sale, both as JSON. */
export interface PaymentLedgerObject extends Rpc.DurableObjectBranded {
  purchase(purchase: string): Promise<string>
}

export interface PaymentLedgers {
  /** Buys what a validated body asks for, once for each payment. Throws store_unavailable. */
  purchase(payment: Payment, principal: Principal, request: object): Promise<Sale>
}

/** Payments, sharded by payer. An answer is for the caller who bought it, whose address is in the hash, and for the payer. */
export const createPaymentLedgers = (namespace: DurableObjectNamespace<PaymentLedgerObject>): PaymentLedgers => ({
  async purchase(payment, principal, request) {
    const { authorization, signature } = payment
    const wanted: Claim = {
      payment,
      request: canonicalJson(request),
      byPayer: isPayer(principal, payment),
      paymentHash: await sha256(canonicalJson({ authorization, signature })),
      requestHash: await sha256(canonicalJson({ principal: nameOf(principal), request })),
    }
    const ledger = namespace.getByName(authorization.from.toLowerCase())
    return JSON.parse(await stored(() => ledger.purchase(JSON.stringify(wanted))))
  },
})

/** Whether a caller is the payer, by the address that the credential of this request proves: the only place that decides it. */
const isPayer = (principal: Principal, { authorization }: Payment): boolean =>
  principal.kind !== 'machine' && isAddressEqual(principal.address, authorization.from)

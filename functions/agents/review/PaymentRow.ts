import type { Hash } from 'viem'
import type { Payment } from './payment/Payment.ts'

/** A request to buy: its payer, and its subject. */
export interface Claim {
  readonly payment: Payment
  /** Hash of authorization and signature. */
  readonly paymentHash: string
  /** Hash of the validated body and its caller. */
  readonly requestHash: string
  /** The validated body as canonical JSON. */
  readonly request: string
  /** Whether the caller is the payer. */
  readonly byPayer: boolean
}

/** A payment that the ledger knows. */
export interface PaymentRow extends Omit<Claim, 'request'> {
  /** Null in rows from before it was kept. */
  readonly request: string | null
  readonly amountUsd: string
  /** A block from which on its use is looked for. */
  readonly sinceBlock: number
  /** JSON of what it pays for, once that is built. */
  readonly answer: string | null
  /** Whether its settlement was requested from the facilitator. */
  readonly isSubmitted: boolean
  readonly paid: { readonly transaction: Hash; readonly block: number } | null
  /** Whether a caller was given the answer: from then on the payment buys nothing else. */
  readonly isSold: boolean
}

export type Sql = {
  payment: string
  payment_hash: string
  request_hash: string
  request: string | null
  by_payer: number
  amount_usd: string
  since_block: number
  answer: string | null
  submitted: number
  transaction_hash: Hash | null
  block: number | null
  sold: number
}

export function readRow({ payment, transaction_hash: transaction, block, ...row }: Sql): PaymentRow {
  return {
    payment: JSON.parse(payment),
    paymentHash: row.payment_hash,
    requestHash: row.request_hash,
    request: row.request,
    byPayer: row.by_payer === 1,
    amountUsd: row.amount_usd,
    sinceBlock: row.since_block,
    answer: row.answer,
    isSubmitted: row.submitted === 1,
    paid: transaction !== null && block !== null ? { transaction, block } : null,
    isSold: row.sold === 1,
  }
}

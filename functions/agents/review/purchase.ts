import type { Hash } from 'viem'
import { ApiError, isOutage } from '../../../shared/errors/ApiError.ts'
import type { Facilitator, Told } from '../../../shared/payment/createFacilitator.ts'
import type { Offer } from '../../../shared/payment/createOffer.ts'
import type { PaymentReader, Seen } from '../../../shared/payment/createPaymentReader.ts'
import { faultOf } from '../../../shared/payment/faultOf.ts'
import type { Payment } from '../../../shared/payment/Payment.ts'
import type { Reason } from '../../../shared/payment/reasons.ts'
import type { Claim, PaymentRow, PaymentRows } from './PaymentRows.ts'

/** What a purchase depends on. Rows are on the disk before anyone else hears of them: the output gate sees to that. */
export interface PurchaseParts {
  readonly rows: Rows
  readonly facilitator: Facilitator
  readonly payments: PaymentReader
  readonly offer: () => Promise<Offer>
  /** Builds what is paid for, as JSON. Throws an ApiError where that fails, after which nothing has been charged. */
  readonly build: (request: unknown, payment: Payment) => Promise<string>
  /** Milliseconds. */
  readonly now: () => number
  /** How long to wait for a block, in milliseconds. */
  readonly blockTimeMs: number
}

type Waiting<F> = F extends (...args: infer A) => infer R ? (...args: A) => R | Promise<R> : never
/** The rows that a purchase reads and writes, possibly from further away than the object's own storage. */
type Rows = { readonly [K in 'find' | 'reserve' | 'keep' | 'ask' | 'settle' | 'drop']: Waiting<PaymentRows[K]> }

export interface Purchase extends Claim {
  /** The validated body. */
  readonly request: unknown
}

/** A payment whose transaction is known. */
export type PaidRow = PaymentRow & { readonly paid: NonNullable<PaymentRow['paid']> }

export type Bought =
  | { readonly outcome: 'bought'; readonly answer: string; readonly row: PaidRow }
  /** `wasAsked`: the facilitator had been asked to settle it. */
  | { readonly outcome: 'rejected'; readonly reason: Reason; readonly wasAsked: boolean }
  | { readonly outcome: 'conflict' }

const EXPIRED = 'invalid_exact_evm_payload_authorization_valid_before'
const USED = 'invalid_exact_evm_nonce_already_used'
/** How often the chain is looked at for what a facilitator says of it. */
const LOOKS: Readonly<Record<Told['told'], number>> = { settled: 6, failed: 1, nothing: 2 }

/**
 * Sells one thing for one payment: verify, reserve, build, settle, keep, answer. After each step the process may end; a
 * further call with the same payment goes on from what the rows and the chain show. It settles what is built, and only
 * a caller who is there to hear of it has anything settled.
 *
 * Throws facilitator_unavailable, review_busy, payment_unsettled, and what `build` and a chain read throw.
 */
export async function purchase(parts: PurchaseParts, wanted: Purchase): Promise<Bought> {
  const known = await parts.rows.find(wanted.payment)
  if (known) return resume(parts, wanted, known)
  const { requirements, amountUsd } = await parts.offer()
  const { payment } = wanted
  const fault = faultOf(payment, requirements, Math.floor(parts.now() / 1000))
  if (fault) return { outcome: 'rejected', reason: fault, wasAsked: false }
  const seen = await parts.payments.read(payment)
  if (seen.state !== 'open') return { outcome: 'rejected', reason: USED, wasAsked: false }
  const refused = await parts.facilitator.verify(payment)
  if (refused) return { outcome: 'rejected', reason: refused, wasAsked: false }
  const row = await parts.rows.reserve(wanted, amountUsd, seen.block)
  if (!row) throw new ApiError('review_busy')
  return resume(parts, wanted, row, seen)
}

/** Goes on with a payment that is in the ledger. */
async function resume(parts: PurchaseParts, wanted: Purchase, row: PaymentRow, known?: Seen): Promise<Bought> {
  if (row.requestHash !== wanted.requestHash) return { outcome: 'conflict' }
  const { paid } = row
  if (row.answer !== null && paid) return { outcome: 'bought', answer: row.answer, row: { ...row, paid } }
  if (row.paymentHash !== wanted.paymentHash) return { outcome: 'conflict' }
  const seen = known ?? (await lookAgain(parts, row))
  if (seen.state === 'void') return { outcome: 'rejected', reason: USED, wasAsked: row.asked }
  if (seen.state === 'open' && seen.isOver) return over(parts, row, seen.isFinal)
  let { answer } = row
  if (answer === null) {
    answer = await parts.build(wanted.request, row.payment)
    await parts.rows.keep(row, answer)
  }
  if (seen.state === 'paid') return settled(parts, row, answer, seen)
  await parts.rows.ask(row)
  return conclude(parts, row, answer, await parts.facilitator.settle(row.payment))
}

/** The chain decides what became of a settlement, whatever was said of it. */
async function conclude(parts: PurchaseParts, row: PaymentRow, answer: string, told: Told): Promise<Bought> {
  const hint = told.told === 'settled' ? told.transaction : null
  for (let looks = LOOKS[told.told]; looks > 0; looks--) {
    const seen = await lookAgain(parts, row, hint)
    if (seen.state === 'paid') return settled(parts, row, answer, seen)
    if (seen.state === 'void') return { outcome: 'rejected', reason: USED, wasAsked: true }
    // What was said to fail, and cannot succeed as things are: a payment that is still possible may be under way.
    if (told.told === 'failed' && seen.canSettle === false && !seen.isOver)
      return { outcome: 'rejected', reason: told.reason, wasAsked: true }
    if (looks > 1) await sleep(Math.min(Math.max(parts.blockTimeMs, 100), 2000))
  }
  throw new ApiError('payment_unsettled')
}

/** After an outage it is not known what became of a payment that was asked for. */
async function lookAgain({ payments }: PurchaseParts, row: PaymentRow, hint?: Hash | null): Promise<Seen> {
  try {
    return await payments.read(row.payment, row.sinceBlock, hint)
  } catch (error) {
    if (isOutage(error) && (row.asked || hint !== undefined)) throw new ApiError('payment_unsettled')
    throw error
  }
}

async function over({ rows }: PurchaseParts, row: PaymentRow, isFinal: boolean): Promise<Bought> {
  if (isFinal) await rows.drop(row)
  // A block before the last ones could still be replaced by one that has it.
  else if (row.asked) throw new ApiError('payment_unsettled')
  return { outcome: 'rejected', reason: EXPIRED, wasAsked: row.asked }
}

async function settled(
  parts: PurchaseParts,
  row: PaymentRow,
  answer: string,
  seen: Seen & { state: 'paid' },
): Promise<Bought> {
  await parts.rows.settle(row, seen)
  const { transaction, block } = seen
  return { outcome: 'bought', answer, row: { ...row, paid: { transaction, block } } }
}

const sleep = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds))

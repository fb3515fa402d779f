import { deepEqual } from '@x402/core/utils'
import type { Hash } from 'viem'
import { ApiError, isOutage } from '../../../shared/errors/ApiError.ts'
import type { Watch } from '../../../shared/log/Watch.ts'
import type { Facilitator, Settlement } from './payment/createFacilitator.ts'
import type { Offer } from './payment/createOffer.ts'
import { FINAL_BLOCKS, type PaymentReader, type PaymentState } from './payment/createPaymentReader.ts'
import { faultOf, type Reason, timeFaultOf } from './payment/faultOf.ts'
import type { Payment } from './payment/Payment.ts'
import type { Claim, PaymentRow } from './PaymentRow.ts'
import type { PaymentRows } from './PaymentRows.ts'

/** The parts of a purchase. Rows are on disk before anyone else learns of them: the output gate ensures that. */
export interface PurchaseParts {
  readonly rows: Rows
  readonly facilitator: Facilitator
  readonly payments: PaymentReader
  readonly offer: () => Promise<Offer>
  /** Whether the payer signed exactly this. */
  readonly isSigned: (payment: Payment) => Promise<boolean>
  /** Builds what is paid for, as JSON. Throws an ApiError where that fails, after which nothing has been charged. */
  readonly build: (request: string, payment: Payment) => Promise<string>
  readonly watch: Watch
  /** Milliseconds. */
  readonly now: () => number
  /** How long to wait for a block, in milliseconds. */
  readonly blockTimeMs: number
}

type Waiting<F> = F extends (...args: infer A) => infer R ? (...args: A) => R | Promise<R> : never
/** The rows that a purchase reads and writes, possibly from further away than the object's own storage. */
type Rows = {
  readonly [K in 'find' | 'isTaken' | 'reserve' | 'takeOver' | 'keep' | 'ask' | 'sell' | 'drop']: Waiting<
    PaymentRows[K]
  >
}

/** A payment whose transaction is known. */
export type PaidRow = PaymentRow & { readonly paid: NonNullable<PaymentRow['paid']> }

export type PurchaseResult =
  | { readonly outcome: 'bought'; readonly answer: string; readonly row: PaidRow }
  /** `wasSubmitted`: its settlement was requested from the facilitator. */
  | { readonly outcome: 'rejected'; readonly reason: Reason; readonly wasSubmitted: boolean }
  /** `bought`: what another caller bought with the payer's payment, as JSON of its request; only the payer hears of it.
   * `byName`: another payment has its identifier. */
  | { readonly outcome: 'conflict'; readonly bought?: string; readonly byName?: true }
  /** Nobody but the payer may have what this payment buys. */
  | { readonly outcome: 'payerOnly' }

const UNSIGNED = 'invalid_exact_evm_payload_signature'
const EXPIRED = 'invalid_exact_evm_payload_authorization_valid_before'
const USED = 'invalid_exact_evm_nonce_already_used'
/** How often the chain is read after a facilitator's report. */
const LOOKS: Readonly<Record<Settlement['outcome'], number>> = { settled: 6, failed: 1, nothing: 2 }

/**
 * Sells one thing for one payment: verify, reserve, build, settle, keep, answer. The process may end after each step; the
 * next call with the same payment continues from the rows and the chain. Only a request triggers settlement. A payment on
 * chain has a public signature, so one that this service did not have settled is sold only to its payer.
 *
 * Throws facilitator_unavailable, review_busy, payment_unsettled, and what `build` and a chain read throw.
 */
export async function purchase(parts: PurchaseParts, wanted: Claim): Promise<PurchaseResult> {
  const known = await parts.rows.find(wanted.payment)
  if (known) return resume(parts, wanted, known)
  if (await isNamed(parts, wanted.payment)) return { outcome: 'conflict', byName: true }
  const { requirements, amountUsd } = await parts.offer()
  const { payment } = wanted
  const fault = faultOf(payment, requirements)
  if (fault) return { outcome: 'rejected', reason: fault, wasSubmitted: false }
  const seen = await parts.payments.read(payment)
  if (seen.state === 'paid' && !wanted.byPayer) return { outcome: 'payerOnly' }
  const refused = await refusalOf(parts, payment, seen)
  if (refused) return { outcome: 'rejected', reason: refused, wasSubmitted: false }
  // A reorganisation may put what is on chain already into an earlier block.
  const since = seen.state === 'paid' ? Math.max(0, seen.block - FINAL_BLOCKS) : seen.block
  const row = await parts.rows.reserve(wanted, amountUsd, since)
  if (!row && (await isNamed(parts, payment))) return { outcome: 'conflict', byName: true }
  if (!row) throw new ApiError('review_busy')
  return resume(parts, wanted, row, seen)
}

/** Whether another payment has the identifier of this one, if it has one. */
const isNamed = async ({ rows }: PurchaseParts, payment: Payment): Promise<boolean> =>
  payment.identifier !== undefined && rows.isTaken(payment)

/** Why a payment that the ledger does not know is not taken. */
async function refusalOf(parts: PurchaseParts, payment: Payment, { state }: PaymentState): Promise<Reason | undefined> {
  if (state === 'void') return USED
  if (state === 'paid') return (await parts.isSigned(payment)) ? undefined : UNSIGNED
  return timeFaultOf(payment, Math.floor(parts.now() / 1000)) ?? (await parts.facilitator.verify(payment))
}

/** Goes on with a payment that is in the ledger. */
async function resume(
  parts: PurchaseParts,
  wanted: Claim,
  row: PaymentRow,
  known?: PaymentState,
): Promise<PurchaseResult> {
  const { byPayer } = wanted
  const isOwn = row.requestHash === wanted.requestHash || (byPayer && row.isSold && row.request === wanted.request)
  if (!isOwn) return byPayer && !row.byPayer ? takeOver(parts, wanted, row) : { outcome: 'conflict' }
  const { paid } = row
  const mayHave = row.isSold || row.isSubmitted || byPayer
  if (row.answer !== null && paid && mayHave) return sell(parts, row, row.answer, { ...paid, isFinal: false })
  if (row.paymentHash !== wanted.paymentHash) return { outcome: 'conflict' }
  const seen = known ?? (await lookAgain(parts, row))
  if (seen.state === 'void') return { outcome: 'rejected', reason: USED, wasSubmitted: row.isSubmitted }
  if (seen.state === 'paid' && !mayHave) return { outcome: 'payerOnly' }
  if (seen.state === 'open' && seen.isOver) return over(parts, row, seen.isFinal)
  let { answer } = row
  if (answer === null) {
    answer = await parts.build(wanted.request, row.payment)
    if (!(await parts.rows.keep(row, answer))) return { outcome: 'conflict' }
  }
  if (seen.state === 'paid') return sell(parts, row, answer, seen)
  // The payer may have put it on chain while the review was made.
  if (!mayHave && (await lookAgain(parts, row)).state === 'paid') return { outcome: 'payerOnly' }
  if (!(await parts.rows.ask(row))) return { outcome: 'conflict' }
  return conclude(parts, row, answer, await parts.facilitator.settle(row.payment))
}

/**
 * The payer comes for a payment that another caller has presented. Until that caller has its answer, the payer's request takes
 * the place of the other; afterwards the payment has bought its one review, and the payer learns which request that was for.
 */
async function takeOver(parts: PurchaseParts, wanted: Claim, row: PaymentRow): Promise<PurchaseResult> {
  if (row.isSold) return { outcome: 'conflict', ...(row.request === null ? {} : { bought: row.request }) }
  const { authorization, signature } = wanted.payment
  if (!deepEqual(authorization, row.payment.authorization)) return { outcome: 'conflict' }
  const isVerified = row.paymentHash === wanted.paymentHash
  if (!isVerified && !(await parts.isSigned({ ...row.payment, signature })))
    return { outcome: 'rejected', reason: UNSIGNED, wasSubmitted: false }
  await parts.rows.takeOver(row, wanted)
  // The other may have its answer by now, or the row may be gone.
  return purchase(parts, wanted)
}

/** The chain decides the result of a settlement, not the facilitator's report. */
async function conclude(
  parts: PurchaseParts,
  row: PaymentRow,
  answer: string,
  settlement: Settlement,
): Promise<PurchaseResult> {
  const hint = settlement.outcome === 'settled' ? settlement.transaction : null
  for (let looks = LOOKS[settlement.outcome]; looks > 0; looks--) {
    const seen = await lookAgain(parts, row, hint)
    if (seen.state === 'paid') return sell(parts, row, answer, seen)
    if (seen.state === 'void') return { outcome: 'rejected', reason: USED, wasSubmitted: true }
    // Rejected only if it failed and can no longer succeed: a payment that is still possible may be under way.
    if (settlement.outcome === 'failed' && seen.canSettle === false && !seen.isOver)
      return { outcome: 'rejected', reason: settlement.reason, wasSubmitted: true }
    if (looks > 1) await sleep(Math.min(Math.max(parts.blockTimeMs, 100), 2000))
  }
  throw new ApiError('payment_unsettled')
}

/** After an outage, the state of a payment that was sent for settlement is unknown. */
async function lookAgain({ payments }: PurchaseParts, row: PaymentRow, hint?: Hash | null): Promise<PaymentState> {
  try {
    return await payments.read(row.payment, row.sinceBlock, hint)
  } catch (error) {
    if (isOutage(error) && (row.isSubmitted || hint !== undefined)) throw new ApiError('payment_unsettled')
    throw error
  }
}

async function over({ rows }: PurchaseParts, row: PaymentRow, isFinal: boolean): Promise<PurchaseResult> {
  if (isFinal) await rows.drop(row)
  // A block before the last ones could still be replaced by one that has it.
  else if (row.isSubmitted) throw new ApiError('payment_unsettled')
  return { outcome: 'rejected', reason: EXPIRED, wasSubmitted: row.isSubmitted }
}

/** Gives the answer, once that is on the disk: from then on the payment buys nothing else. */
async function sell(
  { rows }: PurchaseParts,
  row: PaymentRow,
  answer: string,
  { transaction, block, isFinal }: Parameters<PaymentRows['sell']>[1],
): Promise<PurchaseResult> {
  const isKnown = row.isSold && row.paid?.transaction === transaction
  if (!isKnown && !(await rows.sell(row, { transaction, block, isFinal }))) return { outcome: 'conflict' }
  return { outcome: 'bought', answer, row: { ...row, paid: { transaction, block } } }
}

const sleep = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds))

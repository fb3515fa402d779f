import type { Hash } from 'viem'
import { MOST_SECONDS } from './payment/faultOf.ts'
import type { Payment } from './payment/Payment.ts'
import { type Claim, type PaymentRow, readRow, type Sql } from './PaymentRow.ts'

/** Rows by which a payer can have the ledger remember what is not paid. */
const MOST_OPEN = 20
/** How long after its validity an unpaid payment still counts as open. */
const OPEN_SECONDS = 600
/** When an unpaid row goes, even if the chain could not be read all that time. */
const UNPAID_SECONDS = 30 * 86_400
const FIRST_CHECK_SECONDS = 15
const LONGEST_CHECK_SECONDS = 3600

interface Paid {
  readonly transaction: Hash
  readonly block: number
  readonly isFinal: boolean
}

const PAID = 'transaction_hash = ?, block = ?, checks = 0, check_at = ?'
/** `asked` is the column of `isSubmitted`. */
const ROW = '*, asked submitted'
const BY_KEY = 'network = ? AND asset = ? AND nonce = ?'
const keyOf = ({ accepted, authorization }: Payment) => [
  accepted.network,
  accepted.asset.toLowerCase(),
  authorization.nonce,
]

/** The payments of one payer, in the storage of its object. Every change is one statement. */
export class PaymentRows {
  readonly #storage: DurableObjectStorage
  readonly #now: () => number
  readonly #changed: () => void

  /** `now` in milliseconds; `changed` is called after every change, in the same turn. */
  constructor(storage: DurableObjectStorage, now: () => number, changed: () => void) {
    this.#storage = storage
    this.#now = now
    this.#changed = changed
  }

  find(payment: Payment): PaymentRow | null {
    const query = `SELECT ${ROW} FROM payments WHERE ${BY_KEY}`
    const [row] = this.#storage.sql.exec<Sql>(query, ...keyOf(payment)).toArray()
    return row ? readRow(row) : null
  }

  /** Whether what the payer calls by this payment's identifier is bought with another payment. */
  isTaken(payment: Payment): boolean {
    const query = `SELECT 1 FROM payments WHERE identifier = ? AND NOT (${BY_KEY})`
    return this.#storage.sql.exec(query, payment.identifier ?? null, ...keyOf(payment)).toArray().length > 0
  }

  /** Keeps a payment before anything is done for it; the row in force if there is one, null if the payer has too many, or
   * another payment has its identifier. */
  reserve(claim: Claim, amountUsd: string, sinceBlock: number): PaymentRow | null {
    const { payment, paymentHash, requestHash, request, byPayer } = claim
    const now = this.#seconds()
    // A payment that is on chain already may have been signed for longer.
    const validBefore = Math.min(Number(payment.authorization.validBefore), now + MOST_SECONDS)
    this.#storage.sql.exec(
      `INSERT OR IGNORE INTO payments (network, asset, nonce, payment, payment_hash, request_hash, request, by_payer, amount_usd,
         valid_before, since_block, created_at, check_at, identifier)
       SELECT ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?
       WHERE (SELECT count(*) FROM payments WHERE transaction_hash IS NULL AND valid_before > ?) < ?`,
      ...keyOf(payment),
      JSON.stringify(payment),
      paymentHash,
      requestHash,
      request,
      byPayer ? 1 : 0,
      amountUsd,
      validBefore,
      sinceBlock,
      now,
      validBefore + OPEN_SECONDS,
      payment.identifier ?? null,
      now - OPEN_SECONDS,
      MOST_OPEN,
    )
    this.#changed()
    return this.find(payment)
  }

  /** Puts the payer's request in the place of another caller's, unless that one has its answer. */
  takeOver({ payment }: PaymentRow, { payment: own, paymentHash, requestHash, request }: Claim): void {
    const signed = JSON.stringify({ ...payment, signature: own.signature })
    this.#storage.sql.exec(
      `UPDATE payments SET payment = ?, payment_hash = ?, request_hash = ?, request = ?, by_payer = 1, answer = NULL
       WHERE ${BY_KEY} AND by_payer = 0 AND sold = 0`,
      signed,
      paymentHash,
      requestHash,
      request,
      ...keyOf(payment),
    )
  }

  /** Stores the answer that a payment pays for, before settlement; false if another request has taken over the payment. */
  keep(row: PaymentRow, answer: string): boolean {
    return this.#changeOwn('answer = ?', row, answer)
  }

  /** Notes that the facilitator is about to settle a payment; false if another request has taken its place. */
  ask(row: PaymentRow): boolean {
    const next = this.#seconds() + FIRST_CHECK_SECONDS
    return this.#changeOwn('asked = 1, checks = 0, check_at = ?', row, next)
  }

  /** Notes that the answer is given for a payment that is paid; false if another request has taken its place. */
  sell(row: PaymentRow, paid: Paid): boolean {
    return this.#changeOwn(`sold = 1, ${PAID}`, row, ...this.#paid(paid))
  }

  /** Notes which transaction paid; looked at again until that is final. */
  settle({ payment }: PaymentRow, paid: Paid): void {
    this.#change(PAID, payment, ...this.#paid(paid))
  }

  /** The payment was reorganised away. */
  reopen({ payment }: PaymentRow): void {
    this.#change('transaction_hash = NULL, block = NULL', payment)
  }

  /** Forgets a payment that can never be settled. */
  drop({ payment }: PaymentRow): void {
    this.#storage.sql.exec(`DELETE FROM payments WHERE ${BY_KEY} AND transaction_hash IS NULL`, ...keyOf(payment))
  }

  /** When the chain is to be looked at next, in milliseconds; null if it is not. */
  nextCheck(): number | null {
    const { at } = this.#storage.sql.exec<{ at: number | null }>('SELECT min(check_at) at FROM payments').one()
    return at === null ? null : at * 1000
  }

  /** Payments that the chain is to be looked at for now; each is looked at less often with every time. */
  due(): PaymentRow[] {
    const { sql } = this.#storage
    const now = this.#seconds()
    const isUnpaid = 'transaction_hash IS NULL AND sold = 0'
    sql.exec(`DELETE FROM payments WHERE ${isUnpaid} AND valid_before < ?`, now - UNPAID_SECONDS)
    const rows = sql
      .exec<Sql>(`SELECT ${ROW} FROM payments WHERE check_at <= ? ORDER BY check_at LIMIT 20`, now)
      .toArray()
    for (const { payment } of rows.map(readRow))
      this.#change(
        `checks = checks + 1, check_at = ? + min(?, ? << min(checks, 10))`,
        payment,
        now,
        LONGEST_CHECK_SECONDS,
        FIRST_CHECK_SECONDS,
      )
    return rows.map(readRow)
  }

  #change(set: string, payment: Payment, ...values: (string | number | null)[]): void {
    this.#storage.sql.exec(`UPDATE payments SET ${set} WHERE ${BY_KEY}`, ...values, ...keyOf(payment))
    this.#changed()
  }

  /** Changes a row unless it has become that of another request; whether it did. */
  #changeOwn(set: string, { payment, requestHash }: PaymentRow, ...values: (string | number | null)[]): boolean {
    const query = `UPDATE payments SET ${set} WHERE ${BY_KEY} AND request_hash = ? RETURNING 1`
    const changed = this.#storage.sql.exec(query, ...values, ...keyOf(payment), requestHash).toArray()
    this.#changed()
    return changed.length > 0
  }

  #paid({ transaction, block, isFinal }: Paid): (string | number | null)[] {
    return [transaction, block, isFinal ? null : this.#seconds() + FIRST_CHECK_SECONDS]
  }

  #seconds(): number {
    return Math.floor(this.#now() / 1000)
  }
}

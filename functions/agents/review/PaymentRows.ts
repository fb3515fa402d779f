import type { Hash } from 'viem'
import type { Payment } from '../../../shared/payment/Payment.ts'

/** Rows by which a payer can have the ledger remember what is not paid. */
const MOST_OPEN = 20
/** How long after its validity an unpaid payment still counts as open. */
const OPEN_SECONDS = 600
/** When an unpaid row goes, even if the chain could not be read all that time. */
const UNPAID_SECONDS = 30 * 86_400
const FIRST_CHECK_SECONDS = 15
const LONGEST_CHECK_SECONDS = 3600

/** What is to be bought: by whom, and what exactly. */
export interface Claim {
  readonly payment: Payment
  /** Hash of authorization and signature. */
  readonly paymentHash: string
  /** Hash of the validated body and its caller. */
  readonly requestHash: string
}

/** A payment that the ledger knows. */
export interface PaymentRow extends Claim {
  readonly amountUsd: string
  /** A block at which it was still open. */
  readonly sinceBlock: number
  /** JSON of what it pays for, once that is built. */
  readonly answer: string | null
  /** Whether the facilitator was asked to settle it. */
  readonly asked: boolean
  readonly paid: { readonly transaction: Hash; readonly block: number } | null
}

type Sql = {
  payment: string
  payment_hash: string
  request_hash: string
  amount_usd: string
  since_block: number
  answer: string | null
  asked: number
  transaction_hash: Hash | null
  block: number | null
}

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

  /** `now` in milliseconds. */
  constructor(storage: DurableObjectStorage, now: () => number) {
    this.#storage = storage
    this.#now = now
  }

  find(payment: Payment): PaymentRow | null {
    const query = `SELECT * FROM payments WHERE ${BY_KEY}`
    const [row] = this.#storage.sql.exec<Sql>(query, ...keyOf(payment)).toArray()
    return row ? read(row) : null
  }

  /** Keeps a payment before anything is done for it; the row in force if there is one, null if the payer has too many. */
  reserve(claim: Claim, amountUsd: string, sinceBlock: number): PaymentRow | null {
    const { payment, paymentHash, requestHash } = claim
    const now = this.#seconds()
    const validBefore = Number(payment.authorization.validBefore)
    this.#storage.sql.exec(
      `INSERT OR IGNORE INTO payments (network, asset, nonce, payment, payment_hash, request_hash, amount_usd, valid_before,
         since_block, created_at, check_at)
       SELECT ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?
       WHERE (SELECT count(*) FROM payments WHERE transaction_hash IS NULL AND valid_before > ?) < ?`,
      ...keyOf(payment),
      JSON.stringify(payment),
      paymentHash,
      requestHash,
      amountUsd,
      validBefore,
      sinceBlock,
      now,
      validBefore + OPEN_SECONDS,
      now - OPEN_SECONDS,
      MOST_OPEN,
    )
    this.#arm()
    return this.find(payment)
  }

  /** Keeps what a payment pays for, before it is asked for. */
  keep({ payment }: PaymentRow, answer: string): void {
    this.#change('answer = ?', payment, answer)
  }

  /** Notes that the facilitator is about to settle a payment. */
  ask({ payment }: PaymentRow): void {
    this.#change('asked = 1, checks = 0, check_at = ?', payment, this.#seconds() + FIRST_CHECK_SECONDS)
  }

  /** Notes which transaction paid; looked at again until that is final. */
  settle({ payment }: PaymentRow, paid: { transaction: Hash; block: number; isFinal: boolean }): void {
    const next = paid.isFinal ? null : this.#seconds() + FIRST_CHECK_SECONDS
    const set = 'transaction_hash = ?, block = ?, checks = 0, check_at = ?'
    this.#change(set, payment, paid.transaction, paid.block, next)
  }

  /** What was paid is not any more: the chain was reorganised. */
  reopen({ payment }: PaymentRow): void {
    this.#change('transaction_hash = NULL, block = NULL', payment)
  }

  /** Forgets a payment that can never be settled. */
  drop({ payment }: PaymentRow): void {
    this.#storage.sql.exec(`DELETE FROM payments WHERE ${BY_KEY} AND transaction_hash IS NULL`, ...keyOf(payment))
  }

  /** Payments that the chain is to be looked at for now; each is looked at less often with every time. */
  due(): PaymentRow[] {
    const { sql } = this.#storage
    const now = this.#seconds()
    sql.exec('DELETE FROM payments WHERE transaction_hash IS NULL AND valid_before < ?', now - UNPAID_SECONDS)
    const rows = sql.exec<Sql>('SELECT * FROM payments WHERE check_at <= ? ORDER BY check_at LIMIT 20', now).toArray()
    for (const { payment } of rows.map(read))
      this.#change(
        `checks = checks + 1, check_at = ? + min(?, ? << min(checks, 10))`,
        payment,
        now,
        LONGEST_CHECK_SECONDS,
        FIRST_CHECK_SECONDS,
      )
    return rows.map(read)
  }

  #change(set: string, payment: Payment, ...values: (string | number | null)[]): void {
    this.#storage.sql.exec(`UPDATE payments SET ${set} WHERE ${BY_KEY}`, ...values, ...keyOf(payment))
    this.#arm()
  }

  /** The alarm of the object is at the next check. */
  #arm(): void {
    const { at } = this.#storage.sql.exec<{ at: number | null }>('SELECT min(check_at) at FROM payments').one()
    if (at !== null) void this.#storage.setAlarm(at * 1000)
  }

  #seconds(): number {
    return Math.floor(this.#now() / 1000)
  }
}

function read({ payment, transaction_hash: transaction, block, ...row }: Sql): PaymentRow {
  return {
    payment: JSON.parse(payment),
    paymentHash: row.payment_hash,
    requestHash: row.request_hash,
    amountUsd: row.amount_usd,
    sinceBlock: row.since_block,
    answer: row.answer,
    asked: row.asked === 1,
    paid: transaction !== null && block !== null ? { transaction, block } : null,
  }
}

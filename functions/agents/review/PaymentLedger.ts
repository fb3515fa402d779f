import { DurableObject } from 'cloudflare:workers'
import { createSemaphore } from '../../../shared/cache/createSemaphore.ts'
import { SingleFlight } from '../../../shared/cache/SingleFlight.ts'
import { migrate, type Step } from '../../../shared/durable/migrate.ts'
import { Outbox } from '../../../shared/durable/Outbox.ts'
import { ApiError, isOutage } from '../../../shared/errors/ApiError.ts'
import { watched } from '../../../shared/http/createWatch.ts'
import { log } from '../../../shared/log/log.ts'
import { logError } from '../../../shared/log/logError.ts'
import { createPurchaseParts } from './createPurchaseParts.ts'
import type { PaymentReader } from './payment/createPaymentReader.ts'
import type { PaymentLedgerObject, Sale } from './paymentLedgerStore.ts'
import type { Claim } from './PaymentRow.ts'
import { PaymentRows } from './PaymentRows.ts'
import { purchase, type PurchaseParts } from './purchase.ts'

/** Reviews that are made for one payer at a time. */
const MOST_BUILDS = 2
/** Purchases under way at a time. Most wait for the facilitator to refuse them: anyone can name any payer. */
const MOST_PURCHASES = 64
const BUSY: Sale = { outcome: 'failed', code: 'review_busy' }

/**
 * The payments of one payer, unique by network, asset and nonce, and what each paid for. Equal requests at the same time
 * share one purchase, which goes on when its callers hang up.
 *
 * Retention: a payment that was taken is kept permanently, with its answer. One that was not is deleted once it can no longer be
 * settled, at the latest after 30 days; at most 20 such payments are open at a time.
 */
export class PaymentLedger extends DurableObject<object> implements PaymentLedgerObject {
  readonly #rows: PaymentRows
  readonly #outbox: Outbox
  // A purchase may not begin a second time, however long it takes: the object goes on as long as it has work.
  readonly #purchases = new SingleFlight<Sale>(Infinity)
  #parts: PurchaseParts | undefined
  readonly #builds = createSemaphore({ slots: MOST_BUILDS, mostMs: Infinity, now: Date.now })

  constructor(ctx: DurableObjectState, env: object) {
    super(ctx, env)
    migrate(ctx.storage, LEDGER_STEPS)
    this.#rows = new PaymentRows(
      ctx.storage,
      () => Date.now(),
      () => this.#outbox.arm(),
    )
    this.#outbox = new Outbox(ctx, {
      dueAt: () => this.#rows.nextCheck(),
      work: () => this.reconcile(),
      failure: ['error', 'payments_not_reconciled'],
    })
  }

  async purchase(text: string): Promise<string> {
    const wanted: Claim = JSON.parse(text)
    const id = `${wanted.paymentHash} ${wanted.requestHash}`
    if (!this.#purchases.has(id) && this.#purchases.size >= MOST_PURCHASES) return JSON.stringify(BUSY)
    const waitUntil = (work: Promise<unknown>) => this.ctx.waitUntil(work)
    return JSON.stringify(await this.#purchases.run(id, () => this.#sell(wanted), { waitUntil }))
  }

  override async alarm(): Promise<void> {
    await this.#outbox.run()
  }

  /** Looks at the chain for payments that are due; returns how many were. */
  async reconcile(): Promise<number> {
    return reconcile(this.#rows, this.parts().payments)
  }

  /** Everything that a purchase depends on; built on first use. */
  protected parts(): PurchaseParts {
    return (this.#parts ??= createPurchaseParts(this.env, this.#rows, (work) => this.ctx.waitUntil(work)))
  }

  async #sell(wanted: Claim): Promise<Sale> {
    try {
      const parts = this.parts()
      const build: PurchaseParts['build'] = (...order) => this.#build(() => parts.build(...order))
      return await watched(parts.watch, () => purchase({ ...parts, build }, wanted))
    } catch (error) {
      if (!(error instanceof ApiError)) logError('error', 'purchase_failed', error)
      const { code, detail, headers } = error instanceof ApiError ? error : new ApiError('internal_error')
      return { outcome: 'failed', code, detail, headers }
    }
  }

  async #build(build: () => Promise<string>): Promise<string> {
    const leave = this.#builds.take()
    if (!leave) throw new ApiError('review_busy')
    return build().finally(leave)
  }
}

/**
 * A payment is reserved (no answer yet), built (`answer`), handed to the facilitator (`asked`), paid (`transaction_hash` with
 * its `block`), and sold (a caller was given the answer, which no other can replace from then on). `check_at`: when the chain
 * is looked at next, in unix seconds; null once the outcome is final. `request`: the body as canonical JSON; null in rows from
 * before it was kept. `by_payer`: the payer made the request. `identifier`: the payer’s name for what it buys, of one payment at
 * a time.
 */
const LEDGER_STEPS: readonly Step[] = [
  `CREATE TABLE IF NOT EXISTS payments (
     network TEXT NOT NULL, asset TEXT NOT NULL, nonce TEXT NOT NULL, payment TEXT NOT NULL, payment_hash TEXT NOT NULL,
     request_hash TEXT NOT NULL, amount_usd TEXT NOT NULL, valid_before INTEGER NOT NULL, since_block INTEGER NOT NULL,
     created_at INTEGER NOT NULL, answer TEXT, asked INTEGER NOT NULL DEFAULT 0, transaction_hash TEXT, block INTEGER,
     check_at INTEGER, checks INTEGER NOT NULL DEFAULT 0,
     PRIMARY KEY (network, asset, nonce)
   );
   CREATE INDEX IF NOT EXISTS payments_by_check ON payments (check_at)`,
  `ALTER TABLE payments ADD COLUMN request TEXT;
   ALTER TABLE payments ADD COLUMN by_payer INTEGER NOT NULL DEFAULT 0;
   ALTER TABLE payments ADD COLUMN sold INTEGER NOT NULL DEFAULT 0;
   UPDATE payments SET sold = 1 WHERE transaction_hash IS NOT NULL AND answer IS NOT NULL`,
  `ALTER TABLE payments ADD COLUMN identifier TEXT;
   CREATE UNIQUE INDEX payments_by_identifier ON payments (identifier)`,
]

/**
 * Updates the rows whose outcome is not final from the chain. It never triggers settlement, because no caller waits for the
 * answer. Returns the number of rows that it read.
 */
async function reconcile(rows: PaymentRows, payments: PaymentReader): Promise<number> {
  const due = rows.due()
  for (const row of due) {
    try {
      const seen = await payments.read(row.payment, row.sinceBlock, row.paid?.transaction)
      if (seen.state !== 'paid') {
        if (row.paid) rows.reopen(row)
        if (seen.isFinal) rows.drop(row)
      } else if (seen.isFinal || row.paid?.transaction !== seen.transaction) rows.settle(row, seen)
    } catch (error) {
      if (!isOutage(error)) throw error
      log('warn', 'payment_not_reconciled', { code: error.code })
    }
  }
  return due.length
}

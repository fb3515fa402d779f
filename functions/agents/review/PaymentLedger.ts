import { DurableObject } from 'cloudflare:workers'
import { migrate } from '../../../shared/durable/migrate.ts'
import { Outbox } from '../../../shared/durable/Outbox.ts'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import { logError } from '../../../shared/log/logError.ts'
import { createSemaphore } from '../../../shared/cache/createSemaphore.ts'
import { SingleFlight } from '../../../shared/cache/SingleFlight.ts'
import { watched } from '../../../shared/http/createWatch.ts'
import { createPurchaseParts } from './createPurchaseParts.ts'
import { LEDGER_STEPS } from './ledgerTables.ts'
import type { Claim } from './PaymentRow.ts'
import { PaymentRows } from './PaymentRows.ts'
import type { PaymentLedgerObject, Sale } from './paymentLedgerStore.ts'
import { purchase, type PurchaseParts } from './purchase.ts'
import { reconcile } from './reconcile.ts'

/** Reviews that are made for one payer at a time. */
const MOST_BUILDS = 2
/** Purchases under way at a time, most of which wait for the facilitator to refuse them: anyone can name any payer. */
const MOST_PURCHASES = 64
const BUSY: Sale = { outcome: 'failed', code: 'review_busy' }

/**
 * The payments of one payer, unique by network, asset and nonce, and what each paid for. Equal requests at the same time
 * share one purchase, which goes on when its callers hang up.
 *
 * Retention: what was paid for is kept for ever, with the answer. What was not is deleted once it can no longer be
 * settled, at the latest after 30 days; at most 20 such payments are open at a time.
 */
export class PaymentLedger extends DurableObject<object> implements PaymentLedgerObject {
  readonly #rows: PaymentRows
  readonly #outbox: Outbox
  // A purchase may not begin a second time, however long it takes: the object goes on as long as it has work.
  readonly #purchases = new SingleFlight<Sale>(Infinity)
  #parts: PurchaseParts | undefined
  readonly #builds = createSemaphore({ places: MOST_BUILDS, mostMs: Infinity, now: Date.now })

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

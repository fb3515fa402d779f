import { DurableObject } from 'cloudflare:workers'
import { migrate, type Step } from '../../shared/durable/migrate.ts'
import type { Lease, LeaseRequest } from '../../shared/durable/limits.ts'
import { SPENT_TABLE, SpentTokens } from './SpentTokens.ts'

/** How long after its end a window's row is deleted. */
const PRUNE_DELAY_MS = 1000

const STEPS: readonly Step[] = [SPENT_TABLE]

/** Counts the tokens spent per key and window, for the keys of one shard; the alarm deletes the rows of ended windows. */
export class LimitCounter extends DurableObject {
  readonly #spent: SpentTokens
  #alarmSet = false

  constructor(ctx: DurableObjectState, env: Cloudflare.Env) {
    super(ctx, env)
    migrate(ctx.storage, STEPS)
    this.#spent = new SpentTokens(ctx.storage.sql)
  }

  /** See `LimitStore.lease`. */
  lease(request: LeaseRequest): Lease {
    const { isStored, ...lease } = this.#spent.lease(request)
    if (isStored && !this.#alarmSet) {
      this.#alarmSet = true
      // Not awaited, so that the lease stays one step; as for any write, the answer is held back until it is stored.
      void this.ctx.storage.setAlarm(lease.resetAt * 1000 + PRUNE_DELAY_MS)
    }
    return lease
  }

  override async alarm(): Promise<void> {
    const next = this.#spent.prune()
    this.#alarmSet = next !== null
    if (next !== null) await this.ctx.storage.setAlarm(next * 1000 + PRUNE_DELAY_MS)
  }
}

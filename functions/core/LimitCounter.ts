import { DurableObject } from 'cloudflare:workers'
import { migrate, type Step } from '../../shared/durable/migrate.ts'
import { leaseSize, windowEnd, type Lease, type LeaseRequest } from '../../shared/durable/limits.ts'

/** How long after its end a window's row is deleted. */
const PRUNE_DELAY_MS = 1000

const STEPS: readonly Step[] = [
  // The window is the first column of the key, so that pruning deletes one range.
  `CREATE TABLE IF NOT EXISTS spent (
     reset_at INTEGER NOT NULL, key TEXT NOT NULL, tokens INTEGER NOT NULL, PRIMARY KEY (reset_at, key)
   ) WITHOUT ROWID`,
]

/**
 * Counts the tokens spent per key and window, for the keys of one shard. Counts survive a restart; the alarm deletes
 * the rows of ended windows.
 */
export class LimitCounter extends DurableObject {
  readonly #sql: SqlStorage
  #alarmSet = false

  constructor(ctx: DurableObjectState, env: Cloudflare.Env) {
    super(ctx, env)
    this.#sql = ctx.storage.sql
    migrate(ctx.storage, STEPS)
  }

  /**
   * See `LimitStore.lease`. Nothing is awaited between the read and the write, so no other lease can come between them.
   */
  lease({ key, limit, windowSeconds, want, need = 1, giveBack }: LeaseRequest): Lease {
    const resetAt = windowEnd(Date.now(), windowSeconds)
    const returned = giveBack?.resetAt === resetAt ? giveBack.tokens : 0
    const spent = Math.max(0, this.#spent(resetAt, key) - returned)
    const granted = leaseSize(limit - spent, want, need)
    if (granted !== returned) this.#write(resetAt, key, spent + granted)
    return { granted, remaining: Math.max(0, limit - spent - granted), resetAt }
  }

  override async alarm(): Promise<void> {
    this.#sql.exec('DELETE FROM spent WHERE reset_at <= ?', Math.floor(Date.now() / 1000))
    const { next } = this.#sql.exec<{ next: number | null }>('SELECT min(reset_at) AS next FROM spent').one()
    this.#alarmSet = next !== null
    if (next !== null) await this.ctx.storage.setAlarm(next * 1000 + PRUNE_DELAY_MS)
  }

  #spent(resetAt: number, key: string): number {
    const rows = this.#sql.exec<{ tokens: number }>(
      'SELECT tokens FROM spent WHERE reset_at = ? AND key = ?',
      resetAt,
      key,
    )
    return rows.toArray()[0]?.tokens ?? 0
  }

  #write(resetAt: number, key: string, tokens: number): void {
    this.#sql.exec('INSERT OR REPLACE INTO spent (reset_at, key, tokens) VALUES (?, ?, ?)', resetAt, key, tokens)
    if (this.#alarmSet) return
    this.#alarmSet = true
    // Not awaited, so that the lease stays one step; as for any write, the answer is held back until it is stored.
    void this.ctx.storage.setAlarm(resetAt * 1000 + PRUNE_DELAY_MS)
  }
}

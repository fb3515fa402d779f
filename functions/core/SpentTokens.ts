import { leaseSize, windowEnd, type Lease, type LeaseRequest } from '../../shared/durable/limits.ts'

/** The window is the first column of the key, so that pruning deletes one range. */
export const SPENT_TABLE = `CREATE TABLE IF NOT EXISTS spent (
     reset_at INTEGER NOT NULL, key TEXT NOT NULL, tokens INTEGER NOT NULL, PRIMARY KEY (reset_at, key)
   ) WITHOUT ROWID`

/** Tokens spent per key and window, in the table `spent` of a Durable Object, whose counts survive a restart. */
export class SpentTokens {
  readonly #sql: SqlStorage

  constructor(sql: SqlStorage) {
    this.#sql = sql
  }

  /**
   * See `LimitStore.lease`. Nothing is awaited between the read and the write, so no other lease can come between them.
   */
  lease({ key, limit, windowSeconds, want, need = 1, giveBack }: LeaseRequest): Lease & { readonly isStored: boolean } {
    const resetAt = windowEnd(Date.now(), windowSeconds)
    const returned = giveBack?.resetAt === resetAt ? giveBack.tokens : 0
    const spent = Math.max(0, this.#spent(resetAt, key) - returned)
    const granted = leaseSize(limit - spent, want, need)
    const isStored = granted !== returned
    if (isStored)
      this.#sql.exec(
        'INSERT OR REPLACE INTO spent (reset_at, key, tokens) VALUES (?, ?, ?)',
        resetAt,
        key,
        spent + granted,
      )
    return { granted, remaining: Math.max(0, limit - spent - granted), resetAt, isStored }
  }

  /** Deletes the rows of ended windows. Returns when the next window ends, in unix seconds; null without rows. */
  prune(): number | null {
    this.#sql.exec('DELETE FROM spent WHERE reset_at <= ?', Math.floor(Date.now() / 1000))
    return this.#sql.exec<{ next: number | null }>('SELECT min(reset_at) AS next FROM spent').one().next
  }

  #spent(resetAt: number, key: string): number {
    const rows = this.#sql.exec<{ tokens: number }>(
      'SELECT tokens FROM spent WHERE reset_at = ? AND key = ?',
      resetAt,
      key,
    )
    return rows.toArray()[0]?.tokens ?? 0
  }
}

import { DurableObject } from 'cloudflare:workers'
import { migrate, type Step } from '../../shared/durable/migrate.ts'
import { pruneExpired, pruneSoon } from '../../shared/durable/prune.ts'
import type { StreamSlotsObject } from '../../shared/durable/streamSlots.ts'

const PRUNE_EVERY_MS = 300_000

const STEPS: readonly Step[] = [
  `CREATE TABLE IF NOT EXISTS slots (
     hash TEXT NOT NULL, slot TEXT NOT NULL, expires_at INTEGER NOT NULL, PRIMARY KEY (hash, slot)
   ) WITHOUT ROWID;
   CREATE INDEX IF NOT EXISTS slots_by_expiry ON slots (expires_at)`,
]

/**
 * Who has how many streams open, one of 256 shards. A slot that nobody gave back, because its isolate is gone, is free again
 * when it expires; the alarm deletes it within five minutes.
 */
export class StreamSlots extends DurableObject implements StreamSlotsObject {
  constructor(ctx: DurableObjectState, env: Cloudflare.Env) {
    super(ctx, env)
    migrate(ctx.storage, STEPS)
  }

  /** Nothing is awaited between the count and the write, so nobody else can take the same slot. */
  async take(hash: string, slot: string, most: number, seconds: number): Promise<number> {
    const { sql } = this.ctx.storage
    const now = Math.floor(Date.now() / 1000)
    const held = sql
      .exec<{ expires_at: number }>(
        'SELECT expires_at FROM slots WHERE hash = ? AND expires_at > ? ORDER BY expires_at',
        hash,
        now,
      )
      .toArray()
    const [first] = held
    if (first && held.length >= most) return Math.max(1, first.expires_at - now)
    sql.exec('INSERT INTO slots (hash, slot, expires_at) VALUES (?, ?, ?)', hash, slot, now + seconds)
    await pruneSoon(this.ctx.storage, PRUNE_EVERY_MS)
    return 0
  }

  async release(hash: string, slot: string): Promise<boolean> {
    const { rowsWritten } = this.ctx.storage.sql.exec('DELETE FROM slots WHERE hash = ? AND slot = ?', hash, slot)
    return rowsWritten > 0
  }

  override async alarm(): Promise<void> {
    await pruneExpired(this.ctx.storage, 'slots', PRUNE_EVERY_MS)
  }
}

import { DurableObject } from 'cloudflare:workers'
import { migrate, type Step } from '../../../../shared/durable/migrate.ts'
import { pruneExpired, pruneSoon, unixSeconds } from '../../../../shared/durable/prune.ts'
import type { RpcSlotsObject, SlotClaim } from './RpcSlotsObject.ts'

const PRUNE_EVERY_MS = 300_000
/** Of what is free, an isolate gets at most this part beyond what it needs at once. */
const SPARE_PART = 4

const STEPS: readonly Step[] = [
  `CREATE TABLE IF NOT EXISTS held (
     pool TEXT NOT NULL, holder TEXT NOT NULL, turn INTEGER NOT NULL, slots INTEGER NOT NULL,
     expires_at INTEGER NOT NULL, PRIMARY KEY (pool, holder)
   ) WITHOUT ROWID;
   CREATE INDEX IF NOT EXISTS held_by_expiry ON held (expires_at)`,
]

/**
 * Which isolate holds how many slots of a pool. Together they never hold more than the pool has. What nobody gave back,
 * because its isolate is gone, is free again when it expires; the alarm deletes it within five minutes.
 */
export class RpcSlots extends DurableObject implements RpcSlotsObject {
  constructor(ctx: DurableObjectState, env: Cloudflare.Env) {
    super(ctx, env)
    migrate(ctx.storage, STEPS)
  }

  /** Nothing is awaited between the sum and the write, so nobody else can take the same slots. */
  async claim({ pool, holder, turn, want, need, most, seconds }: SlotClaim): Promise<number> {
    const { sql } = this.ctx.storage
    const now = unixSeconds()
    const rows = sql
      .exec<{ holder: string; turn: number; slots: number }>(
        'SELECT holder, turn, slots FROM held WHERE pool = ? AND expires_at > ?',
        pool,
        now,
      )
      .toArray()
    const own = rows.find((row) => row.holder === holder)
    if (own && own.turn >= turn) return own.slots
    const others = rows.reduce((sum, row) => sum + (row === own ? 0 : row.slots), 0)
    const free = Math.max(0, most - others)
    const slots =
      free < need
        ? Math.min(own?.slots ?? 0, free)
        : Math.min(want, Math.max(need, own?.slots ?? 0, need + Math.floor((free - need) / SPARE_PART)))
    // One that holds nothing keeps its turn for a while: a late claim must not take what nobody would give back.
    sql.exec(
      'INSERT OR REPLACE INTO held (pool, holder, turn, slots, expires_at) VALUES (?, ?, ?, ?, ?)',
      pool,
      holder,
      turn,
      slots,
      now + seconds,
    )
    await pruneSoon(this.ctx.storage, PRUNE_EVERY_MS)
    return slots
  }

  override async alarm(): Promise<void> {
    await pruneExpired(this.ctx.storage, 'held', PRUNE_EVERY_MS)
  }
}

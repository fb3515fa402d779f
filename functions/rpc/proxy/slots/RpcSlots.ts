import { Holds } from '../../../../shared/durable/Holds.ts'
import type { Step } from '../../../../shared/durable/migrate.ts'

const PRUNE_EVERY_MS = 300_000

const STEPS: readonly Step[] = [
  `CREATE TABLE IF NOT EXISTS held (
     pool TEXT NOT NULL, holder TEXT NOT NULL, turn INTEGER NOT NULL, slots INTEGER NOT NULL,
     expires_at INTEGER NOT NULL, PRIMARY KEY (pool, holder)
   ) WITHOUT ROWID;
   CREATE INDEX IF NOT EXISTS held_by_expiry ON held (expires_at)`,
  `ALTER TABLE held RENAME TO holds;
   ALTER TABLE holds RENAME COLUMN pool TO key;
   ALTER TABLE holds RENAME COLUMN holder TO id;
   ALTER TABLE holds RENAME COLUMN slots TO amount`,
]

/** Which isolate holds how many slots of a pool: the ceiling, or one caller's share. */
export class RpcSlots extends Holds {
  constructor(ctx: DurableObjectState, env: Cloudflare.Env) {
    super(ctx, env, STEPS, PRUNE_EVERY_MS)
  }
}

import { Holds } from '../../shared/durable/Holds.ts'
import type { Step } from '../../shared/durable/migrate.ts'

const PRUNE_EVERY_MS = 300_000

const STEPS: readonly Step[] = [
  `CREATE TABLE IF NOT EXISTS slots (
     hash TEXT NOT NULL, slot TEXT NOT NULL, expires_at INTEGER NOT NULL, PRIMARY KEY (hash, slot)
   ) WITHOUT ROWID;
   CREATE INDEX IF NOT EXISTS slots_by_expiry ON slots (expires_at)`,
  `ALTER TABLE slots RENAME TO holds;
   ALTER TABLE holds RENAME COLUMN hash TO key;
   ALTER TABLE holds RENAME COLUMN slot TO id;
   ALTER TABLE holds ADD COLUMN turn INTEGER NOT NULL DEFAULT 0;
   ALTER TABLE holds ADD COLUMN amount INTEGER NOT NULL DEFAULT 1`,
]

/** Open streams by holder, one of 256 shards. */
export class StreamSlots extends Holds {
  constructor(ctx: DurableObjectState, env: Cloudflare.Env) {
    super(ctx, env, STEPS, PRUNE_EVERY_MS)
  }
}

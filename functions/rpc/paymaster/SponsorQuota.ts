import { Holds } from '../../../shared/durable/Holds.ts'
import type { Step } from '../../../shared/durable/migrate.ts'

const PRUNE_EVERY_MS = 3_600_000

const STEPS: readonly Step[] = [
  `CREATE TABLE IF NOT EXISTS charges (
     key TEXT NOT NULL, id TEXT NOT NULL, expires_at INTEGER NOT NULL, PRIMARY KEY (key, id)
   );
   CREATE INDEX IF NOT EXISTS charges_by_key ON charges (key, expires_at);
   CREATE INDEX IF NOT EXISTS charges_by_expiry ON charges (expires_at)`,
  `ALTER TABLE charges RENAME TO holds;
   ALTER TABLE holds ADD COLUMN turn INTEGER NOT NULL DEFAULT 0;
   ALTER TABLE holds ADD COLUMN amount INTEGER NOT NULL DEFAULT 1`,
]

/**
 * Recent sponsorships, one of 256 shards. A charge is held until its window is over, which also ends one whose refund
 * was lost in a crash.
 */
export class SponsorQuota extends Holds {
  constructor(ctx: DurableObjectState, env: Cloudflare.Env) {
    super(ctx, env, STEPS, PRUNE_EVERY_MS)
  }
}

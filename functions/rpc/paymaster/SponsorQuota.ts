import { DurableObject } from 'cloudflare:workers'
import { migrate, type Step } from '../../../shared/durable/migrate.ts'
import { pruneExpired, pruneSoon, unixSeconds } from '../../../shared/durable/prune.ts'
import type { SponsorQuotaObject } from './sponsorQuotas.ts'

const PRUNE_EVERY_MS = 3_600_000

const STEPS: readonly Step[] = [
  `CREATE TABLE IF NOT EXISTS charges (
     key TEXT NOT NULL, id TEXT NOT NULL, expires_at INTEGER NOT NULL, PRIMARY KEY (key, id)
   );
   CREATE INDEX IF NOT EXISTS charges_by_key ON charges (key, expires_at);
   CREATE INDEX IF NOT EXISTS charges_by_expiry ON charges (expires_at)`,
]

type Standing = { used: number; frees_at: number | null }

/**
 * What was sponsored lately, one of 256 shards. A charge is counted and stored in one turn, so a race gets exactly what is
 * left. Charges are deleted once their window is over, which also ends those whose refund was lost in a crash.
 */
export class SponsorQuota extends DurableObject implements SponsorQuotaObject {
  constructor(ctx: DurableObjectState, env: Cloudflare.Env) {
    super(ctx, env)
    migrate(ctx.storage, STEPS)
  }

  async charge(key: string, id: string, limit: number, windowSeconds: number): Promise<number> {
    const { sql } = this.ctx.storage
    const now = unixSeconds()
    if (sql.exec('SELECT 1 FROM charges WHERE key = ? AND id = ?', key, id).toArray().length > 0) return 0
    // The charge that must expire before there is room, should the limit have been lowered meanwhile.
    const { used, frees_at } = sql
      .exec<Standing>(
        `SELECT count(*) AS used, (SELECT expires_at FROM charges WHERE key = ?1 AND expires_at > ?2
           ORDER BY expires_at DESC LIMIT 1 OFFSET ?3) AS frees_at FROM charges WHERE key = ?1 AND expires_at > ?2`,
        key,
        now,
        limit - 1,
      )
      .one()
    if (used >= limit) return Math.max(1, (frees_at ?? now) - now)
    sql.exec('INSERT INTO charges (key, id, expires_at) VALUES (?, ?, ?)', key, id, now + windowSeconds)
    await pruneSoon(this.ctx.storage, PRUNE_EVERY_MS)
    return 0
  }

  async refund(key: string, id: string): Promise<void> {
    this.ctx.storage.sql.exec('DELETE FROM charges WHERE key = ? AND id = ?', key, id)
  }

  override async alarm(): Promise<void> {
    await pruneExpired(this.ctx.storage, 'charges', PRUNE_EVERY_MS)
  }
}

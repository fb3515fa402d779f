import { DurableObject } from 'cloudflare:workers'
import type { NoncesObject } from './nonces.ts'
import { pruneSoon } from './pruneSoon.ts'

const PRUNE_EVERY_MS = 60_000

/** Nonces used once, one of 256 shards: what a Worker exports a class of its own of. Rows leave a minute after they expire. */
export class NonceSet extends DurableObject implements NoncesObject {
  constructor(ctx: DurableObjectState, env: Cloudflare.Env) {
    super(ctx, env)
    ctx.storage.sql.exec(
      'CREATE TABLE IF NOT EXISTS nonces (hash TEXT PRIMARY KEY, expires_at INTEGER NOT NULL) WITHOUT ROWID',
    )
    ctx.storage.sql.exec('CREATE INDEX IF NOT EXISTS nonces_by_expiry ON nonces (expires_at)')
  }

  /** True for the first use until `ttlSeconds` have passed. Acknowledged only when stored: the output gate holds it. */
  async consume(hash: string, ttlSeconds: number): Promise<boolean> {
    const now = Date.now()
    const won = this.ctx.storage.sql
      .exec(
        `INSERT INTO nonces (hash, expires_at) VALUES (?1, ?2)
         ON CONFLICT (hash) DO UPDATE SET expires_at = ?2 WHERE expires_at <= ?3
         RETURNING hash`,
        hash,
        now + ttlSeconds * 1000,
        now,
      )
      .toArray()
    await pruneSoon(this.ctx.storage, PRUNE_EVERY_MS)
    return won.length > 0
  }

  override async alarm(): Promise<void> {
    const { sql } = this.ctx.storage
    sql.exec('DELETE FROM nonces WHERE expires_at <= ?', Date.now())
    if (sql.exec('SELECT 1 FROM nonces LIMIT 1').toArray().length > 0) await pruneSoon(this.ctx.storage, PRUNE_EVERY_MS)
  }
}

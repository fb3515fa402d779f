import { DurableObject } from 'cloudflare:workers'
import { migrate, type Step } from './migrate.ts'
import type { NoncesObject } from './nonces.ts'
import { pruneExpired, pruneSoon } from './prune.ts'

const PRUNE_EVERY_MS = 60_000

const STEPS: readonly Step[] = [
  `CREATE TABLE IF NOT EXISTS nonces (hash TEXT PRIMARY KEY, expires_at INTEGER NOT NULL) WITHOUT ROWID;
   CREATE INDEX IF NOT EXISTS nonces_by_expiry ON nonces (expires_at)`,
  // Converts milliseconds to seconds, rounded up, so that no nonce is forgotten early.
  'UPDATE nonces SET expires_at = (expires_at + 999) / 1000',
  // The content of a claimed key; null of a nonce.
  'ALTER TABLE nonces ADD COLUMN content TEXT',
]

/**
 * Nonces used once, and keys that stand for one content, one of 256 shards; a Worker exports it under its own name. Rows
 * are deleted a minute after they expire.
 */
export class NonceSet extends DurableObject implements NoncesObject {
  constructor(ctx: DurableObjectState, env: Cloudflare.Env) {
    super(ctx, env)
    migrate(ctx.storage, STEPS)
  }

  /**
   * True for the first use until `ttlSeconds` have passed. Acknowledged only once it is stored: the output gate holds
   * the reply.
   */
  async consume(hash: string, ttlSeconds: number): Promise<boolean> {
    const now = Date.now() / 1000
    const won = this.ctx.storage.sql
      .exec(
        `INSERT INTO nonces (hash, expires_at) VALUES (?1, ?2)
         ON CONFLICT (hash) DO UPDATE SET expires_at = ?2 WHERE expires_at <= ?3
         RETURNING hash`,
        hash,
        Math.ceil(now) + ttlSeconds,
        Math.floor(now),
      )
      .toArray()
    await pruneSoon(this.ctx.storage, PRUNE_EVERY_MS)
    return won.length > 0
  }

  /** Claims a key and returns its content: `content` until `ttlSeconds` have passed, unless an earlier claim has not expired. */
  async claim(hash: string, content: string, ttlSeconds: number): Promise<string> {
    const now = Date.now() / 1000
    const rows = this.ctx.storage.sql
      .exec<{ content: string }>(
        `INSERT INTO nonces (hash, expires_at, content) VALUES (?1, ?2, ?3)
         ON CONFLICT (hash) DO UPDATE SET
           content = iif(expires_at <= ?4, ?3, content), expires_at = iif(expires_at <= ?4, ?2, expires_at)
         RETURNING content`,
        hash,
        Math.ceil(now) + ttlSeconds,
        content,
        Math.floor(now),
      )
      .one()
    await pruneSoon(this.ctx.storage, PRUNE_EVERY_MS)
    return rows.content
  }

  override async alarm(): Promise<void> {
    await pruneExpired(this.ctx.storage, 'nonces', PRUNE_EVERY_MS)
  }
}

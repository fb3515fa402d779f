import { DurableObject } from 'cloudflare:workers'
import type { Address } from 'viem'
import { getAddress } from 'viem/utils'
import type { Session, SessionsObject } from '../../shared/durable/sessions.ts'
import { migrate, type Step } from '../../shared/durable/migrate.ts'
import { pruneExpired, pruneSoon, unixSeconds } from '../../shared/durable/prune.ts'
import { lower } from '../../shared/text/lower.ts'

const PRUNE_EVERY_MS = 6 * 3_600_000

const STEPS: readonly Step[] = [
  `CREATE TABLE IF NOT EXISTS sessions (
     hash TEXT PRIMARY KEY, address TEXT NOT NULL, issued_at INTEGER NOT NULL, expires_at INTEGER NOT NULL,
     revoked INTEGER NOT NULL DEFAULT 0
   ) WITHOUT ROWID;
   CREATE INDEX IF NOT EXISTS sessions_by_expiry ON sessions (expires_at)`,
]

type Row = { address: string; issued_at: number; expires_at: number }

/**
 * Sessions under the hash of their token, one of 256 shards, in which all those of an address are. A revoked session stays, marked as revoked, until it would
 * have expired; expired and revoked ones are then deleted together.
 */
export class Sessions extends DurableObject implements SessionsObject {
  constructor(ctx: DurableObjectState, env: Cloudflare.Env) {
    super(ctx, env)
    migrate(ctx.storage, STEPS)
  }

  async put(hash: string, { address, issuedAt, expiresAt }: Session): Promise<void> {
    this.ctx.storage.sql.exec(
      'INSERT INTO sessions (hash, address, issued_at, expires_at) VALUES (?, ?, ?, ?)',
      hash,
      address,
      issuedAt,
      expiresAt,
    )
    await pruneSoon(this.ctx.storage, PRUNE_EVERY_MS)
  }

  async get(hash: string): Promise<Session | null> {
    const [row] = this.ctx.storage.sql
      .exec<Row>(
        'SELECT address, issued_at, expires_at FROM sessions WHERE hash = ? AND revoked = 0 AND expires_at > ?',
        hash,
        unixSeconds(),
      )
      .toArray()
    return row ? { address: getAddress(row.address), issuedAt: row.issued_at, expiresAt: row.expires_at } : null
  }

  async revoke(hash: string): Promise<void> {
    this.ctx.storage.sql.exec('UPDATE sessions SET revoked = 1 WHERE hash = ?', hash)
  }

  async revokeAll(addresses: readonly Address[], until: number, except: string): Promise<void> {
    this.ctx.storage.sql.exec(
      `UPDATE sessions SET revoked = 1
       WHERE lower(address) IN (SELECT value FROM json_each(?)) AND issued_at <= ? AND hash <> ?`,
      JSON.stringify(addresses.map(lower)),
      until,
      except,
    )
  }

  override async alarm(): Promise<void> {
    await pruneExpired(this.ctx.storage, 'sessions', PRUNE_EVERY_MS)
  }
}

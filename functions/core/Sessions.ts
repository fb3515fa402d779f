import { DurableObject } from 'cloudflare:workers'
import type { Address } from 'viem'
import { getAddress } from 'viem/utils'
import * as z from 'zod'
import {
  type Counted,
  type Fate,
  type NewSession,
  NAME_DIGITS,
  type Session,
  type SessionBudget,
  type SessionsObject,
  type WhichSessions,
} from '../../shared/durable/sessions.ts'
import type { Lease, LeaseRequest } from '../../shared/durable/limits.ts'
import { migrate, type Step } from '../../shared/durable/migrate.ts'
import { pruneExpired, pruneSoon, unixSeconds } from '../../shared/durable/prune.ts'
import { parseProofs } from '../../shared/store/WalletProof.ts'
import { lower } from '../../shared/text/address.ts'
import { SPENT_TABLE, SpentTokens } from './SpentTokens.ts'
import { perEnvironment } from '../../shared/env/perEnvironment.ts'
import { openEnv } from '../../shared/env/readEnv.ts'
import { LimitsEnv } from './env.ts'

/** Whether Durable Objects count requests, and not Redis. */
const countsInObjects = perEnvironment((env) => openEnv(LimitsEnv, env).UPSTASH_REDIS_REST_URL === undefined)

const PRUNE_EVERY_MS = 6 * 3_600_000
/** Counts of ended windows are deleted this often while there are others, in seconds. */
const PRUNE_SPENT_EVERY = 60
/** Sessions that are listed at once; all end where they are to end. */
const MOST_LISTED = 200

const STEPS: readonly Step[] = [
  `CREATE TABLE IF NOT EXISTS sessions (
     hash TEXT PRIMARY KEY, address TEXT NOT NULL, issued_at INTEGER NOT NULL, expires_at INTEGER NOT NULL,
     revoked INTEGER NOT NULL DEFAULT 0
   ) WITHOUT ROWID;
   CREATE INDEX IF NOT EXISTS sessions_by_expiry ON sessions (expires_at)`,
  // Sessions from before do not say how they were proven, so they end.
  `DROP TABLE sessions;
   CREATE TABLE sessions (
     hash TEXT PRIMARY KEY, address TEXT NOT NULL, issued_at INTEGER NOT NULL, expires_at INTEGER NOT NULL,
     revoked INTEGER NOT NULL DEFAULT 0, ending INTEGER NOT NULL DEFAULT 0,
     method TEXT NOT NULL, by_wallet TEXT NOT NULL, profile_id TEXT, proofs TEXT NOT NULL
   ) WITHOUT ROWID;
   CREATE INDEX sessions_by_expiry ON sessions (expires_at);
   CREATE INDEX sessions_by_address ON sessions (address, issued_at)`,
  `ALTER TABLE sessions ADD COLUMN scope TEXT NOT NULL DEFAULT 'full'`,
  SPENT_TABLE,
]

const Wallet = z.string().transform((text) => getAddress(text))
/** A row as it is kept: addresses in lower case, but for those in the JSON of the proofs. */
const Row = z.object({
  hash: z.string(),
  address: Wallet,
  issued_at: z.int(),
  expires_at: z.int(),
  ending: z.int(),
  scope: z.enum(['full', 'limited']),
  method: z.enum(['key', 'contract', 'handoff']),
  by_wallet: Wallet,
  profile_id: z.string().nullable(),
  proofs: z.string(),
})

/**
 * Sessions under the hash of their token, one of 256 shards, in which all those of an address are. A revoked session stays,
 * marked as revoked, until it would have expired; expired and revoked ones are then deleted together. Budgets of addresses
 * are counted beside their sessions, so that one call finds a session and counts its request.
 */
export class Sessions extends DurableObject implements SessionsObject {
  readonly #spent: SpentTokens
  #prunesSpentAt = 0

  constructor(ctx: DurableObjectState, env: Cloudflare.Env) {
    super(ctx, env)
    migrate(ctx.storage, STEPS)
    this.#spent = new SpentTokens(ctx.storage.sql)
  }

  async put(hash: string, session: NewSession): Promise<void> {
    const { address, issuedAt, expiresAt, scope = 'full', method, by, profileId, proofs } = session
    this.ctx.storage.sql.exec(
      `INSERT INTO sessions (hash, address, issued_at, expires_at, method, by_wallet, profile_id, proofs, scope)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      hash,
      lower(address),
      issuedAt,
      expiresAt,
      method,
      lower(by),
      profileId,
      JSON.stringify(proofs),
      scope,
    )
    await pruneSoon(this.ctx.storage, PRUNE_EVERY_MS)
  }

  async get(hash: string, takesLimited = false, budget?: SessionBudget): Promise<Counted<Session> | null> {
    const [found] = this.#select(`hash = ?${takesLimited ? '' : ` AND scope = 'full'`}`, hash)
    if (!found) return null
    if (!budget || !countsInObjects(this.env)) return found.session
    const { before, after, limit, windowSeconds } = budget
    const key = `${before}${lower(found.session.address)}${after}`
    return { ...found.session, lease: this.#lease({ key, limit, windowSeconds, want: 1 }) }
  }

  async lease(request: LeaseRequest): Promise<Lease> {
    return this.#lease(request)
  }

  async fateOf(hash: string): Promise<Fate | null> {
    const [found] = this.ctx.storage.sql
      .exec('SELECT revoked OR ending AS ended, expires_at, scope FROM sessions WHERE hash = ?', hash)
      .toArray()
    if (!found) return null
    if (found['ended'] !== 0) return 'ended'
    return found['scope'] === 'limited' && Number(found['expires_at']) > unixSeconds() ? 'limited' : 'expired'
  }

  async has(beginning: string): Promise<boolean> {
    const found = this.#select(`hash >= ?1 AND hash < ?1 || 'g' AND ending = 0`, beginning)
    return found.length > 0
  }

  async list(addresses: readonly Address[]): Promise<(Session & { readonly hash: string })[]> {
    const found = this.#select(
      `address IN (SELECT value FROM json_each(?)) AND ending = 0 ORDER BY issued_at DESC LIMIT ${MOST_LISTED}`,
      JSON.stringify(addresses.map(lower)),
    )
    return found.map(({ hash, session }) => ({ ...session, hash }))
  }

  async revoke(hash: string): Promise<void> {
    this.ctx.storage.sql.exec('UPDATE sessions SET revoked = 1 WHERE hash = ?', hash)
  }

  async end(addresses: readonly Address[], which: WhichSessions): Promise<number> {
    const { wallets = [], signers, owned, profileId, ids = [], until, except = '' } = which
    const wanted = JSON.stringify(wallets.map(lower))
    const ended = this.ctx.storage.sql.exec(
      `UPDATE sessions SET revoked = 1
       WHERE revoked = 0 AND address IN (SELECT value FROM json_each(?1)) AND hash <> ?2 AND issued_at <= ?3
         AND (((address IN (SELECT value FROM json_each(?4)) OR by_wallet IN (SELECT value FROM json_each(?4))
             OR EXISTS (SELECT 1 FROM json_each(proofs) p WHERE lower(p.value ->> 'wallet') IN (SELECT value FROM json_each(?4))))
             AND (method <> 'contract' OR ?9 IS NULL OR proofs ->> '$[0].owner' IS NULL
               OR lower(proofs ->> '$[0].owner') IN (SELECT value FROM json_each(?9))))
           OR profile_id = ?5
           OR substr(hash, 1, ${NAME_DIGITS}) IN (SELECT value FROM json_each(?6))
           OR EXISTS (SELECT 1 FROM json_each(proofs) p
             WHERE lower(p.value ->> 'wallet') = ?7 AND lower(p.value ->> 'owner') IS ?8))
       RETURNING hash`,
      JSON.stringify(addresses.map(lower)),
      except,
      until ?? Number.MAX_SAFE_INTEGER,
      wanted,
      profileId ?? null,
      JSON.stringify(ids.map((id) => id.slice(0, NAME_DIGITS))),
      owned ? lower(owned.wallet) : null,
      owned?.owner ? lower(owned.owner) : null,
      signers ? JSON.stringify(signers.map(lower)) : null,
    )
    return ended.toArray().length
  }

  async confine(hash: string): Promise<void> {
    this.ctx.storage.sql.exec('UPDATE sessions SET ending = 1 WHERE hash = ?', hash)
  }

  override async alarm(): Promise<void> {
    this.#spent.prune()
    await pruneExpired(this.ctx.storage, 'sessions', PRUNE_EVERY_MS)
  }

  #lease(request: LeaseRequest): Lease {
    const time = unixSeconds()
    if (time >= this.#prunesSpentAt) {
      this.#spent.prune()
      this.#prunesSpentAt = time + PRUNE_SPENT_EVERY
    }
    const { isStored: _, ...lease } = this.#spent.lease(request)
    return lease
  }

  #select(condition: string, value: string): { readonly hash: string; readonly session: Session }[] {
    const rows = this.ctx.storage.sql.exec(
      `SELECT hash, address, issued_at, expires_at, ending, scope, method, by_wallet, profile_id, proofs
       FROM sessions
       WHERE revoked = 0 AND expires_at > ${unixSeconds()} AND ${condition}`,
      value,
    )
    return rows.toArray().map((row) => {
      const { hash, proofs, ...kept } = Row.parse(row)
      return {
        hash,
        session: {
          address: kept.address,
          issuedAt: kept.issued_at,
          expiresAt: kept.expires_at,
          isEnding: kept.ending === 1,
          scope: kept.scope,
          method: kept.method,
          by: kept.by_wallet,
          profileId: kept.profile_id,
          proofs: parseProofs(proofs),
        },
      }
    })
  }
}

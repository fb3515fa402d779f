import { DurableObject } from 'cloudflare:workers'
import { migrate, type Step } from './migrate.ts'
import { pruneExpired, pruneSoon, unixSeconds } from './prune.ts'

/** Of what is free, a holder gets at most this part beyond what it needs at once. */
const SPARE_PART = 4

/** How much somebody would hold of what a key stands for. */
export interface HoldClaim {
  readonly key: string
  readonly id: string
  /** Counts the claims of a holder on a key: one that arrives after a later one changes nothing. */
  readonly turn: number
  /** How much it would hold in all from now on; less than before gives some back. */
  readonly want: number
  /** How much of this is useful at least; if that is not there, it keeps what it has. */
  readonly need: number
  /** How much there is. */
  readonly most: number
  /** How long it holds it, unless it claims again. */
  readonly seconds: number
}

type Row = { id: string; turn: number; amount: number; expires_at: number }

/**
 * Amounts of a key by holder, each until a time, in a table `holds` (key, id, turn, amount, expires_at). Together the
 * holders of a key never have more than there is. A hold that is not released is free when it expires, and later an alarm
 * deletes it. Nothing is awaited between a read and its write, so a race gets exactly what is left.
 */
export abstract class Holds extends DurableObject {
  readonly #pruneEveryMs: number

  constructor(ctx: DurableObjectState, env: Cloudflare.Env, steps: readonly Step[], pruneEveryMs: number) {
    super(ctx, env)
    this.#pruneEveryMs = pruneEveryMs
    migrate(ctx.storage, steps)
  }

  /** Holds one of `most` for `seconds`: 0, also for an id that holds one already; or in how many seconds one is free. */
  async take(key: string, id: string, most: number, seconds: number): Promise<number> {
    const now = unixSeconds()
    const held = this.#held(key, now)
    if (held.some((row) => row.id === id)) return 0
    // The one that must expire before there is room, should there be fewer in all than before.
    const next = held[held.length - most]
    if (held.length >= most) return Math.max(1, (next?.expires_at ?? now) - now)
    await this.#put(key, { id, turn: 0, amount: 1, expires_at: now + seconds })
    return 0
  }

  /** Holds, renews or gives back any amount; returns how much the holder has from now on. */
  async claim({ key, id, turn, want, need, most, seconds }: HoldClaim): Promise<number> {
    const now = unixSeconds()
    const held = this.#held(key, now)
    const own = held.find((row) => row.id === id)
    if (own && own.turn >= turn) return own.amount
    const others = held.reduce((sum, row) => sum + (row === own ? 0 : row.amount), 0)
    const free = Math.max(0, most - others)
    const amount =
      free < need
        ? Math.min(own?.amount ?? 0, free)
        : Math.min(want, Math.max(need, own?.amount ?? 0, need + Math.floor((free - need) / SPARE_PART)))
    // One that holds nothing keeps its turn for a while: a late claim must not take what nobody would give back.
    await this.#put(key, { id, turn, amount, expires_at: now + seconds })
    return amount
  }

  /** Gives back all that an id holds of a key; whether it still held any. */
  async release(key: string, id: string): Promise<boolean> {
    return this.ctx.storage.sql.exec('DELETE FROM holds WHERE key = ? AND id = ?', key, id).rowsWritten > 0
  }

  override async alarm(): Promise<void> {
    await pruneExpired(this.ctx.storage, 'holds', this.#pruneEveryMs)
  }

  #held(key: string, now: number): Row[] {
    const query = 'SELECT id, turn, amount, expires_at FROM holds WHERE key = ? AND expires_at > ? ORDER BY expires_at'
    return this.ctx.storage.sql.exec<Row>(query, key, now).toArray()
  }

  #put(key: string, { id, turn, amount, expires_at: until }: Row): Promise<void> {
    const query = 'INSERT OR REPLACE INTO holds (key, id, turn, amount, expires_at) VALUES (?, ?, ?, ?, ?)'
    this.ctx.storage.sql.exec(query, key, id, turn, amount, until)
    return pruneSoon(this.ctx.storage, this.#pruneEveryMs)
  }
}

import { DurableObject } from 'cloudflare:workers'
import type { Address, Hex } from 'viem'
import type { ErasableLedger } from '../../../shared/domain/account/erasable.ts'
import type {
  Award,
  Awarded,
  CreditLedgerObject,
  CreditStanding,
} from '../../../shared/domain/lottery/amoe/creditLedger.ts'
import { type CreditSource, UNITS_PER_ENTRY, WEIGHTS } from '../../../shared/domain/lottery/amoe/credits.ts'
import { migrate } from '../../../shared/durable/migrate.ts'
import { onceFor, type RequestKey } from '../../../shared/durable/onceFor.ts'
import { Outbox } from '../../../shared/durable/Outbox.ts'
import { unixSeconds } from '../../../shared/durable/prune.ts'
import { type AmoeProjection, createAmoeProjection } from '../store/amoe.ts'
import { deadlineOf } from './deadlines.ts'
import type { EntryOutcome, EntryPreview, EntryRequest } from './ledgerMessages.ts'
import { type EntrySql, publishOutbox, type SqlRow } from './publishOutbox.ts'
import { LEDGER_STEPS } from './ledgerTables.ts'

/** An erased ledger has this under this key, and no rows. */
const ERASED = 'erased'
interface Erased {
  readonly profileId: string
  /** Unix milliseconds. */
  readonly until: number
  /** Whether D1 has none of its rows any more. */
  readonly isPublished: boolean
}
/** No request lasts that long. */
const ERASED_MS = 3_600_000

/**
 * The credits and free entries of one account: nonces used, credits, entries and daily claims each change in one
 * transaction, and reach D1 at least once through an outbox that is written in that transaction. It trusts its callers,
 * who have already checked signatures and proofs.
 *
 * Retention: as long as the account; at most a row a day, and a few for every hundred credits.
 */
export class AmoeLedger
  extends DurableObject<{ readonly DB: D1Database }>
  implements CreditLedgerObject, ErasableLedger
{
  readonly #projection: AmoeProjection
  readonly #outbox: Outbox

  constructor(ctx: DurableObjectState, env: { readonly DB: D1Database }) {
    super(ctx, env)
    migrate(ctx.storage, LEDGER_STEPS)
    this.#projection = createAmoeProjection(env.DB)
    this.#outbox = new Outbox(ctx, {
      dueAt: () => this.#dueAt(),
      work: async () => {
        while (await publishOutbox(this.#sql, this.#projection));
        await this.#publishErasure()
        this.#sql.exec('DELETE FROM outcomes WHERE expires_at <= ?', unixSeconds())
      },
      failure: ['warn', 'amoe_projection_waits'],
    })
  }

  get #sql(): SqlStorage {
    return this.ctx.storage.sql
  }

  /** The balance, and the entries of a wallet that are pending. */
  async standing(wallet: Address): Promise<CreditStanding> {
    const query = `SELECT count(*) entries, coalesce(sum(units), 0) units, max(deadline) deadline FROM entries
      WHERE status = 'attested' AND wallet = ?`
    const pending = this.#sql.exec<SqlRow & CreditStanding['pending']>(query, wallet.toLowerCase()).one()
    return { units: this.#units(), pending }
  }

  /** The proof behind a credit of this source; null if the source has given no credit for it. */
  async find(source: CreditSource, sourceId: string): Promise<string | null> {
    return this.#awarded(source, sourceId)
  }

  async award({ profileId, source, sourceId, points, reference, now }: Award, key?: RequestKey): Promise<Awarded> {
    if (this.#erased()) return { awarded: false, reference: '', units: 0 }
    const work = (): Awarded => {
      const known = this.#awarded(source, sourceId)
      if (known !== null) return { awarded: false, reference: known, units: this.#units() }
      this.#credit({ source, sourceId, units: points * WEIGHTS[source], reference, now })
      return { awarded: true, reference, units: this.#units() }
    }
    return this.#change(profileId, () => onceFor(this.#sql, key, { work, isDone: ({ awarded }) => awarded }))
  }

  /** The answer that `enter` would give now. Changes nothing. */
  async foresee(entering: EntryRequest): Promise<EntryPreview> {
    return this.#judge(entering)
  }

  async enter(entering: EntryRequest): Promise<EntryOutcome> {
    const { profileId, nonce, wallet, creatorCoin, chainId, target, content, now } = entering
    if (this.#erased()) return { outcome: 'insufficient', units: 0 }
    return this.#change(profileId, (): EntryOutcome => {
      const judged = this.#judge(entering)
      if (judged.outcome !== 'possible') return judged
      const { deadline, units } = judged
      const unitsLeft = units - UNITS_PER_ENTRY
      this.#credit({ source: 'amoe_entry_spend', sourceId: nonce, units: -UNITS_PER_ENTRY, reference: '', now })
      this.#sql.exec(
        `INSERT INTO entries (nonce, content, wallet, creator_coin, chain_id, target, units, units_left, deadline, status,
           created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 'attested', ?)`,
        nonce,
        content,
        wallet.toLowerCase(),
        creatorCoin.toLowerCase(),
        chainId,
        target.toLowerCase(),
        UNITS_PER_ENTRY,
        unitsLeft,
        deadline,
        now,
      )
      this.#sql.exec('INSERT INTO outbox (nonce) VALUES (?)', nonce)
      return { outcome: 'entered', deadline, unitsLeft }
    })
  }

  /**
   * Ends an attested entry: either the chain took it, or it no longer can and the credits are returned. The first call
   * decides.
   */
  async resolve(profileId: string, nonce: Hex, status: 'entered' | 'refunded', now: number): Promise<boolean> {
    if (this.#erased()) return false
    return this.#change(profileId, () => {
      const entry = this.#entry(nonce)
      if (!entry) return false
      // A caller that resolves an ended entry has read an outdated row, so the row is written again.
      this.#sql.exec('INSERT INTO outbox (nonce) VALUES (?)', nonce)
      if (entry.status !== 'attested') return false
      this.#sql.exec('UPDATE entries SET status = ?, resolved_at = ? WHERE nonce = ?', status, now, nonce)
      if (status === 'refunded')
        this.#credit({ source: 'amoe_entry_refund', sourceId: nonce, units: entry.units, reference: '', now })
      return true
    })
  }

  /**
   * Forgets the account, here and in D1, for one that was deleted: credits are forfeited, and an entry that was attested
   * stays valid on the chain until its deadline. For an hour it gives and takes nothing, since a request may still be under
   * way that found the account; after that it is as new.
   */
  async erase(profileId: string): Promise<void> {
    this.ctx.storage.transactionSync(() => {
      for (const table of ['outbox', 'outcomes', 'entries', 'credits', 'owner']) this.#sql.exec(`DELETE FROM ${table}`)
      const erased: Erased = { profileId, until: Date.now() + ERASED_MS, isPublished: false }
      this.ctx.storage.kv.put(ERASED, erased)
    })
    // Not here in D1: rows of before may be on their way, which the alarm has sent by the time it erases.
    this.#outbox.arm()
  }

  /** Puts every row into the outbox again: D1 is rebuilt from here. */
  async republish(profileId: string): Promise<void> {
    if (this.#erased()) return
    this.#change(profileId, () => {
      this.#sql.exec('INSERT INTO outbox (credit) SELECT seq FROM credits')
      this.#sql.exec('INSERT INTO outbox (nonce) SELECT nonce FROM entries')
      // A row for the ledger itself, which may be all there is; once it is sent, D1 has everything.
      this.#sql.exec('INSERT INTO outbox DEFAULT VALUES')
    })
  }

  /** Sends the outbox to D1 until it is empty; a failure is retried, within a minute at the latest. */
  override async alarm(): Promise<void> {
    await this.#outbox.run()
  }

  #dueAt(): number | null {
    const erased = this.#erased()
    if (erased?.isPublished) return erased.until
    if (erased || this.#isWaiting()) return Date.now()
    const { next } = this.#sql.exec<{ next: number | null }>('SELECT min(expires_at) next FROM outcomes').one()
    return next === null ? null : next * 1000
  }

  /** Takes an erased ledger's rows out of D1, and is done with it when its hour is over. */
  async #publishErasure(): Promise<void> {
    const erased = this.#erased()
    if (!erased) return
    if (!erased.isPublished) {
      await this.#projection.erase(erased.profileId)
      this.ctx.storage.kv.put(ERASED, { ...erased, isPublished: true })
    }
    if (erased.until <= Date.now()) this.ctx.storage.kv.delete(ERASED)
  }

  #erased(): Erased | undefined {
    return this.ctx.storage.kv.get<Erased>(ERASED)
  }

  /** One transaction; what it put into the outbox is sent by an alarm that is stored with it. */
  #change<T>(profileId: string, work: () => T): T {
    const done = this.ctx.storage.transactionSync(() => {
      this.#sql.exec('INSERT OR IGNORE INTO owner (id, profile_id) VALUES (0, ?)', profileId)
      return work()
    })
    this.#outbox.arm()
    return done
  }

  #judge(entering: EntryRequest): EntryOutcome | { outcome: 'possible'; deadline: number; units: number } {
    const known = this.#entry(entering.nonce)
    if (known)
      return known.content === entering.content
        ? { outcome: 'entered', deadline: known.deadline, unitsLeft: known.units_left }
        : { outcome: 'nonce_used' }
    const deadline = deadlineOf(entering.now, entering.challengeExpiresAt)
    if (typeof deadline === 'string') return { outcome: deadline }
    const units = this.#units()
    return units < UNITS_PER_ENTRY ? { outcome: 'insufficient', units } : { outcome: 'possible', deadline, units }
  }

  #credit(credit: { source: string; sourceId: string; units: number; reference: string; now: number }): void {
    const { source, sourceId, units, reference, now } = credit
    const { seq } = this.#sql
      .exec<{ seq: number }>(
        'INSERT INTO credits (source, source_id, units, reference, created_at) VALUES (?, ?, ?, ?, ?) RETURNING seq',
        source,
        sourceId,
        units,
        reference,
        now,
      )
      .one()
    this.#sql.exec('INSERT INTO outbox (credit) VALUES (?)', seq)
  }

  #isWaiting(): boolean {
    return this.#sql.exec('SELECT 1 FROM outbox LIMIT 1').toArray().length > 0
  }

  #units(): number {
    return this.#sql.exec<{ units: number }>('SELECT coalesce(sum(units), 0) units FROM credits').one().units
  }

  #awarded(source: string, sourceId: string): string | null {
    const query = 'SELECT reference FROM credits WHERE source = ? AND source_id = ?'
    return this.#sql.exec<{ reference: string }>(query, source, sourceId).toArray()[0]?.reference ?? null
  }

  #entry(nonce: Hex): EntrySql | undefined {
    return this.#sql.exec<EntrySql>('SELECT * FROM entries WHERE nonce = ?', nonce).toArray()[0]
  }
}

import { DurableObject } from 'cloudflare:workers'
import { migrate } from '../../../shared/durable/migrate.ts'
import { unixSeconds } from '../../../shared/durable/prune.ts'
import { logError } from '../../../shared/log/logError.ts'
import { createChatappLinks } from '../store/chatappLinks.ts'
import { forget, markPublished } from './forget.ts'
import { begin, dropOldAttempts, settle, stands, unlink } from './linking.ts'
import { findLink } from './linkRow.ts'
import type {
  ChatappAccountObject,
  ChatappUserObject,
  Completed,
  Completing,
  FoundSession,
  LinkRow,
  Opened,
  Opening,
  Stands,
} from '../../../shared/domain/chatapp/linkMessages.ts'
import { findSession, openSession } from './sessions.ts'
import { EXPIRING, USER_STEPS } from './userTables.ts'

const PRUNE_EVERY_MS = 3_600_000
const RETRY_MS = 1000
const RETRY_MOST_MS = 60_000
const UPDATE_SECONDS = 86_400

interface UserEnv {
  readonly DB: D1Database
  readonly CHATAPP_ACCOUNTS: DurableObjectNamespace<ChatappAccountObject>
}

/**
 * All that is known about one user of the chat app: launch data and sessions, link tokens, updates of the bot, and the link
 * to an account, which is decided here and reaches D1 at least once. It trusts its callers, who have already checked
 * launch data, tokens and accounts.
 *
 * That an account is linked to one chat user is decided in `ChatappAccount`, which asks the holder of before: a link is
 * begun here, the account is held there, and only then, if nobody has ended the attempt, is it made here. Wherever that is
 * cut off, nothing is linked, and the next attempt finds its way.
 *
 * Retention: the link and when it ended stay until the account is deleted, and then how often it changed; everything else
 * goes when it has expired.
 */
export class ChatappUser extends DurableObject<UserEnv> implements ChatappUserObject {
  #failures = 0

  constructor(ctx: DurableObjectState, env: UserEnv) {
    super(ctx, env)
    migrate(ctx.storage, USER_STEPS)
    // An alarm that failed too often is dropped; the link is then published when the object is next used.
    void ctx.blockConcurrencyWhile(async () => {
      if (this.#isUnpublished() && (await ctx.storage.getAlarm()) === null) await ctx.storage.setAlarm(Date.now())
    })
  }

  get #sql(): SqlStorage {
    return this.ctx.storage.sql
  }

  async openSession(opening: Opening): Promise<Opened> {
    const opened = this.ctx.storage.transactionSync(() => openSession(this.#sql, opening))
    await this.#alarmWithin(PRUNE_EVERY_MS)
    return opened
  }

  async findSession(tokenHash: string, now: number): Promise<FoundSession> {
    return findSession(this.#sql, tokenHash, now)
  }

  async complete(completing: Completing): Promise<Completed> {
    const { idpUserId, now } = completing
    const begun = this.#change(() => begin(this.#sql, completing))
    if (!('id' in begun)) return this.#published(begun)
    const account = this.env.CHATAPP_ACCOUNTS.getByName(idpUserId)
    const held = await account.hold(idpUserId, begun.chatappUserId, now)
    return this.#published(this.#change(() => settle(this.#sql, completing, begun, held)))
  }

  async stands(idpUserId: string, now: number): Promise<Stands> {
    return this.#change(() => stands(this.#sql, idpUserId, now))
  }

  async findLink(): Promise<LinkRow | null> {
    return findLink(this.#sql)
  }

  /** Ends the link; the account is free from then on. */
  async unlink(now: number, profileId?: string): Promise<LinkRow | null> {
    const link = this.#change(() => unlink(this.#sql, now, profileId ?? null))
    if (this.#isUnpublished()) await this.ctx.storage.setAlarm(Date.now())
    return link
  }

  /** Forgets the link to an account that was deleted, here and in D1; may be repeated until both have. */
  async forget(profileId: string): Promise<void> {
    this.#change(() => forget(this.#sql, profileId))
    if (!this.#isUnpublished()) return
    await this.ctx.storage.setAlarm(Date.now())
    await this.#publish()
  }

  /** True for an update that is new, or the same as before: its answer is the same. */
  async acceptUpdate({ id, content, now }: { id: number; content: string; now: number }): Promise<boolean> {
    const known = this.#change(() => {
      this.#sql.exec(
        'INSERT OR IGNORE INTO updates (id, content, expires_at) VALUES (?, ?, ?)',
        id,
        content,
        now + UPDATE_SECONDS,
      )
      return this.#sql.exec<{ content: string }>('SELECT content FROM updates WHERE id = ?', id).one()
    })
    await this.#alarmWithin(PRUNE_EVERY_MS)
    return known.content === content
  }

  /** Writes the link of this chat user to D1 again; one that was forgotten does not know its id. */
  async republish(chatappUserId: string): Promise<void> {
    this.#sql.exec('UPDATE link SET published = 0, chatapp_user_id = ?', chatappUserId)
    await this.ctx.storage.setAlarm(Date.now())
  }

  /** Publishes the link and forgets what has expired; a failure is retried, within a minute at the latest. */
  override async alarm(): Promise<void> {
    const now = unixSeconds()
    for (const table of EXPIRING) this.#sql.exec(`DELETE FROM ${table} WHERE expires_at <= ?`, now)
    dropOldAttempts(this.#sql, now)
    try {
      await this.#publish()
      this.#failures = 0
    } catch (error) {
      logError('warn', 'chatapp_projection_waits', error)
      await this.ctx.storage.setAlarm(Date.now() + Math.min(RETRY_MOST_MS, RETRY_MS * 2 ** this.#failures++))
      return
    }
    const remains = (table: string) => this.#sql.exec(`SELECT 1 FROM ${table} LIMIT 1`).toArray().length > 0
    if ([...EXPIRING, 'attempts'].some(remains)) await this.#alarmWithin(PRUNE_EVERY_MS)
  }

  async #publish(): Promise<void> {
    const [row] = this.#sql
      .exec<{ id: string; seq: number }>('SELECT chatapp_user_id id, seq FROM link WHERE published < seq')
      .toArray()
    if (!row) return
    const link = findLink(this.#sql)
    const links = createChatappLinks(this.env.DB)
    await (link ? links.put(link) : links.erase(row.id, row.seq))
    markPublished(this.#sql, row.seq)
    // It may have changed meanwhile.
    if (this.#isUnpublished()) await this.ctx.storage.setAlarm(Date.now())
  }

  #isUnpublished(): boolean {
    return this.#sql.exec('SELECT 1 FROM link WHERE published < seq').toArray().length > 0
  }

  async #published(completed: Completed): Promise<Completed> {
    if (this.#isUnpublished()) await this.ctx.storage.setAlarm(Date.now())
    return completed
  }

  #change<T>(work: () => T): T {
    return this.ctx.storage.transactionSync(work)
  }

  async #alarmWithin(ms: number): Promise<void> {
    if ((await this.ctx.storage.getAlarm()) === null) await this.ctx.storage.setAlarm(Date.now() + ms)
  }
}

import { DurableObject } from 'cloudflare:workers'
import type {
  ChatappAccountObject,
  ChatappUserObject,
  Completed,
  Completing,
  FoundSession,
  HolderState,
  LinkRow,
  Opened,
  Opening,
} from '../../../shared/domain/chatapp/linkMessages.ts'
import { migrate, type Step } from '../../../shared/durable/migrate.ts'
import { onceFor, OUTCOMES_TABLE, type RequestKey } from '../../../shared/durable/onceFor.ts'
import { Outbox } from '../../../shared/durable/Outbox.ts'
import { unixSeconds } from '../../../shared/durable/prune.ts'
import { createChatappLinks } from '../store/chatappLinks.ts'
import { begin, dropOldAttempts, holderState, settle, unlink } from './linking.ts'
import { findLink, findSession, isLive, openSession } from './linkRow.ts'

const PRUNE_EVERY_MS = 3_600_000
const UPDATE_SECONDS = 86_400

interface UserEnv {
  readonly DB: D1Database
  readonly CHATAPP_ACCOUNTS: DurableObjectNamespace<ChatappAccountObject>
}

/**
 * One user of the chat app: launch data and sessions, link tokens, updates of the bot, and the link to an account, which is
 * decided here and written to D1 at least once. It trusts its callers, which have verified launch data, tokens and accounts.
 *
 * `ChatappAccount` ensures that an account has one chat user; it asks the previous holder. An attempt starts here, the account
 * is held there, and only then is the link made here, unless the attempt has ended. An interruption at any point links nothing,
 * and the next attempt can complete.
 *
 * Retention: the link and its end stay until the account is deleted, then only the number of its changes; everything else is
 * deleted when it expires.
 */
export class ChatappUser extends DurableObject<UserEnv> implements ChatappUserObject {
  readonly #outbox: Outbox

  constructor(ctx: DurableObjectState, env: UserEnv) {
    super(ctx, env)
    migrate(ctx.storage, USER_STEPS)
    this.#outbox = new Outbox(ctx, {
      dueAt: () => this.#dueAt(),
      work: () => this.#tidy(),
      failure: ['warn', 'chatapp_projection_waits'],
    })
  }

  get #sql(): SqlStorage {
    return this.ctx.storage.sql
  }

  async openSession(opening: Opening, key?: RequestKey): Promise<Opened> {
    const work = () => openSession(this.#sql, opening)
    return this.#change(() => onceFor(this.#sql, key, { work, isDone: (opened) => opened !== 'used' }))
  }

  async findSession(tokenHash: string, now: number): Promise<FoundSession> {
    return findSession(this.#sql, tokenHash, now)
  }

  async complete(completing: Completing, key?: RequestKey): Promise<Completed> {
    const { idpUserId, now } = completing
    const once = <T extends object>(work: () => T): T =>
      this.#change(() => onceFor(this.#sql, key, { work, isDone: (result) => 'link' in result }))
    const begun = once(() => begin(this.#sql, completing))
    if (!('id' in begun)) return begun
    const account = this.env.CHATAPP_ACCOUNTS.getByName(idpUserId)
    const held = await account.hold(idpUserId, begun.chatappUserId, now)
    return once(() => settle(this.#sql, completing, begun, held))
  }

  async holderState(idpUserId: string, now: number): Promise<HolderState> {
    return this.#change(() => holderState(this.#sql, idpUserId, now))
  }

  async findLink(): Promise<LinkRow | null> {
    return findLink(this.#sql)
  }

  /** Ends the link; the account can then be linked to another chat user. */
  async unlink(now: number, profileId?: string, key?: RequestKey): Promise<LinkRow | null> {
    const work = () => unlink(this.#sql, now, profileId ?? null)
    return this.#change(() => onceFor(this.#sql, key, { work, isDone: (link) => link !== null }))
  }

  /** Removes the link to a deleted account, here and in D1; may be repeated until both are done. */
  async forget(profileId: string): Promise<void> {
    this.#change(() => forget(this.#sql, profileId))
    await this.#publish()
  }

  /** True for a new update, and for an exact repeat, which gets the same answer. */
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
    return known.content === content
  }

  /** Writes the link of this chat user to D1 again; a removed link no longer has the id, so the caller passes it. */
  async republish(chatappUserId: string): Promise<void> {
    this.#change(() => this.#sql.exec('UPDATE link SET published = 0, chatapp_user_id = ?', chatappUserId))
  }

  /** Publishes the link and deletes expired rows; a failure is retried within a minute. */
  override async alarm(): Promise<void> {
    await this.#outbox.run()
  }

  async #tidy(): Promise<void> {
    const now = unixSeconds()
    for (const table of EXPIRING) this.#sql.exec(`DELETE FROM ${table} WHERE expires_at <= ?`, now)
    dropOldAttempts(this.#sql, now)
    // The link may change while it is published.
    while (await this.#publish());
  }

  #dueAt(): number | null {
    const has = (rows: string) => this.#sql.exec(`SELECT 1 FROM ${rows} LIMIT 1`).toArray().length > 0
    if (has('link WHERE published < seq')) return Date.now()
    return [...EXPIRING, 'attempts'].some(has) ? Date.now() + PRUNE_EVERY_MS : null
  }

  /** Writes the current link to D1; false if D1 already has it. */
  async #publish(): Promise<boolean> {
    const [row] = this.#sql
      .exec<{ id: string; seq: number }>('SELECT chatapp_user_id id, seq FROM link WHERE published < seq')
      .toArray()
    if (!row) return false
    const link = findLink(this.#sql)
    const links = createChatappLinks(this.env.DB)
    await (link ? links.put(link) : links.erase(row.id, row.seq))
    markPublished(this.#sql, row.seq)
    return true
  }

  #change<T>(work: () => T): T {
    const done = this.ctx.storage.transactionSync(work)
    this.#outbox.arm()
    return done
  }
}

/**
 * Removes the link to a deleted account and all attempts, in the caller's transaction. Sessions, which contain the chat user's
 * id, end unless the user is linked to another account. The number of changes stays, so that D1 sees the next link as newer; the
 * chat user's id is removed once D1 has this change (`markPublished`).
 */
function forget(sql: SqlStorage, profileId: string): void {
  sql.exec(
    `UPDATE link SET chatapp_username = NULL, profile_id = '', idp_user_id = '', linked_at = 0, last_verified_at = 0,
       revoked_at = 0, failure_count = 0, last_failure_reason = NULL, seq = seq + 1 WHERE profile_id = ?`,
    profileId,
  )
  sql.exec('DELETE FROM attempts')
  sql.exec('DELETE FROM outcomes')
  if (!isLive(findLink(sql))) sql.exec('DELETE FROM sessions')
}

/** Records which change of the link D1 has; a removed link then no longer has the chat user's id. */
function markPublished(sql: SqlStorage, seq: number): void {
  sql.exec(
    `UPDATE link SET published = ?1, chatapp_user_id = iif(profile_id = '' AND seq = ?1, '', chatapp_user_id)
     WHERE published < ?1`,
    seq,
  )
}

/** Tables of a chat user's object. Times are unix seconds, hashes hex. The link is its own outbox: D1 has `published`. */
const USER_STEPS: readonly Step[] = [
  `CREATE TABLE IF NOT EXISTS launches (
     replay_key TEXT PRIMARY KEY, sessions INTEGER NOT NULL, expires_at INTEGER NOT NULL
   ) WITHOUT ROWID;
   CREATE TABLE IF NOT EXISTS sessions (
     hash TEXT PRIMARY KEY, replay_key TEXT NOT NULL, identity TEXT NOT NULL, expires_at INTEGER NOT NULL,
     revoked INTEGER NOT NULL DEFAULT 0
   ) WITHOUT ROWID;
   CREATE TABLE IF NOT EXISTS attempts (
     idp_user_id TEXT PRIMARY KEY, id TEXT NOT NULL UNIQUE, link_token TEXT, started_at INTEGER NOT NULL
   ) WITHOUT ROWID;
   CREATE TABLE IF NOT EXISTS used_tokens (
     hash TEXT PRIMARY KEY, idp_user_id TEXT NOT NULL, expires_at INTEGER NOT NULL
   ) WITHOUT ROWID;
   CREATE TABLE IF NOT EXISTS updates (id INTEGER PRIMARY KEY, content TEXT NOT NULL, expires_at INTEGER NOT NULL);
   CREATE TABLE IF NOT EXISTS link (
     id INTEGER PRIMARY KEY CHECK (id = 0), chatapp_user_id TEXT NOT NULL, chatapp_username TEXT,
     profile_id TEXT NOT NULL, idp_user_id TEXT NOT NULL, linked_at INTEGER NOT NULL, last_verified_at INTEGER NOT NULL,
     revoked_at INTEGER, failure_count INTEGER NOT NULL, last_failure_reason TEXT, seq INTEGER NOT NULL,
     published INTEGER NOT NULL DEFAULT 0
   )`,
  // A link token is used for its chat user, independent of the user who signed in; a removed link has no chat user's id.
  `ALTER TABLE used_tokens DROP COLUMN idp_user_id;
   UPDATE link SET chatapp_user_id = '' WHERE profile_id = '' AND published = seq`,
  OUTCOMES_TABLE,
  // Launch data opens one session, so none ends another.
  `DELETE FROM sessions WHERE revoked = 1;
   ALTER TABLE sessions DROP COLUMN revoked;
   ALTER TABLE sessions DROP COLUMN replay_key;
   ALTER TABLE launches DROP COLUMN sessions`,
]

/** Tables whose rows go when they have expired. */
const EXPIRING = ['launches', 'sessions', 'used_tokens', 'updates', 'outcomes'] as const

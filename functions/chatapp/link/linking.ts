import type {
  Completed,
  Completing,
  GivenLinkToken,
  HolderState,
  LinkRefusal,
  LinkRow,
} from '../../../shared/domain/chatapp/linkMessages.ts'
import type { MiniappIdentity } from '../../../shared/domain/chatapp/MiniappIdentity.ts'
import { findLink, findSession, isLive } from './linkRow.ts'

/**
 * An older attempt was interrupted: no request lasts that long. The next chat user that needs the account ends it, and an
 * attempt that was only slow detects this before it links.
 */
const ATTEMPT_SECONDS = 60
/** How long a used link token is remembered after it has expired. */
const USED_TOKEN_SECONDS = 86_400

type Judged =
  | { readonly refused: LinkRefusal }
  | { readonly identity: MiniappIdentity; readonly token: 'consumed' | 'already_consumed' | null }

/** Rules 4 to 6 of completing a link: the session, the link token, and identities that are attached elsewhere. */
function judge(sql: SqlStorage, { tokenHash, linkToken, idpUserId, now }: Completing): Judged {
  const session = findSession(sql, tokenHash, now)
  if (session.state !== 'live')
    return { refused: session.state === 'over' ? 'miniapp_session_expired' : 'invalid_miniapp_session' }
  const { identity } = session
  const link = findLink(sql)
  const token = linkToken && judgeToken(sql, linkToken, identity, { idpUserId, now })
  if (token !== undefined && token !== 'consumed' && token !== 'already_consumed') return { refused: token }
  if (isLive(link) && link.idpUserId !== idpUserId) return { refused: 'chatapp_linked_elsewhere' }
  return { identity, token: token ?? null }
}

/**
 * A token that this chat user has used is ignored, also after the link was revoked: the flow continues as without a token,
 * since the session alone identifies the chat user (document 3, rule 9).
 */
function judgeToken(
  sql: SqlStorage,
  token: GivenLinkToken,
  { chatappUserId, chatId }: MiniappIdentity,
  { idpUserId, now }: { idpUserId: string; now: number },
): LinkRefusal | 'consumed' | 'already_consumed' {
  // Tokens are issued in private chats, whose id is the user's; launch data does not always name the chat.
  if (token.chatappUserId !== chatappUserId || token.chatId !== (chatId ?? chatappUserId)) return 'link_token_mismatch'
  const used = sql.exec('SELECT 1 FROM used_tokens WHERE hash = ?', token.hash).toArray()
  if (used.length > 0) return 'already_consumed'
  if (token.expiresAt <= now) return 'link_token_expired'
  const claims = sql.exec(
    'SELECT 1 FROM attempts WHERE link_token = ? AND idp_user_id <> ? AND started_at > ?',
    token.hash,
    idpUserId,
    now - ATTEMPT_SECONDS,
  )
  return claims.toArray().length > 0 ? 'link_token_claimed' : 'consumed'
}

/** An attempt to link, which claims its link token; requests of the same user at the same time share one. */
export interface Attempt {
  readonly id: string
  readonly chatappUserId: string
}

/** Starts an attempt, in the caller's transaction; an existing link is only renewed. */
export function begin(sql: SqlStorage, completing: Completing): Completed | Attempt {
  const judged = judge(sql, completing)
  if ('refused' in judged) return refuse(sql, judged.refused)
  if (isLive(findLink(sql))) return finish(sql, completing, judged)
  const { id } = sql
    .exec<{ id: string }>(
      `INSERT INTO attempts (idp_user_id, id, link_token, started_at) VALUES (?1, ?2, ?3, ?4)
       ON CONFLICT (idp_user_id) DO UPDATE SET link_token = ?3, started_at = ?4 RETURNING id`,
      completing.idpUserId,
      crypto.randomUUID(),
      completing.linkToken?.hash ?? null,
      completing.now,
    )
    .one()
  return { id, chatappUserId: judged.identity.chatappUserId }
}

/** Completes an attempt, in the caller's transaction, unless it was superseded. */
export function settle(
  sql: SqlStorage,
  completing: Completing,
  attempt: Attempt,
  held: 'held' | 'elsewhere' | 'in_progress',
): Completed {
  const stillBegun = sql.exec('DELETE FROM attempts WHERE id = ? RETURNING 1', attempt.id).toArray().length > 0
  const judged = judge(sql, completing)
  if ('refused' in judged) return refuse(sql, judged.refused)
  // Another request of the same user was quicker.
  if (isLive(findLink(sql))) return finish(sql, completing, judged)
  if (held !== 'held') return refuse(sql, held === 'elsewhere' ? 'account_linked_elsewhere' : 'link_in_progress')
  // The attempt took so long that another chat user may have got the account.
  if (!stillBegun) return refuse(sql, 'link_in_progress')
  return finish(sql, completing, judged)
}

/** Rule 7: writes the link and consumes the token. */
function finish(
  sql: SqlStorage,
  { idpUserId, profileId, linkToken, now }: Completing,
  { identity, token }: Extract<Judged, { identity: MiniappIdentity }>,
): Completed {
  sql.exec(
    `INSERT INTO link (id, chatapp_user_id, chatapp_username, profile_id, idp_user_id, linked_at, last_verified_at,
       failure_count, seq) VALUES (0, ?1, ?2, ?3, ?4, ?5, ?5, 0, 1)
     ON CONFLICT (id) DO UPDATE SET chatapp_user_id = ?1, chatapp_username = ?2, profile_id = ?3, idp_user_id = ?4,
       linked_at = iif(revoked_at IS NULL, linked_at, ?5), last_verified_at = ?5, revoked_at = NULL, failure_count = 0,
       last_failure_reason = NULL, seq = seq + 1`,
    identity.chatappUserId,
    identity.chatappUsername,
    profileId,
    idpUserId,
    now,
  )
  if (linkToken)
    sql.exec(
      'INSERT OR IGNORE INTO used_tokens (hash, expires_at) VALUES (?, ?)',
      linkToken.hash,
      linkToken.expiresAt + USED_TOKEN_SECONDS,
    )
  const link = findLink(sql)
  if (!link) throw new Error('the link was not written')
  return { link, token }
}

/** Refuses an attempt; a conflict is counted on the existing link. */
function refuse(sql: SqlStorage, refused: LinkRefusal): Completed {
  if (refused === 'chatapp_linked_elsewhere')
    sql.exec('UPDATE link SET failure_count = failure_count + 1, last_failure_reason = ?', refused)
  return { refused }
}

/** Ends the link, only to `profileId` unless that is null, in the caller's transaction; null if there never was a link. */
export function unlink(sql: SqlStorage, now: number, profileId: string | null): LinkRow | null {
  sql.exec(
    `UPDATE link SET revoked_at = ?1, seq = seq + 1
     WHERE revoked_at IS NULL AND (?2 IS NULL OR profile_id = ?2)`,
    now,
    profileId,
  )
  return findLink(sql)
}

/** Ends interrupted attempts. */
export function dropOldAttempts(sql: SqlStorage, now: number): void {
  sql.exec('DELETE FROM attempts WHERE started_at <= ?', now - ATTEMPT_SECONDS)
}

/** Whether this chat user holds an account; ends an interrupted attempt, in the caller's transaction. */
export function holderState(sql: SqlStorage, idpUserId: string, now: number): HolderState {
  const link = findLink(sql)
  if (isLive(link) && link.idpUserId === idpUserId) return 'linked'
  sql.exec('DELETE FROM attempts WHERE idp_user_id = ? AND started_at <= ?', idpUserId, now - ATTEMPT_SECONDS)
  return sql.exec('SELECT 1 FROM attempts WHERE idp_user_id = ?', idpUserId).toArray().length > 0 ? 'linking' : 'no'
}

import { findLink, isLive } from './linkRow.ts'

/**
 * Removes the link to a deleted account and all attempts, in the caller's transaction. Sessions, which contain the chat user's
 * id, end unless the user is linked to another account. The number of changes stays, so that D1 sees the next link as newer; the
 * chat user's id is removed once D1 has this change (`markPublished`).
 */
export function forget(sql: SqlStorage, profileId: string): void {
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
export function markPublished(sql: SqlStorage, seq: number): void {
  sql.exec(
    `UPDATE link SET published = ?1, chatapp_user_id = iif(profile_id = '' AND seq = ?1, '', chatapp_user_id)
     WHERE published < ?1`,
    seq,
  )
}

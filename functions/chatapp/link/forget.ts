import { findLink, isLive } from './linkRow.ts'

/**
 * Forgets the link to an account that was deleted, in the caller's transaction, and what was begun. Sessions, which name the
 * chat user, end unless that user is linked to another account. What is left of the link counts the changes, so that the
 * next one is newer in D1 too; the chat user's id goes once D1 has heard of it (`markPublished`).
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

/** Records which change of the link D1 has; one that was forgotten then no longer names the chat user. */
export function markPublished(sql: SqlStorage, seq: number): void {
  sql.exec(
    `UPDATE link SET published = ?1, chatapp_user_id = iif(profile_id = '' AND seq = ?1, '', chatapp_user_id)
     WHERE published < ?1`,
    seq,
  )
}

import type { FoundSession, LinkRow, Opened, Opening } from '../../../shared/domain/chatapp/linkMessages.ts'

type LinkSql = {
  chatapp_user_id: string
  chatapp_username: string | null
  profile_id: string
  idp_user_id: string
  linked_at: number
  last_verified_at: number
  revoked_at: number | null
  failure_count: number
  last_failure_reason: string | null
  seq: number
}

export function findLink(sql: SqlStorage): LinkRow | null {
  const [row] = sql.exec<LinkSql>(`SELECT * FROM link WHERE profile_id <> ''`).toArray()
  if (!row) return null
  return {
    chatappUserId: row.chatapp_user_id,
    chatappUsername: row.chatapp_username,
    profileId: row.profile_id,
    idpUserId: row.idp_user_id,
    linkedAt: row.linked_at,
    lastVerifiedAt: row.last_verified_at,
    revokedAt: row.revoked_at,
    failureCount: row.failure_count,
    lastFailureReason: row.last_failure_reason,
    seq: row.seq,
  }
}

export const isLive = (link: LinkRow | null): link is LinkRow => link !== null && link.revokedAt === null

type SessionRow = { identity: string; expires_at: number }

/** Opens the one session of launch data, in the caller's transaction. */
export function openSession(sql: SqlStorage, opening: Opening): Opened {
  const { identity, tokenHash, startedAt, expiresAt, replayKey, replayExpiresAt } = opening
  const isNew = sql.exec(
    'INSERT INTO launches (replay_key, expires_at) VALUES (?, ?) ON CONFLICT DO NOTHING RETURNING 1',
    replayKey,
    replayExpiresAt,
  )
  if (isNew.toArray().length === 0) return 'used'
  sql.exec(
    'INSERT INTO sessions (hash, identity, expires_at) VALUES (?, ?, ?)',
    tokenHash,
    JSON.stringify(identity),
    expiresAt,
  )
  return { tokenHash, startedAt, expiresAt }
}

export function findSession(sql: SqlStorage, tokenHash: string, now: number): FoundSession {
  const [row] = sql.exec<SessionRow>('SELECT identity, expires_at FROM sessions WHERE hash = ?', tokenHash).toArray()
  if (!row) return { state: 'unknown' }
  if (row.expires_at <= now) return { state: 'over' }
  return { state: 'live', identity: JSON.parse(row.identity), expiresAt: row.expires_at }
}

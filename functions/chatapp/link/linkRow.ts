import type { LinkRow } from '../../../shared/domain/chatapp/linkMessages.ts'

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

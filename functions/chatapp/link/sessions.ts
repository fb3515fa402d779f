import type { FoundSession, Opened, Opening } from '../../../shared/domain/chatapp/linkMessages.ts'

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

import type { FoundSession, Opened, Opening } from '../../../shared/domain/chatapp/linkMessages.ts'

/** Maximum number of sessions per launch data: the first, and three for reloads. */
const MOST_SESSIONS = 4

type LaunchRow = { sessions: number }
type SessionRow = { identity: string; expires_at: number; revoked: number }

/** Opens a session in the caller's transaction; ends earlier sessions of the same launch data. */
export function openSession(sql: SqlStorage, opening: Opening): Opened {
  const { identity, tokenHash, expiresAt, replayKey, replayExpiresAt } = opening
  const [known] = sql.exec<LaunchRow>('SELECT sessions FROM launches WHERE replay_key = ?', replayKey).toArray()
  if (known && known.sessions >= MOST_SESSIONS) return 'used'
  sql.exec(
    `INSERT INTO launches (replay_key, sessions, expires_at) VALUES (?, 1, ?)
     ON CONFLICT (replay_key) DO UPDATE SET sessions = sessions + 1`,
    replayKey,
    replayExpiresAt,
  )
  sql.exec('UPDATE sessions SET revoked = 1 WHERE replay_key = ?', replayKey)
  sql.exec(
    'INSERT INTO sessions (hash, replay_key, identity, expires_at) VALUES (?, ?, ?, ?)',
    tokenHash,
    replayKey,
    JSON.stringify(identity),
    expiresAt,
  )
  return known ? 'reopened' : 'opened'
}

export function findSession(sql: SqlStorage, tokenHash: string, now: number): FoundSession {
  const [row] = sql
    .exec<SessionRow>('SELECT identity, expires_at, revoked FROM sessions WHERE hash = ?', tokenHash)
    .toArray()
  if (!row) return { state: 'unknown' }
  if (row.revoked === 1 || row.expires_at <= now) return { state: 'over' }
  return { state: 'live', identity: JSON.parse(row.identity), expiresAt: row.expires_at }
}

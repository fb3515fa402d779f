import type { Principal } from '../../../shared/auth/principal.ts'
import { senderOf } from '../../../shared/calldata/senderOf.ts'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import type { SessionKey, StoredSession } from '../store/deploySessions.ts'

export const sessionKey = (principal: Principal, id: string): SessionKey => ({
  owner: senderOf(principal, undefined),
  id,
})

/** Throws deploy_session_not_found. */
export function requireSession(session: StoredSession | null): StoredSession {
  if (!session) throw new ApiError('deploy_session_not_found')
  return session
}

export const sessionEnded = ({ status }: StoredSession): ApiError =>
  new ApiError('deploy_session_over', `id: the session is ${status}, which is final; create a session with another id`)

export const isLive = ({ status }: StoredSession): boolean => status === 'pending' || status === 'running'

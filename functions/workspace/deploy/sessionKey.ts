import type { Principal } from '../../../shared/auth/principal.ts'
import { senderOf } from '../../../shared/calldata/senderOf.ts'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import type { SessionKey, StoredSession } from '../store/deploySessions.ts'

/** The session of this id that is the caller's own. */
export const sessionKey = (principal: Principal, id: string): SessionKey => ({
  owner: senderOf(principal, undefined),
  id,
})

/** Throws deploy_session_not_found. */
export function known(session: StoredSession | null): StoredSession {
  if (!session) throw new ApiError('deploy_session_not_found')
  return session
}

/** That a session changes no more. */
export const over = ({ status }: StoredSession): ApiError =>
  new ApiError('deploy_session_over', `id: the session is ${status}, which is for good; create another one`)

export const isLive = ({ status }: StoredSession): boolean => status === 'pending' || status === 'running'

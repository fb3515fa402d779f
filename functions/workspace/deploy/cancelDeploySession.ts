import type { WorkspaceHandler } from '../context.ts'
import { answerOf, requireSession, sessionEnded, sessionKey } from './describeSession.ts'

/** Cancels a pending or running session. Throws deploy_session_not_found, deploy_session_over, store_unavailable. */
export const cancelDeploySession: WorkspaceHandler<'cancelDeploySession'> = async (
  { body: { id }, principal },
  { deploySessions, now },
) => {
  const session = requireSession(
    await deploySessions.cancel(sessionKey(principal, id), Math.floor(now() / 1000), answerOf),
  )
  if (session.status !== 'cancelled') throw sessionEnded(session)
  return answerOf(session)
}

import { ApiError } from '../../../shared/errors/ApiError.ts'
import type { WorkspaceHandler } from '../context.ts'
import { answerOf, sessionKey } from './describeSession.ts'
import { plannedCalls, writePlan } from './plan.ts'

/**
 * Stores a plan once, under an id that the caller chooses. Throws idempotency_conflict, deploy_session_limit, store_unavailable.
 */
export const createDeploySession: WorkspaceHandler<'createDeploySession'> = async (
  { body: { id, ...given }, principal },
  { chain, deploySessions, now },
) => {
  const { chainId } = chain.config
  const calls = plannedCalls(given, principal)
  const plan = writePlan(calls)
  const session = await deploySessions.create(
    sessionKey(principal, id),
    { chainId, plan, calls: calls.length },
    Math.floor(now() / 1000),
    answerOf,
  )
  if (!session) throw new ApiError('deploy_session_limit')
  if (session.plan !== plan || session.chainId !== chainId)
    throw new ApiError('idempotency_conflict', 'id: was used for another plan; choose another id')
  return answerOf(session)
}

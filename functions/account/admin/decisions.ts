import type { SessionPrincipal } from '../../../shared/auth/findSession.ts'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import type { KeptAnswer } from '../../../shared/store/keepAnswer.ts'
import type { AccessDecision, AccessRequest, AccessRequestStore } from '../store/accessRequests.ts'
import type { AdminAction } from '../store/adminLog.ts'
import type { AdminContext } from './createAdminContext.ts'

/**
 * Decides a pending request and returns the answer; the same decision by the same administrator gets the same answer again.
 *
 * Throws access_request_not_found; already_decided after another decision, or one by another administrator.
 */
export async function decideRequest<A extends KeptAnswer>(
  requests: AccessRequestStore,
  { id, decision, note }: { readonly id: number; readonly decision: AccessDecision; readonly note: string | undefined },
  act: AdminAction,
  answerOf: (request: AccessRequest) => A,
): Promise<A> {
  const before = await requests.find(id)
  if (!before) throw new ApiError('access_request_not_found')
  const answer = answerOf(before)
  if (await requests.decide(id, { decision, note }, act, answer)) return answer
  const request = (await requests.find(id)) ?? before
  if (request.status === decision && request.decidedBy === act.admin) return answer
  const by = request.decidedBy === act.admin ? 'you' : 'another administrator'
  throw new ApiError('already_decided', `requestId: was already ${request.status} by ${by}; a decision is final`)
}

/** Decides on a waitlist entry, whatever its status. Throws waitlist_entry_not_found. */
export async function decideEntry<S extends AccessDecision>(
  status: S,
  { body: { id, note }, principal, request }: Given,
  { waitlistDecisions, actOf }: AdminContext,
) {
  const answer = { data: { id, status } }
  const isThere = await waitlistDecisions.decide(id, { status, note }, await actOf(principal, request), answer)
  if (!isThere) throw new ApiError('waitlist_entry_not_found')
  return answer
}

interface Given {
  readonly body: { readonly id: number; readonly note?: string | undefined }
  readonly principal: SessionPrincipal
  readonly request: Request
}

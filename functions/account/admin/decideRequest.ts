import { ApiError } from '../../../shared/errors/ApiError.ts'
import type { AccessDecision, AccessRequest, AccessRequestStore } from '../store/accessRequests.ts'
import type { AdminAction } from '../store/adminLog.ts'

/**
 * Decides a request, once: the administrator who decided it so before gets it as it is.
 *
 * Throws access_request_not_found; already_decided where it was decided otherwise, or by somebody else.
 */
export async function decideRequest(
  requests: AccessRequestStore,
  { id, decision, note }: { readonly id: number; readonly decision: AccessDecision; readonly note: string | undefined },
  act: AdminAction,
): Promise<AccessRequest> {
  const isNew = await requests.decide(id, decision, note, act)
  const request = await requests.find(id)
  if (!request) throw new ApiError('access_request_not_found')
  if (isNew || (request.status === decision && request.decidedBy === act.admin)) return request
  const by = request.decidedBy === act.admin ? 'you' : 'another administrator'
  throw new ApiError('already_decided', `requestId: this request was ${request.status} by ${by}`)
}

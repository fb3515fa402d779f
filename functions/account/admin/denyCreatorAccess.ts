import type { AccountHandler } from '../context.ts'
import { decideRequest } from './decisions.ts'

/** Denies a request. Throws access_request_not_found, already_decided. */
export const denyCreatorAccess: AccountHandler<'denyCreatorAccess'> = async (
  { body: { requestId, note }, principal, request },
  { accessRequests, actOf },
) => {
  const decision = { id: requestId, decision: 'denied', note } as const
  return decideRequest(accessRequests, decision, await actOf(principal, request), () => ({
    data: { requestId, denied: true },
  }))
}

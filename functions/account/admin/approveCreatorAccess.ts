import type { AccountHandler } from '../context.ts'
import { decideRequest } from './decisions.ts'

/** Approves a request and adds its wallet to the creator allowlist. Throws access_request_not_found, already_decided. */
export const approveCreatorAccess: AccountHandler<'approveCreatorAccess'> = async (
  { body: { requestId, note }, principal, request },
  { accessRequests, actOf },
) => {
  const decision = { id: requestId, decision: 'approved', note } as const
  return decideRequest(accessRequests, decision, await actOf(principal, request), ({ wallet }) => ({
    data: { requestId, wallet, approved: true },
  }))
}

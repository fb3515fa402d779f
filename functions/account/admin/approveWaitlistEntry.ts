import { ApiError } from '../../../shared/errors/ApiError.ts'
import type { AccountHandler } from '../context.ts'

/** Approves a waitlist entry, whatever its status. Throws waitlist_entry_not_found. */
export const approveWaitlistEntry: AccountHandler<'approveWaitlistEntry'> = async (
  { body: { id, note }, principal, request },
  { waitlistDecisions, actOf },
) => {
  const status = 'approved'
  const answer = { data: { id, status } } as const
  const isThere = await waitlistDecisions.decide(id, { status, note }, await actOf(principal, request), answer)
  if (!isThere) throw new ApiError('waitlist_entry_not_found')
  return answer
}

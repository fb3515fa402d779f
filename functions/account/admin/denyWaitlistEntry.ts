import { ApiError } from '../../../shared/errors/ApiError.ts'
import type { AccountHandler } from '../context.ts'

/** Denies a waitlist entry, whatever its status. Throws waitlist_entry_not_found. */
export const denyWaitlistEntry: AccountHandler<'denyWaitlistEntry'> = async (
  { body: { id, note }, principal, request },
  { waitlistDecisions, actOf },
) => {
  const status = 'denied'
  const answer = { data: { id, status } } as const
  const isThere = await waitlistDecisions.decide(id, { status, note }, await actOf(principal, request), answer)
  if (!isThere) throw new ApiError('waitlist_entry_not_found')
  return answer
}

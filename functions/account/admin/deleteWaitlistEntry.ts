import { ApiError } from '../../../shared/errors/ApiError.ts'
import type { AccountHandler } from '../context.ts'

/** Deletes a waitlist entry; a repeat returns the same answer. Throws waitlist_entry_not_found. */
export const deleteWaitlistEntry: AccountHandler<'deleteWaitlistEntry'> = async (
  { body: { id, note }, principal, request },
  { waitlistDecisions, actOf, hashEmail },
) => {
  const answer = { data: { id, deleted: true } } as const
  const isGone = await waitlistDecisions.remove(id, note, hashEmail, await actOf(principal, request), answer)
  if (!isGone) throw new ApiError('waitlist_entry_not_found')
  return answer
}

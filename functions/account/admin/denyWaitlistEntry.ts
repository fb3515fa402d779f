import type { waitlistAdmin } from '../../../schema/account/waitlistAdmin.ts'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import type { Handler } from '../../../shared/http/handler.ts'
import type { AccountContext } from '../context.ts'

/** Denies an entry of the waitlist, whatever it was. Throws waitlist_entry_not_found. */
export const denyWaitlistEntry: Handler<typeof waitlistAdmin.denyWaitlistEntry, AccountContext> = async (
  { body: { id, note }, principal, request },
  { waitlistDecisions, actOf },
) => {
  const isThere = await waitlistDecisions.decide(id, { status: 'denied', note }, await actOf(principal, request))
  if (!isThere) throw new ApiError('waitlist_entry_not_found')
  return { data: { id, status: 'denied' } }
}

import type { waitlistAdmin } from '../../../schema/account/waitlistAdmin.ts'
import type { Handler } from '../../../shared/http/handler.ts'
import { openPage } from '../../../shared/store/openPage.ts'
import type { AccountContext } from '../context.ts'

/** Entries of the waitlist in pages, from the store. Throws invalid_request for a cursor of another list. */
export const listWaitlistEntries: Handler<typeof waitlistAdmin.listWaitlistEntries, AccountContext> = async (
  { query: { status, ...query } },
  { waitlistDecisions },
) => {
  const page = openPage(`waitlist ${status ?? 'all'}`, ['number'], query)
  const { rows, nextCursor } = page.cut(await waitlistDecisions.list({ status, ...page }), ({ id }) => [id])
  return { data: { count: rows.length, entries: [...rows], nextCursor } }
}

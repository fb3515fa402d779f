import { openPage } from '../../../shared/store/openPage.ts'
import type { AccountHandler } from '../context.ts'

/** Entries of the waitlist in pages, from the store. Throws invalid_request for a cursor of another list. */
export const listWaitlistEntries: AccountHandler<'listWaitlistEntries'> = async (
  { query: { status, ...query } },
  { waitlistDecisions },
) => {
  const page = openPage(`waitlist ${status ?? 'all'}`, ['number'], query)
  const { rows, nextCursor } = page.cut(await waitlistDecisions.list({ status, ...page }), ({ id }) => [id])
  return { data: { count: rows.length, entries: [...rows], nextCursor } }
}

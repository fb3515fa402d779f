import type { waitlistAdmin } from '../../../schema/account/waitlistAdmin.ts'
import type { Handler } from '../../../shared/http/handler.ts'
import type { AccountContext } from '../context.ts'
import { readPage } from './readPage.ts'

/** Entries of the waitlist in pages, from the store. Throws invalid_request for a cursor of another list. */
export const listWaitlistEntries: Handler<typeof waitlistAdmin.listWaitlistEntries, AccountContext> = async (
  { query },
  { waitlistDecisions },
) => {
  const { items, nextCursor } = await readPage('waitlist', query, waitlistDecisions.list)
  return { data: { count: items.length, entries: [...items], nextCursor } }
}

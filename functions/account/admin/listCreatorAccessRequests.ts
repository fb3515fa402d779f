import { openPage } from '../../../shared/store/openPage.ts'
import type { AccountHandler } from '../context.ts'

/** Requests for creator access, in pages, from the store. Throws invalid_request for a cursor of another list. */
export const listCreatorAccessRequests: AccountHandler<'listCreatorAccessRequests'> = async (
  { query: { status, ...query } },
  { accessRequests },
) => {
  const page = openPage(`access requests ${status ?? 'all'}`, ['number'], query)
  const { rows, nextCursor } = page.cut(await accessRequests.list({ status, ...page }), ({ id }) => [id])
  const requests = rows.map(({ id, ...request }) => ({ requestId: id, ...request }))
  return { data: { count: requests.length, requests, nextCursor } }
}

import type { creatorAccessAdmin } from '../../../schema/account/creatorAccessAdmin.ts'
import type { Handler } from '../../../shared/http/handler.ts'
import type { AccountContext } from '../context.ts'
import { readPage } from './readPage.ts'

/** Requests to be let create in pages, from the store. Throws invalid_request for a cursor of another list. */
export const listCreatorAccessRequests: Handler<
  typeof creatorAccessAdmin.listCreatorAccessRequests,
  AccountContext
> = async ({ query }, { accessRequests }) => {
  const { items, nextCursor } = await readPage('access requests', query, accessRequests.list)
  const requests = items.map(({ id, ...request }) => ({ requestId: id, ...request }))
  return { data: { count: requests.length, requests, nextCursor } }
}

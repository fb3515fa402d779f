import type { creatorAccessAdmin } from '../../../schema/account/creatorAccessAdmin.ts'
import type { waitlistAdmin } from '../../../schema/account/waitlistAdmin.ts'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import type { Handlers, Input } from '../../../shared/http/handler.ts'
import { openPage } from '../../../shared/store/openPage.ts'
import type { AccountContext } from '../context.ts'
import { decideRequest } from './decideRequest.ts'

/** The most wallets of the allowlist that are answered. */
const LIMIT = 200

type Operations = typeof creatorAccessAdmin & typeof waitlistAdmin

/**
 * Lists and decisions of administrators. Each change is recorded in the admin log with its administrator. Lists throw
 * invalid_request for a cursor of another list; decisions throw a 404 of their own, and a repeat returns the same answer.
 */
export const adminHandlers: Handlers<Operations, AccountContext> = {
  async listCreatorAccessRequests({ query: { status, ...query } }, { accessRequests }) {
    const page = openPage(`access requests ${status ?? 'all'}`, ['number'], query)
    const { rows, nextCursor } = page.cut(await accessRequests.list({ status, ...page }), ({ id }) => [id])
    const requests = rows.map(({ id, ...request }) => ({ requestId: id, ...request }))
    return { data: { count: requests.length, requests, nextCursor } }
  },

  /** Adds the wallet to the creator allowlist. Throws access_request_not_found, already_decided. */
  async approveCreatorAccess({ body: { requestId: id, note }, principal, request }, { accessRequests, actOf }) {
    const act = await actOf(principal, request)
    return decideRequest(accessRequests, { id, decision: 'approved', note }, act, ({ wallet }) => ({
      data: { requestId: id, wallet, approved: true },
    }))
  },

  /** Throws access_request_not_found, already_decided. */
  async denyCreatorAccess({ body: { requestId: id, note }, principal, request }, { accessRequests, actOf }) {
    const act = await actOf(principal, request)
    return decideRequest(accessRequests, { id, decision: 'denied', note }, act, () => ({
      data: { requestId: id, denied: true },
    }))
  },

  /** Throws not_on_allowlist. */
  async revokeCreatorAccess({ body: { address, note }, principal, request }, { allowlist, actOf }) {
    const answer = { data: { address, revoked: true } } as const
    const revoked = await allowlist.revoke(address, note, await actOf(principal, request), answer)
    if (!revoked) throw new ApiError('not_on_allowlist')
    return answer
  },

  async listCreatorAllowlist({ query: { q = '' }, principal }, { allowlist }) {
    const found = await allowlist.list(q, LIMIT + 1)
    return { data: { admin: principal.address, allowlist: found.slice(0, LIMIT), truncated: found.length > LIMIT } }
  },

  /** Adds a wallet to the allowlist, or updates its entry. */
  allowCreator: async ({ body, principal, request }, { allowlist, actOf }) => ({
    data: await allowlist.allow(body, await actOf(principal, request)),
  }),

  async listWaitlistEntries({ query: { status, ...query } }, { waitlistDecisions }) {
    const page = openPage(`waitlist ${status ?? 'all'}`, ['number'], query)
    const { rows, nextCursor } = page.cut(await waitlistDecisions.list({ status, ...page }), ({ id }) => [id])
    return { data: { count: rows.length, entries: [...rows], nextCursor } }
  },

  approveWaitlistEntry: (input, context) => decideEntry('approved', input, context),
  denyWaitlistEntry: (input, context) => decideEntry('denied', input, context),

  /** Throws waitlist_entry_not_found. */
  async deleteWaitlistEntry({ body: { id, note }, principal, request }, { waitlistDecisions, actOf, hashEmail }) {
    const answer = { data: { id, deleted: true } } as const
    const isGone = await waitlistDecisions.remove(id, note, hashEmail, await actOf(principal, request), answer)
    if (!isGone) throw new ApiError('waitlist_entry_not_found')
    return answer
  },
}

/** Decides on a waitlist entry, whatever its status. Throws waitlist_entry_not_found. */
async function decideEntry<S extends 'approved' | 'denied'>(
  status: S,
  { body: { id, note }, principal, request }: Input<Operations['approveWaitlistEntry' | 'denyWaitlistEntry']>,
  { waitlistDecisions, actOf }: AccountContext,
) {
  const answer = { data: { id, status } } as const
  const isThere = await waitlistDecisions.decide(id, { status, note }, await actOf(principal, request), answer)
  if (!isThere) throw new ApiError('waitlist_entry_not_found')
  return answer
}

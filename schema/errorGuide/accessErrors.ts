import type { ErrorGuide } from './ErrorGuide.ts'

/** The waitlist, and who may create. */
export const accessErrors = {
  waitlist_entry_not_found: {
    cause: 'The waitlist has no entry with this id.',
    fix: 'Take the `id` from `GET /admin/waitlist/entries`.',
  },
  access_request_not_found: {
    cause: 'There is no request with this id; a decided one is kept for a year.',
    fix: 'Take the `requestId` from `GET /admin/creator-access/requests`.',
  },
  not_on_allowlist: {
    cause: 'The wallet has never been on the list of creators, so there is nothing to revoke.',
    fix: 'Check `address`; `GET /admin/creator-access/allowlist` has those that are on it.',
  },
  already_decided: {
    cause: 'Somebody else has decided it, or it was decided otherwise, or it has ended. It is decided once.',
    fix: 'For a request to create: put the wallet on the list of creators, or take it off, by its address. In a workspace: read it again, and ask for it anew.',
  },
  recently_denied: {
    cause: 'A request of this wallet was denied less than 24 hours ago.',
    fix: 'Ask again after `Retry-After` seconds.',
  },
} satisfies ErrorGuide

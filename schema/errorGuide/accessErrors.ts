import type { ErrorSection } from './ErrorEntry.ts'

/** Waitlist and creator access. */
export const accessErrors = {
  waitlist_entry_not_found: {
    status: 404,
    text: 'id: the waitlist has no entry with this id; GET /admin/waitlist/entries lists the ids',
    title: 'Unknown waitlist entry',
    cause: 'The waitlist has no entry with this id.',
    fix: 'Take the `id` from `listWaitlistEntries`.',
  },
  access_request_not_found: {
    status: 404,
    text: 'requestId: no request has this id; GET /admin/creator-access/requests lists the ids',
    title: 'Unknown access request',
    cause: 'No request has this id. A decided request is kept for a year.',
    fix: 'Take the `requestId` from `listCreatorAccessRequests`.',
  },
  not_on_allowlist: {
    status: 404,
    text: 'address: this wallet has never been on the list of creators',
    title: 'Wallet outside the list of creators',
    cause: 'The wallet has never been on the list of creators, so there is nothing to revoke.',
    fix: 'Correct `address`. `listCreatorAllowlist` lists the wallets.',
  },
  already_decided: {
    status: 409,
    title: 'Decided request',
    cause: 'The request has already been decided, or has ended. A request is decided once.',
    fix: 'Use `allowCreator` or `revokeCreatorAccess` for a wallet that wants to create. In a workspace, read `getWorkspaceTasks` again.',
  },
  recently_denied: {
    status: 429,
    retry: 'stated',
    title: 'Recent denial',
    cause: 'A request of this wallet was denied less than 24 hours ago.',
    fix: 'Send the request again after `Retry-After` seconds.',
  },
} satisfies ErrorSection

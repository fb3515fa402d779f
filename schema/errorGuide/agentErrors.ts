import type { ErrorGuide } from './ErrorGuide.ts'

/** Agents, their feedback and what is stored about them. */
export const agentErrors = {
  room_not_found: {
    cause: 'The share token has no room with this key, or the room has been closed.',
    fix: 'Use a `roomKey` of `GET /v1/agents/capabilities`, together with its share token.',
  },
  not_qualified: {
    cause: 'The wallet does not meet what the room requires, or the room is locked; the text says which.',
    fix: 'Compare `minBalance`, `minHoldSeconds` and `qualifiedSince` in `GET /v1/agents/capabilities`.',
  },
  token_invalid: {
    cause: 'The room token was not issued by this service, or was changed.',
    fix: 'Request and verify a new proof; do not sign in again.',
  },
  token_expired: {
    cause: 'The room token is past its expiration.',
    fix: 'Request and verify a new proof.',
  },
  token_revoked_or_unknown: {
    cause: 'The room token was revoked, or its record is gone.',
    fix: 'Request and verify a new proof.',
  },
  room_protocol_mismatch: {
    cause: 'The room token is for a room of another kind.',
    fix: 'Join with the operation of the protocol that the text names.',
  },
  link_required: {
    cause: 'The account has no linked chat account that could be let in.',
    fix: 'Link one (`/chatapp/link`), then join again with the same token.',
  },
  hold_time_unreadable: {
    cause:
      'The transfers of the wallet are not indexed up to this block, are too many, or do not add up to its balance; whether it qualifies is not known.',
    fix: 'Try again; if it persists, use a wallet with fewer transfers.',
  },
  rooms_not_configured: {
    cause: 'This deployment has no secret for room tokens.',
    fix: 'Use a deployment that has one, or ask its operator.',
  },
} satisfies ErrorGuide

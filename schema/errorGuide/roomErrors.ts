import type { ErrorSection } from './ErrorEntry.ts'

/** Rooms of vaults, and the assistant. */
export const roomErrors = {
  room_not_found: {
    status: 404,
    text: 'roomKey: the share token has no room with this key',
    title: 'Unknown room',
    cause: 'The share token has no room with this key, or the room is closed.',
    fix: 'Use a `roomKey` of `getAgentCapabilities` with its share token.',
  },
  not_qualified: {
    status: 403,
    title: 'Unmet room requirement',
    cause: 'The wallet does not meet the requirements of the room, or the room is locked. The error states which.',
    fix: 'Compare `minBalance`, `minHoldSeconds` and `qualifiedSince` in `getAgentCapabilities`, and hold the missing shares.',
  },
  token_invalid: {
    status: 401,
    text: 'accessToken: was not issued by this service; verify a new proof',
    title: 'Invalid room token',
    cause: 'The room token was not issued by this service, or was changed.',
    fix: 'Call `requestAgentAccessProof`, then `verifyAgentAccessProof` for a new token. Do not sign in again.',
  },
  token_expired: {
    status: 401,
    text: 'accessToken: has expired; verify a new proof',
    title: 'Expired room token',
    cause: 'The room token has expired.',
    fix: 'Call `requestAgentAccessProof`, then `verifyAgentAccessProof` for a new token.',
  },
  token_revoked_or_unknown: {
    status: 401,
    text: 'accessToken: was revoked or is unknown; verify a new proof',
    title: 'Revoked or unknown room token',
    cause: 'The room token was revoked, or its record no longer exists.',
    fix: 'Call `requestAgentAccessProof`, then `verifyAgentAccessProof` for a new token.',
  },
  room_protocol_mismatch: {
    status: 403,
    title: 'Room of another protocol',
    cause: 'The room token is for a room of another protocol.',
    fix: 'Join with the operation of that protocol: `joinAgentMsgnet` or `joinAgentChatapp`.',
  },
  link_required: {
    status: 409,
    text: 'link a chat account to this account first: open /chatapp/link in the chat app',
    title: 'Missing chat account',
    cause: 'The account has no linked chat account.',
    fix: 'Link a chat account at `/chatapp/link` in the chat app, then repeat the request.',
  },
  hold_time_unreadable: {
    status: 503,
    retry: 30,
    fault: 'chain',
    text: 'the transfers that show how long the wallet has held its shares could not all be read; try again',
    title: 'Unreadable hold time',
    cause:
      'The transfers of the wallet are not indexed up to this block, are too many, or do not add up to its balance, so it is not known whether it qualifies.',
    fix: 'Repeat the request after `Retry-After` seconds. If it persists, use a wallet with fewer transfers.',
  },
  too_many_streams: {
    status: 429,
    retry: 'stated',
    title: 'Too many streams',
    cause: 'Two answers of the assistant to this caller have not ended yet.',
    fix: 'Read one to its end or close its connection, then ask again, at the latest after `Retry-After` seconds.',
  },
  llm_rate_limited: {
    status: 429,
    retry: 30,
    fault: 'upstream',
    text: 'the language model provider is rate limiting this service; try again later',
    title: 'Rate limit of the language model',
    cause:
      'The language model provider is rate limiting this service. The code arrives in an `error` event, because the stream has already started.',
    fix: 'Ask again later.',
  },
  llm_failed: {
    status: 502,
    retry: 5,
    text: 'the language model gave no usable answer; try again',
    title: 'Failure of the language model',
    cause:
      'The language model could not be reached, broke off, or answered too much or outside its protocol. The code arrives in an `error` event.',
    fix: 'Ask again. The text of earlier `delta` events is incomplete.',
  },
  llm_timeout: {
    status: 504,
    retry: 5,
    text: 'the language model took too long; try again, or ask for less',
    title: 'Timeout of the language model',
    cause:
      'The language model did not answer in time, or the whole answer took two minutes. The code arrives in an `error` event.',
    fix: 'Ask again, or ask for less at once. The text of earlier `delta` events is incomplete.',
  },
  llm_not_configured: {
    status: 503,
    text: 'no language model is configured on this deployment',
    title: 'Unconfigured language model',
    cause: 'This deployment has no language model (`MODEL_URL`, `MODEL_NAME`, `MODEL_API_KEY`).',
    fix: 'Call the operations that the assistant reads yourself, or ask the operator to configure a model.',
  },
  rooms_not_configured: {
    status: 503,
    text: 'this deployment has no secret for room tokens, so rooms cannot be joined',
    title: 'Missing room token secret',
    cause: 'This deployment has no secret for room tokens (`ROOM_TOKEN_SECRET`).',
    fix: 'Use another deployment, or ask the operator to configure the secret.',
  },
} satisfies ErrorSection

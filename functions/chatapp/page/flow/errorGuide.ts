import type { chatapp } from '../../../../schema/chatapp/index.ts'

type Calls = 'createMiniappSession' | 'checkLinkReady' | 'completeChatappLink'

/** Error codes of the operations of the flow, including the common ones (schema/codesOf.ts). */
type ApiErrorCode =
  | (typeof chatapp)[Calls]['x-errors'][number]
  | 'invalid_request'
  | 'invalid_json'
  | 'body_too_large'
  | 'unsupported_encoding'
  | 'idempotency_key_reused'
  | 'idempotency_in_flight'
  | 'uri_too_long'
  | 'not_found'
  | 'method_not_allowed'
  | 'unauthenticated'
  | 'rate_limited'
  | 'limiter_unavailable'
  | 'family_unavailable'
  | 'internal_error'
  | 'configuration_invalid'
  | 'identity_provider_not_configured'
  | 'identity_provider_unavailable'

type PageErrorCode =
  | 'no_launch_data'
  | 'stale_launch_data'
  | 'identity_client_missing'
  | 'offline'
  | 'timeout'
  | 'invalid_email'
  | 'email_refused'
  | 'incomplete_code'
  | 'code_refused'
  | 'identity_not_ready'
  | 'linked_to_another_user'
  | 'unexpected'

export type FlowErrorCode = ApiErrorCode | PageErrorCode

/**
 * `retry`: repeat the step; `restart`: repeat from the first step; `reopen`: needs new launch data; `without_token`: repeat the
 * step without the link token, which is optional; `none`: the user cannot fix it.
 */
type Next = 'retry' | 'restart' | 'reopen' | 'without_token' | 'none'

interface Guide {
  readonly title: string
  readonly advice: string
  readonly next: Next
}

const guide = (next: Next, title: string, advice: string): Guide => ({ next, title, advice })

const AGAIN = 'Please try again in a moment.'
const REOPEN = 'Close this page, then open it again from the chat app.'

const busy = guide('retry', 'The service is busy', AGAIN)
const down = guide('retry', 'The service is not available', AGAIN)
const broken = guide('restart', 'Something went wrong', 'Please start over. If it happens again, contact support.')
const closed = guide('none', 'Linking is not available', 'It has not been set up yet. Please come back later.')
const stale = guide('reopen', 'This page has been open for too long', REOPEN)
const session = guide(
  'restart',
  'Your session has expired',
  'For your safety, a session lasts only a few minutes. Please start over.',
)
const token = guide('without_token', 'The link from the bot is not valid', 'You can continue without it.')

/** Text and remedy of each error, for people. */
export const ERROR_GUIDE: Readonly<Record<FlowErrorCode, Guide>> = {
  no_launch_data: guide(
    'reopen',
    'Open this page from the chat app',
    'To link your chat account, send /link to the bot and tap the button.',
  ),
  invalid_launch_data: guide('reopen', 'The data from the chat app could not be read', REOPEN),
  launch_data_not_genuine: guide('reopen', 'This page was not opened from our bot', REOPEN),
  launch_data_not_yet_valid: guide('retry', 'The clock of the chat app is ahead', AGAIN),
  launch_data_expired: stale,
  launch_data_used: stale,
  stale_launch_data: stale,
  invalid_miniapp_session: session,
  miniapp_session_expired: session,
  unauthenticated: guide('restart', 'Please verify your e-mail address again', 'Start over to get a new code.'),
  email_not_verified: guide(
    'restart',
    'Your e-mail address is not verified',
    'Please start over and enter a new code.',
  ),

  invalid_email: guide('retry', 'Enter a valid e-mail address', 'For example: name@example.com.'),
  email_refused: guide('retry', 'The code cannot be sent to that address', 'Check the address, or use another one.'),
  incomplete_code: guide('retry', 'The code is not complete', 'Enter all six digits.'),
  code_refused: guide(
    'retry',
    'The code is wrong or has expired',
    'Use the code in the newest e-mail, or send a new code.',
  ),

  identity_link_missing: guide('retry', 'Your chat account is not connected yet', AGAIN),
  identity_not_ready: guide('retry', 'Confirming your e-mail address takes longer than usual', AGAIN),
  identity_provider_unavailable: guide('retry', 'The sign-in service does not answer', AGAIN),
  identity_provider_not_configured: closed,
  identity_client_missing: closed,
  chatapp_not_configured: closed,

  invalid_link_token: token,
  link_token_mismatch: guide(
    'without_token',
    'The link from the bot is for another chat account',
    'You can continue without it.',
  ),
  link_token_expired: guide('without_token', 'The link from the bot has expired', 'You can continue without it.'),
  link_token_claimed: guide(
    'without_token',
    'Another person is using the link from the bot',
    'You can continue without it.',
  ),

  chatapp_linked_elsewhere: guide(
    'restart',
    'Your chat account is linked to another account',
    'Start over with the e-mail address of that account, or unlink your chat account from it first.',
  ),
  account_linked_elsewhere: guide(
    'restart',
    'This e-mail address is linked to another chat account',
    'Open this page with that chat account, or start over with another e-mail address.',
  ),
  linked_to_another_user: guide(
    'restart',
    'Your chat account is linked to another e-mail address',
    'Start over with the e-mail address that you used before.',
  ),
  account_conflict: guide(
    'restart',
    'This e-mail address or its wallet belongs to another account',
    'Start over. If this appears again, use the e-mail address of that account: accounts cannot be merged.',
  ),
  link_in_progress: busy,

  offline: guide('retry', 'There is no connection', 'Check your internet connection, then try again.'),
  timeout: guide('retry', 'The service took too long to answer', 'Your connection may be slow. Please try again.'),
  rate_limited: guide('retry', 'Too many attempts', 'Please wait a moment, then try again.'),
  limiter_unavailable: busy,
  family_unavailable: down,
  store_unavailable: down,
  internal_error: down,
  configuration_invalid: down,
  not_found: down,
  method_not_allowed: broken,
  invalid_request: broken,
  invalid_json: broken,
  body_too_large: broken,
  uri_too_long: broken,
  unsupported_encoding: broken,
  idempotency_key_reused: broken,
  idempotency_in_flight: busy,
  unexpected: guide('retry', 'Something went wrong', AGAIN),
}

export const isFlowErrorCode = (code: string): code is FlowErrorCode => Object.hasOwn(ERROR_GUIDE, code)

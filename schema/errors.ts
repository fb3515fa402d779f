/**
 * The error catalogue. `error` of the envelope begins with one of these codes, and so does the header `X-Error-Code`.
 * `retryAfter` (seconds) is sent where waiting helps; limiter denials carry their own.
 */
export const ERRORS = {
  // What the request alone proves wrong.
  invalid_request: { status: 400 },
  invalid_json: { status: 400 },
  invalid_address: { status: 400 },
  unsupported_chain: { status: 400 },
  unauthenticated: { status: 401 },
  payment_required: { status: 402 },
  forbidden: { status: 403 },
  forbidden_origin: { status: 403 },
  demo_vault: { status: 403 },
  not_found: { status: 404 },
  method_not_allowed: { status: 405 },
  conflict: { status: 409 },
  gone: { status: 410 },
  body_too_large: { status: 413 },
  unsupported_encoding: { status: 415 },
  rate_limited: { status: 429 },
  // What only the chain shows, of an address in a path.
  not_a_contract: { status: 404 },
  not_a_token: { status: 404 },
  not_a_vault: { status: 404 },
  not_an_auction: { status: 404 },
  not_a_strategy: { status: 404 },
  not_a_creator_coin: { status: 404 },
  // Sign-in.
  invalid_message: { status: 400 },
  domain_mismatch: { status: 400 },
  invalid_nonce: { status: 400 },
  message_expired: { status: 400 },
  message_not_yet_valid: { status: 400 },
  invalid_registry: { status: 400 },
  invalid_signature: { status: 401 },
  not_registered: { status: 403 },
  not_owner: { status: 403 },
  // This service and what it stands on.
  internal_error: { status: 500 },
  upstream_failed: { status: 502 },
  upstream_rate_limited: { status: 429, retryAfter: 5 },
  upstream_timeout: { status: 504 },
  behind_requested_block: { status: 503, retryAfter: 1 },
  family_unavailable: { status: 503, retryAfter: 1 },
  limiter_unavailable: { status: 503, retryAfter: 1 },
  store_unavailable: { status: 503, retryAfter: 1 },
  read_needed: { status: 503, retryAfter: 1 },
  role_not_configured: { status: 503 },
  rpc_not_configured: { status: 503 },
  session_not_configured: { status: 503 },
  siwa_not_configured: { status: 503 },
  cron_not_configured: { status: 503 },
  marketplace_not_configured: { status: 503 },
} as const satisfies Record<string, { status: number; retryAfter?: number }>

export type ErrorCode = keyof typeof ERRORS

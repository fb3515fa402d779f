interface ErrorEntry {
  readonly status: number
  readonly retryAfter?: number
  readonly text?: string
}

/**
 * The error catalogue. `error` of the envelope begins with one of these codes, and so does the header `X-Error-Code`.
 * `retryAfter` (seconds) is sent where waiting helps; limiter denials carry their own. `text` follows the code where the place
 * that throws has nothing better to say.
 */
const TABLE = {
  // What the request alone proves wrong.
  invalid_request: { status: 400 },
  invalid_json: { status: 400 },
  invalid_address: { status: 400 },
  unsupported_chain: { status: 400 },
  unauthenticated: { status: 401 },
  forbidden: { status: 403 },
  forbidden_origin: { status: 403 },
  demo_vault: { status: 403 },
  not_found: { status: 404 },
  method_not_allowed: { status: 405 },
  body_too_large: { status: 413 },
  uri_too_long: { status: 414, text: 'the URL may have at most 4096 characters' },
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
  // Free entries into the lottery.
  creator_mismatch: { status: 400 },
  lottery_manager_mismatch: { status: 400 },
  nonce_mismatch: { status: 400 },
  signature_invalid: { status: 400, text: 'signature: is not of the wallet that the message names' },
  message_expires_too_soon: { status: 400, text: 'message: fewer than 60 s are left; ask for a new challenge' },
  invalid_post_reference: { status: 400, text: 'send postId, digits, or postUrl, https://x.com/<name>/status/<id>' },
  post_not_found: { status: 400, text: 'the social platform knows no such public post' },
  post_author_mismatch: { status: 400, text: 'the post is by somebody else than the linked social account' },
  post_not_today: { status: 400, text: 'the post was not made on this UTC day' },
  post_content_mismatch: { status: 400 },
  insufficient_amoe_credits: { status: 402 },
  wallet_authority_mismatch: { status: 403, text: 'message: its wallet is not one of the signed-in account' },
  social_not_linked: { status: 403, text: 'link a social account first' },
  nonce_already_used: { status: 409, text: 'message: its nonce was used for something else; ask for a new challenge' },
  entry_refused: { status: 409 },
  daily_checkin_already_claimed: { status: 409, text: 'the credit of this UTC day was given for another post' },
  post_already_claimed: { status: 409, text: 'the post has counted for another account' },
  msgnet_checkin_auto_only: { status: 410, text: 'these credits come by themselves from verified messages' },
  // Tickets of the other chain, and staked keys.
  not_your_wallet: { status: 403, text: 'buyer: is no wallet of the signed-in account' },
  snapshot_stale: {
    status: 409,
    text: 'a snapshot of this block or a newer one is published; try again at a newer block',
  },
  stake_already_attributed: { status: 409, text: 'another buyer has published a stake of these wallets' },
  stakes_unreadable: {
    status: 503,
    retryAfter: 5,
    text: 'some stakes of these wallets cannot be read, so nothing is published and what was published stays; try again, or name other rooms with tokenIds',
  },
  finalized_transaction_unavailable: { status: 503, retryAfter: 15 },
  // The workflow runtime.
  workflow_not_allowed: { status: 403 },
  nonce_used: { status: 409, text: 'x-cre-nonce: was used before; sign again with a new one' },
  idempotency_conflict: { status: 409 },
  gateway_conflict: { status: 409, retryAfter: 5, text: 'the gateway has a request of this id under way; try again' },
  gateway_rate_limited: { status: 429, retryAfter: 30, text: 'the gateway limits us; try again later' },
  gateway_failed: { status: 502, retryAfter: 5 },
  gateway_overloaded: { status: 503, retryAfter: 10, text: 'the gateway has too much to do; try again later' },
  gateway_timeout: {
    status: 504,
    retryAfter: 5,
    text: 'the gateway did not answer in time; try again with the same requestId',
  },
  runtime_not_configured: { status: 503, text: 'this deployment has no key of the workflow runtime' },
  signing_not_configured: { status: 503, text: 'this deployment has no secret that runtime requests are signed with' },
  gateway_not_configured: { status: 503, text: 'this deployment has no workflow gateway' },
  // The bridge-route provisioner, and what the application says of it.
  unsupported_option: { status: 422 },
  route_busy: { status: 409, retryAfter: 15 },
  scalar_mismatch: { status: 409 },
  bridge_cli_failed: { status: 502, retryAfter: 15 },
  symbol_rejected: { status: 502, retryAfter: 15, text: 'the bridge CLI takes none of the symbols; name another' },
  mint_mismatch: { status: 502, retryAfter: 15 },
  helper_failed: { status: 502, retryAfter: 15 },
  provisioner_failed: { status: 502, retryAfter: 15, text: 'no provisioner did it; try again' },
  bridge_cli_not_configured: { status: 503, text: 'this provisioner has no bridge CLI' },
  bridge_cli_unavailable: { status: 503, text: 'the bridge CLI cannot be run here' },
  deploy_env_not_configured: { status: 503 },
  payer_unfunded: { status: 503, text: 'the payer has too little for the transaction' },
  helper_not_configured: { status: 503 },
  provisioner_busy: { status: 503, retryAfter: 30, text: 'too many routes are under way; try again' },
  provisioner_not_configured: { status: 503, text: 'this deployment has no provisioner' },
  provision_timeout: { status: 504, retryAfter: 15, text: 'it took too long; try again, and what is done is found' },
  route_unconfirmed: {
    status: 504,
    retryAfter: 15,
    text: 'the mint is there, but the bridge has not registered it yet; try again',
  },
  provisioner_timeout: { status: 504, retryAfter: 15, text: 'no provisioner answered in time; try again' },
  // This service and what it stands on.
  internal_error: { status: 500 },
  upstream_failed: { status: 502, retryAfter: 2, text: 'no chain node gave a usable answer; try again' },
  upstream_rate_limited: { status: 429, retryAfter: 5, text: 'the chain node limits us; try again later' },
  upstream_timeout: { status: 504, retryAfter: 5, text: 'the chain node did not answer in time; try again' },
  behind_requested_block: { status: 503, retryAfter: 1 },
  family_unavailable: { status: 503, retryAfter: 1 },
  renderer_busy: { status: 503, retryAfter: 1, text: 'too many pictures are being drawn; try again' },
  limiter_unavailable: { status: 503, retryAfter: 1, text: 'requests cannot be counted now; try again' },
  store_unavailable: { status: 503, retryAfter: 1, text: 'the store cannot be reached; try again' },
  read_needed: { status: 503, retryAfter: 1 },
  role_not_configured: { status: 503 },
  rpc_not_configured: { status: 503, text: 'this deployment has no chain node' },
  session_not_configured: { status: 503, text: 'this deployment takes no sessions' },
  siwa_not_configured: { status: 503, text: 'this deployment takes no agent sign-in' },
  cron_not_configured: { status: 503, text: 'this deployment has no scheduler secret' },
  amoe_not_configured: { status: 503, text: 'this deployment takes no free entries' },
  posts_not_configured: { status: 503, text: 'this deployment looks up no posts' },
  post_verification_unavailable: {
    status: 503,
    retryAfter: 30,
    text: 'the social platform does not answer; try again',
  },
  attestation_hash_unreadable: {
    status: 503,
    retryAfter: 5,
    text: 'the router gives out no hash to attest; try again',
  },
  ingest_not_configured: { status: 503, text: 'this deployment takes no tickets of another chain' },
  marketplace_not_configured: { status: 503, text: 'this deployment has no marketplace listing' },
} as const satisfies Record<string, ErrorEntry>

export type ErrorCode = keyof typeof TABLE

export const ERRORS: Readonly<Record<ErrorCode, ErrorEntry>> = TABLE

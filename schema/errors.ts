/**
 * Who can correct an error. `caller`: the request or the state of its sender must change; `operator`: the deployment lacks
 * something; `service`: this service failed or is busy; `upstream`: a service that it calls; `chain`: the nodes, or onchain state.
 */
export type Fault = 'caller' | 'operator' | 'service' | 'upstream' | 'chain'

export interface ErrorEntry {
  readonly status: number
  /**
   * When the same request may succeed: after this many seconds, sent as `Retry-After`; `stated`: after the seconds that each
   * answer states; `later`: after an unknown time. Absent if only another request or another deployment can succeed.
   */
  readonly retry?: number | 'stated' | 'later'
  /**
   * No chain node provided the data. A read then serves its last good answer while that is allowed, a builder builds without
   * the data, and a lens is replaced by plain calls.
   */
  readonly outage?: true
  /** Only if it does not follow from the other attributes (faultOf.ts). */
  readonly fault?: Fault
  /** Follows the code unless the throw has a more specific text. */
  readonly text?: string
}

/**
 * The error catalogue: what a Worker needs to know about each code. `error` of the envelope starts with the code, and
 * `X-Error-Code` is the code. Titles, causes and fixes are in errorGuide/.
 */
const TABLE = {
  // Faults of the request alone.
  invalid_request: { status: 400 },
  invalid_json: { status: 400 },
  invalid_address: { status: 400 },
  unsupported_chain: { status: 400 },
  unauthenticated: { status: 401 },
  forbidden: { status: 403 },
  forbidden_origin: { status: 403 },
  demo_vault: { status: 403 },
  contract_not_proven: { status: 403 },
  not_found: { status: 404 },
  method_not_allowed: { status: 405 },
  body_too_large: { status: 413 },
  uri_too_long: { status: 414, text: 'the URL must not be longer than 4096 characters' },
  unsupported_encoding: { status: 415 },
  idempotency_key_reused: {
    status: 422,
    text: 'Idempotency-Key: was sent with another request; choose another key for this one',
  },
  idempotency_in_flight: {
    status: 409,
    retry: 1,
    text: 'Idempotency-Key: a request with this key is in progress; repeat this one to get its answer',
  },
  rate_limited: { status: 429, retry: 'stated' },
  // Addresses that are not what the operation reads.
  not_a_contract: { status: 404 },
  not_a_token: { status: 404 },
  not_a_vault: { status: 404 },
  not_an_auction: { status: 404 },
  not_a_strategy: { status: 404 },
  not_a_creator_coin: { status: 404 },
  // The managed token list.
  not_a_share_token: { status: 400 },
  token_list_empty: { status: 404, text: 'the list is empty, and the token-list standard requires at least one token' },
  token_list_full: {
    status: 409,
    text: 'the list has 500 tokens, its maximum; remove one first with remove: true',
  },
  not_a_pool: { status: 404 },
  history_unavailable: {
    status: 503,
    fault: 'chain',
    text: 'the node gives no block times with its logs, so they cannot be summed by time; use queryDex with GetPoolSwaps instead',
  },
  // Swaps that the chain does not allow.
  no_route: { status: 422, retry: 'later', fault: 'chain' },
  insufficient_liquidity: { status: 422, retry: 'later', fault: 'chain' },
  dex_route_not_taken: {
    status: 422,
    retry: 'later',
    fault: 'upstream',
    text: 'source: the trading API returned no route through one or two Uniswap v3 pools; omit source to compare onchain routes',
  },
  dex_provider_unavailable: {
    status: 502,
    retry: 5,
    text: 'the trading API returned no route that the chain confirms; try again, or omit source',
  },
  dex_not_configured: {
    status: 503,
    text: 'source: no trading API is configured on this deployment; omit source',
  },
  // Stored documents about agents.
  artifact_not_found: { status: 404, text: 'no document or picture is stored under this hash' },
  // A person's own data.
  invalid_confirmation: {
    status: 400,
    text: 'confirmation: was not issued to this session; request one with POST /portfolio/me/deletion',
  },
  confirmation_expired: {
    status: 400,
    text: 'confirmation: is older than ten minutes; request another with POST /portfolio/me/deletion',
  },
  // Sign-in.
  invalid_message: { status: 400 },
  domain_mismatch: { status: 400 },
  invalid_nonce: { status: 400 },
  message_expired: { status: 400 },
  message_not_yet_valid: { status: 400, retry: 'later' },
  invalid_registry: { status: 400 },
  invalid_signature: { status: 401, text: 'the wallet that the message names did not make this signature' },
  nonce_used: { status: 409, text: 'the nonce has already been used; sign again with a new one' },
  not_registered: { status: 403 },
  not_owner: { status: 403 },
  // Agents and their creators.
  invalid_wallet_signature: {
    status: 400,
    text: 'signature: newWallet did not make it; sign the typed data of action prepare with newWallet, and keep its deadline',
  },
  wallet_not_provisioned: {
    status: 409,
    text: 'serverWalletId: the smart wallet has no server wallet yet; call POST /v1/agents/creators/provision-wallet first',
  },
  server_wallet_mismatch: {
    status: 409,
    text: 'serverWalletId: is not the server wallet that was provisioned for this smart wallet',
  },
  server_wallet_not_owner: { status: 409 },
  custody_unavailable: { status: 502, retry: 2, text: 'the wallet provider gave no usable answer; try again' },
  custody_not_configured: { status: 503, text: 'no wallet provider is configured on this deployment' },
  // Waitlist and creator access.
  waitlist_entry_not_found: {
    status: 404,
    text: 'id: the waitlist has no entry with this id; GET /admin/waitlist/entries lists the ids',
  },
  access_request_not_found: {
    status: 404,
    text: 'requestId: no request has this id; GET /admin/creator-access/requests lists the ids',
  },
  not_on_allowlist: { status: 404, text: 'address: this wallet has never been on the list of creators' },
  already_decided: { status: 409 },
  recently_denied: { status: 429, retry: 'stated' },
  // Free entries into the lottery.
  creator_mismatch: { status: 400 },
  lottery_manager_mismatch: { status: 400 },
  nonce_mismatch: { status: 400 },
  message_expires_too_soon: {
    status: 400,
    text: 'message: expires in less than 60 s; request a new challenge',
  },
  invalid_post_reference: { status: 400, text: 'send postId (digits) or postUrl (https://x.com/<name>/status/<id>)' },
  post_not_found: { status: 400, text: 'the social platform has no public post with this id' },
  post_author_mismatch: { status: 400, text: 'the post was not written by the linked social account' },
  post_not_today: { status: 400, text: 'the post was not made on the current UTC day' },
  post_content_mismatch: { status: 400 },
  insufficient_amoe_credits: { status: 402 },
  handoff_limit_reached: {
    status: 409,
    retry: 120,
    text: 'the account has three unredeemed hand-off codes; redeem one, or wait until one expires',
  },
  session_not_found: { status: 404, text: 'the caller has no live session with this id' },
  authority_unknown: {
    status: 503,
    retry: 5,
    fault: 'chain',
    text: 'the chain could not be read, so the owner of the smart wallet is not known; nothing was changed',
  },
  wallet_session: {
    status: 403,
    text: 'this session acts for its wallet only, not for the account; sign in with a full session of a wallet of the account that has a key',
  },
  wallet_authority_mismatch: { status: 403, text: 'the wallet does not belong to the signed-in account' },
  social_not_linked: { status: 403, text: 'link a social account first' },
  entry_refused: { status: 409 },
  daily_checkin_already_claimed: {
    status: 409,
    text: 'the credit of this UTC day has already been granted for another post',
  },
  post_already_claimed: { status: 409, text: 'another account has already claimed this post' },
  msgnet_checkin_auto_only: {
    status: 410,
    text: 'this check-in is retired; verified direct messages to the agent earn the credits',
  },
  // Solana tickets, and staked keys.
  snapshot_stale: {
    status: 409,
    retry: 'later',
    text: 'a snapshot of this block or a newer one is already published; publish again at a newer block',
  },
  stake_already_attributed: { status: 409, text: 'another buyer has already published a stake of these wallets' },
  stakes_unreadable: {
    status: 503,
    retry: 5,
    fault: 'chain',
    text: 'some stakes could not be read; nothing was published and the previous snapshot stays. Try again, or pass other tokenIds',
  },
  finalized_transaction_unavailable: { status: 503, retry: 15, fault: 'chain' },
  // Trend coins.
  trend_coin_not_found: {
    status: 404,
    text: 'no trend coin with this address or ticker is deployed; GET /coin-trend/explore lists the deployed ones',
  },
  trend_profile_not_found: {
    status: 404,
    text: 'handle: no profile with this handle has been resolved on this deployment',
  },
  trend_not_linked: {
    status: 409,
    text: 'the user has no account of the trend provider at the identity provider; link one there first',
  },
  trend_provider_unavailable: {
    status: 502,
    retry: 5,
    text: 'the trend provider gave no usable answer; stored data is unchanged. Try again',
  },
  trend_provider_not_configured: { status: 503, text: 'no trend provider is configured on this deployment' },
  sentinel_not_configured: { status: 503, text: 'no secret for the trend sentinel is configured on this deployment' },
  challenge_not_valid: { status: 409 },
  wallet_not_registered: {
    status: 403,
    text: 'swAddress: is not linked to an account; sign in with it or link it first',
  },
  // The workflow runtime.
  workflow_not_allowed: { status: 403 },
  idempotency_conflict: { status: 409 },
  gateway_conflict: {
    status: 409,
    retry: 5,
    text: 'the workflow gateway is already processing a request with this id; try again',
  },
  gateway_rate_limited: {
    status: 429,
    retry: 30,
    fault: 'upstream',
    text: 'the workflow gateway is rate limiting this service; try again later',
  },
  gateway_failed: { status: 502, retry: 5 },
  gateway_overloaded: {
    status: 503,
    retry: 10,
    fault: 'upstream',
    text: 'the workflow gateway is overloaded; try again later',
  },
  gateway_timeout: {
    status: 504,
    retry: 5,
    text: 'the workflow gateway did not answer in time; try again with the same requestId',
  },
  runtime_not_configured: { status: 503, text: 'the workflow runtime is not enabled on this deployment' },
  signing_not_configured: {
    status: 503,
    text: 'this deployment has no signing secret, so it cannot verify signed requests of the workflow runtime',
  },
  gateway_not_configured: { status: 503, text: 'no workflow gateway is configured on this deployment' },
  // Keepers and their actions.
  action_not_found: {
    status: 404,
    text: 'id: no action has this id; GET /keepr/actions/pending lists the due actions',
  },
  attempt_superseded: {
    status: 409,
    text: 'attempt: superseded, because its lease expired or another attempt started; claim the action again',
  },
  zone_disabled: {
    status: 503,
    retry: 'later',
    fault: 'operator',
    text: 'the operator has stopped actions of this trust zone; nothing was stored, send it again later',
  },
  keepr_not_configured: { status: 503, text: 'keepers are not enabled on this deployment' },
  // Deployments.
  deploy_session_not_found: { status: 404, text: 'id: the signed-in address has no session with this id' },
  deploy_session_over: { status: 409 },
  deploy_session_limit: {
    status: 409,
    text: 'the signed-in address has reached its limit of sessions, and all of them are active; cancel one first',
  },
  // Rooms of vaults.
  room_not_found: { status: 404, text: 'roomKey: the share token has no room with this key' },
  not_qualified: { status: 403 },
  token_invalid: { status: 401, text: 'accessToken: was not issued by this service; verify a new proof' },
  token_expired: { status: 401, text: 'accessToken: has expired; verify a new proof' },
  token_revoked_or_unknown: { status: 401, text: 'accessToken: was revoked or is unknown; verify a new proof' },
  room_protocol_mismatch: { status: 403 },
  link_required: { status: 409, text: 'link a chat account to this account first: open /chatapp/link in the chat app' },
  hold_time_unreadable: {
    status: 503,
    retry: 30,
    fault: 'chain',
    text: 'the transfers that show how long the wallet has held its shares could not all be read; try again',
  },
  rooms_not_configured: {
    status: 503,
    text: 'this deployment has no secret for room tokens, so rooms cannot be joined',
  },
  // Workspaces of vaults.
  second_person_required: { status: 403 },
  signer_unknown: { status: 403 },
  workspace_item_not_found: { status: 404 },
  strategy_not_in_vault: {
    status: 409,
    text: 'payload.strategyAddress: is not a strategy of this vault, or not of the required kind; GET /v1/workspace/strategies lists them',
  },
  weights_exceeded: { status: 409 },
  action_in_flight: { status: 409, retry: 'later' },
  decided_by_approval: {
    status: 409,
    text: 'payload.taskId: belongs to an approval; decide the approval with approval.approve or approval.reject',
  },
  not_a_member: {
    status: 409,
    text: 'payload.assignee: has no role on this vault; add it with settings.members.set first',
  },
  room_taken: { status: 409 },
  room_changed: { status: 409 },
  workspace_full: { status: 409 },
  // The assistant.
  too_many_streams: { status: 429, retry: 'stated' },
  llm_rate_limited: {
    status: 429,
    retry: 30,
    fault: 'upstream',
    text: 'the language model provider is rate limiting this service; try again later',
  },
  llm_failed: { status: 502, retry: 5, text: 'the language model gave no usable answer; try again' },
  llm_timeout: { status: 504, retry: 5, text: 'the language model took too long; try again, or ask for less' },
  llm_not_configured: { status: 503, text: 'no language model is configured on this deployment' },
  // Linking a chat identity to an account.
  invalid_launch_data: { status: 400 },
  invalid_miniapp_session: {
    status: 400,
    text: 'sessionToken: is not a session of this service; start one with POST /chatapp/miniapp/session',
  },
  invalid_link_token: {
    status: 400,
    text: 'linkToken: was not issued by this service; omit it, or request another from the bot',
  },
  launch_data_not_genuine: { status: 401, text: 'initData: was not signed by the chat app for this bot' },
  launch_data_expired: { status: 401, text: 'initData: is too old; close the Mini App and open it again' },
  launch_data_not_yet_valid: { status: 401, retry: 'later', text: 'initData: is dated in the future' },
  launch_data_used: {
    status: 409,
    text: 'initData: has already started a session; repeat its Idempotency-Key, or close the Mini App and open it again',
  },
  miniapp_session_expired: {
    status: 409,
    text: 'sessionToken: the session has ended; start another with fresh launch data',
  },
  email_not_verified: {
    status: 409,
    text: 'the user has no verified e-mail address at the identity provider; verify one there first',
  },
  identity_link_missing: {
    status: 409,
    retry: 2,
    text: 'link the chat account at the identity provider first, then try again',
  },
  link_token_expired: { status: 409, text: 'linkToken: has expired; omit it, or request another from the bot' },
  link_token_mismatch: { status: 409, text: 'linkToken: was issued for another chat user or chat' },
  link_token_claimed: {
    status: 409,
    text: 'linkToken: another user has started to link with it; omit it, or request another from the bot',
  },
  chatapp_linked_elsewhere: { status: 409, text: 'this chat user is linked to another account' },
  account_linked_elsewhere: { status: 409, text: 'the account is linked to another chat user' },
  link_in_progress: { status: 409, retry: 2, text: 'another chat user is being linked to this account; try again' },
  account_conflict: { status: 409 },
  last_login_method: {
    status: 409,
    text: 'the wallet of this session and the last wallet of an account cannot be removed; sign in with another wallet first',
  },
  linked_at_provider: { status: 409 },
  identity_provider_unavailable: {
    status: 502,
    retry: 2,
    text: 'the identity provider gave no usable answer; try again',
  },
  identity_provider_not_configured: { status: 503, text: 'no identity provider is configured on this deployment' },
  provider_not_configured: { status: 503, text: 'provider: this deployment cannot verify accounts of this provider' },
  chatapp_not_configured: { status: 503, text: 'the chat app is not configured on this deployment' },
  // Hand-off codes, and the wallets of accounts.
  account_not_found: { status: 404, text: 'the signed-in address has no account; sign in again' },
  principal_changed: { status: 409 },
  invalid_handoff_code: {
    status: 400,
    text: 'code: cannot be redeemed, or not with this codeVerifier; request another',
  },
  not_a_smart_wallet: {
    status: 400,
    text: 'smartWallet: is not a smart wallet of a known implementation, so its owners cannot be verified',
  },
  wallet_not_external: { status: 400 },
  wallet_limit_reached: { status: 409, text: 'the account has reached its limit of wallets; unlink one first' },
  wallet_not_linked: { status: 404, text: 'wallet: is not an SVM wallet of this account' },
  svm_wallet_missing: { status: 409 },
  svm_wallets_equal: {
    status: 409,
    text: 'sourceWallet: must differ from the canonical wallet, which receives the sweep',
  },
  sweep_in_progress: {
    status: 409,
    retry: 'later',
    text: 'another sweep of this account is in progress, with other wallets or another minLamports; try again when it has ended',
  },
  wallet_data_unavailable: { status: 502, retry: 5, text: 'the portfolio provider gave no usable answer; try again' },
  wallet_data_not_configured: { status: 503, text: 'no portfolio provider is configured on this deployment' },
  // Agents.
  not_canonical_agent: { status: 404, text: 'only the profile of this service’s own agent is served' },
  agent_not_configured: { status: 503, text: 'no agent is configured on this deployment' },
  // Agents and their feedback.
  agent_not_found: { status: 404 },
  feedback_not_found: { status: 404 },
  // Payments.
  invalid_payment: { status: 400 },
  payment_required: {
    status: 402,
    text: 'pay as PAYMENT-REQUIRED states (x402 version 2), and send the request again',
  },
  payment_rejected: { status: 402 },
  payment_conflict: {
    status: 409,
    text: 'the payment was made for another request or by another caller; sign a new one for this request',
  },
  payer_only: {
    status: 403,
    text: 'the payment is already onchain, so only its payer can claim the review; sign in as the payer and send it again',
  },
  payment_unsettled: {
    status: 503,
    retry: 10,
    fault: 'upstream',
    text: 'it is not known yet whether the payment settled; send the same request with the same payment again, and do not sign another',
  },
  facilitator_unavailable: {
    status: 503,
    retry: 5,
    fault: 'upstream',
    text: 'the payment cannot be verified at the moment, and nothing was charged; try again',
  },
  review_busy: {
    status: 503,
    retry: 5,
    fault: 'caller',
    text: 'this payer has too many reviews in progress, and nothing was charged; try again with the same payment',
  },
  review_incomplete: {
    status: 503,
    retry: 30,
    text: 'some sources of the review could not be read, and nothing was charged; try again',
  },
  payments_not_configured: { status: 503, text: 'payments are not enabled on this deployment' },
  feedback_index_unavailable: {
    status: 503,
    retry: 15,
    text: 'the feedback index is behind the chain; try again, or send mode=all, which reads the registry',
  },
  intelligence_unavailable: {
    status: 504,
    retry: 5,
    text: 'the wallet-intelligence providers did not answer in time; try again',
  },
  // Agents, and external reputation.
  reputation_sync_failed: { status: 500, retry: 60, fault: 'upstream' },
  reputation_not_configured: { status: 503, text: 'no reputation provider is configured on this deployment' },
  // Agents in the messaging network.
  run_in_progress: { status: 409, retry: 30, text: 'another run of this job is in progress and does the same work' },
  msgnet_unavailable: {
    status: 502,
    retry: 30,
    text: 'the messaging network gave no usable answer; no message is lost. Try again',
  },
  msgnet_not_configured: { status: 503, text: 'no messaging network is configured on this deployment' },
  // The bridge-route provisioner, and its client.
  unsupported_option: { status: 422 },
  route_busy: { status: 409, retry: 15 },
  scalar_mismatch: { status: 409 },
  bridge_cli_failed: { status: 502, retry: 15 },
  symbol_rejected: { status: 502, retry: 15, text: 'the bridge CLI accepts none of the symbols; send another one' },
  mint_mismatch: { status: 502, retry: 15 },
  helper_failed: { status: 502, retry: 15 },
  provisioner_failed: { status: 502, retry: 15, text: 'no provisioner succeeded; try again' },
  bridge_cli_not_configured: { status: 503, text: 'no bridge CLI is configured on this provisioner' },
  bridge_cli_unavailable: {
    status: 503,
    fault: 'operator',
    text: 'the bridge CLI of this provisioner cannot be started',
  },
  deploy_env_not_configured: { status: 503 },
  payer_unfunded: { status: 503, fault: 'operator', text: 'the payer does not have enough funds for the transaction' },
  helper_not_configured: { status: 503 },
  provisioner_busy: { status: 503, retry: 30, text: 'too many routes are being provisioned; try again' },
  provisioner_not_configured: { status: 503, text: 'no provisioner is configured on this deployment' },
  provision_timeout: {
    status: 504,
    retry: 15,
    text: 'provisioning took too long; try again, and it continues where it stopped',
  },
  route_unconfirmed: {
    status: 504,
    retry: 15,
    text: 'the mint exists, but the bridge has not registered it yet; try again',
  },
  provisioner_timeout: { status: 504, retry: 15, text: 'no provisioner answered in time; try again' },
  // Images.
  image_malformed: { status: 400 },
  image_url_refused: { status: 400 },
  image_project_not_found: {
    status: 404,
    text: 'projectId: this wallet has no project with this id; GET /image/projects lists its projects',
  },
  image_asset_not_found: { status: 404 },
  image_job_not_found: { status: 404, text: 'jobId: this wallet has no job with this id' },
  image_not_found: { status: 404 },
  image_limit_reached: { status: 409 },
  image_too_large: { status: 413 },
  image_not_supported: { status: 415 },
  image_unreachable: { status: 502, retry: 5 },
  image_timeout: { status: 504, retry: 5, text: 'url: the image did not arrive in time; try again' },
  image_provider_not_configured: { status: 503, text: 'no image generator is configured on this deployment' },
  // The RPC proxy.
  rpc_answer_too_long: { status: 422, text: 'the node’s answer is longer than 5000000 bytes; request less at once' },
  rpc_proxy_busy: { status: 503, retry: 1 },
  // This service and its dependencies.
  internal_error: { status: 500 },
  configuration_invalid: {
    status: 503,
    fault: 'operator',
    text: 'a variable of this deployment has an invalid value',
  },
  upstream_failed: { status: 502, retry: 2, outage: true, text: 'no chain node gave a usable answer; try again' },
  upstream_rate_limited: {
    status: 429,
    retry: 5,
    outage: true,
    text: 'the chain node is rate limiting this service; try again later',
  },
  upstream_timeout: { status: 504, retry: 5, outage: true, text: 'the chain node did not answer in time; try again' },
  behind_requested_block: { status: 503, retry: 1, fault: 'chain' },
  requirement_not_met: { status: 503, retry: 5 },
  family_unavailable: { status: 503, retry: 1 },
  request_timeout: { status: 408, retry: 1, text: 'the body did not arrive within 30 seconds; send it again' },
  upload_busy: { status: 503, retry: 1, text: 'the memory for images in transfer is full; try again' },
  renderer_busy: { status: 503, retry: 1, text: 'too many images are being drawn; try again' },
  limiter_unavailable: { status: 503, retry: 1, text: 'requests cannot be counted at the moment; try again' },
  store_unavailable: { status: 503, retry: 1, text: 'the store did not answer; try again' },
  log_index_unavailable: {
    status: 503,
    retry: 15,
    text: 'the log index is still being filled, or has stopped following the chain; try again',
  },
  read_needed: { status: 503, retry: 1, fault: 'chain' },
  role_not_configured: { status: 503 },
  rpc_not_configured: { status: 503, outage: true, text: 'no chain node is configured on this deployment' },
  session_not_configured: { status: 503, text: 'sessions are not enabled on this deployment' },
  siwa_not_configured: { status: 503, text: 'agent sign-in is not enabled on this deployment' },
  cron_not_configured: { status: 503, text: 'no scheduler secret is configured on this deployment' },
  amoe_not_configured: { status: 503, text: 'free entries are not enabled on this deployment' },
  posts_not_configured: {
    status: 503,
    text: 'the social platform is not configured on this deployment, so posts cannot be verified',
  },
  post_verification_unavailable: {
    status: 503,
    retry: 30,
    fault: 'upstream',
    text: 'the social platform did not answer; try again',
  },
  attestation_hash_unreadable: {
    status: 503,
    retry: 5,
    fault: 'chain',
    text: 'the lottery router did not return a hash to attest; try again',
  },
  tokenlist_not_configured: { status: 503, text: 'no key for the managed token list is configured on this deployment' },
  paymaster_not_configured: {
    status: 503,
    text: 'no paymaster is configured on this deployment, so operations are not sponsored',
  },
  ingest_not_configured: { status: 503, text: 'ingestion of Solana tickets is not enabled on this deployment' },
  marketplace_not_configured: { status: 503, text: 'no marketplace listing is configured on this deployment' },
} as const satisfies Record<string, ErrorEntry>

export type ErrorCode = keyof typeof TABLE

export const ERRORS: Readonly<Record<ErrorCode, ErrorEntry>> = TABLE

export const isErrorCode = (text: string): text is ErrorCode => Object.hasOwn(TABLE, text)

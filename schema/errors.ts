/**
 * Who can put an error right. `caller`: the request, or what its sender has, must change; `operator`: the deployment lacks
 * something; `service`: this service failed or is busy; `upstream`: a service that it asks; `chain`: the nodes, or what they show.
 */
export type Fault = 'caller' | 'operator' | 'service' | 'upstream' | 'chain'

export interface ErrorEntry {
  readonly status: number
  /**
   * Whether the same request may succeed later: after this many seconds, which `Retry-After` then says; `stated`: after
   * the number that each answer states; `later`: after a time that is not known here. Absent where only another request,
   * or another deployment, can succeed.
   */
  readonly retry?: number | 'stated' | 'later'
  /**
   * No chain node provided what was asked. A read then serves its last good answer while that is allowed, a builder leaves out
   * what it would have read, and a lens is replaced by plain calls.
   */
  readonly outage?: true
  /** Where it does not follow from the other attributes (faultOf.ts). */
  readonly fault?: Fault
  /** Follows the code where the place that throws has nothing more specific to say. */
  readonly text?: string
}

/**
 * The error catalogue: what a Worker needs to know about each code. `error` of the envelope begins with the code, and
 * `X-Error-Code` is it. Its cause and what to change, which only documents need, are in errorGuide/.
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
  uri_too_long: { status: 414, text: 'the URL must not be longer than 4096 characters' },
  unsupported_encoding: { status: 415 },
  idempotency_key_reused: {
    status: 422,
    text: 'Idempotency-Key: was sent with another request; choose another key for this one',
  },
  idempotency_in_flight: {
    status: 409,
    retry: 1,
    text: 'Idempotency-Key: a request with this key is under way; repeat this one to get its answer',
  },
  rate_limited: { status: 429, retry: 'stated' },
  // What only the chain shows about an address in a path.
  not_a_contract: { status: 404 },
  not_a_token: { status: 404 },
  not_a_vault: { status: 404 },
  not_an_auction: { status: 404 },
  not_a_strategy: { status: 404 },
  not_a_creator_coin: { status: 404 },
  // The managed token list.
  not_a_share_token: { status: 400 },
  token_list_empty: { status: 404, text: 'no share token is on the list, and the standard knows no empty list' },
  token_list_full: {
    status: 409,
    text: 'the list has 500 tokens, the most that it may have; send remove: true for one of them first',
  },
  not_a_pool: { status: 404 },
  history_unavailable: {
    status: 503,
    fault: 'chain',
    text: 'the node does not say when its logs were made, so they cannot be summed by time; ask for GetPoolSwaps instead',
  },
  // Trades, of which only the chain shows whether they can be made.
  no_route: { status: 422, retry: 'later', fault: 'chain' },
  insufficient_liquidity: { status: 422, retry: 'later', fault: 'chain' },
  dex_route_not_taken: {
    status: 422,
    retry: 'later',
    fault: 'upstream',
    text: 'source: the trading API names no single route of one or two Uniswap v3 pools; leave out source to have all routes of the chain compared',
  },
  dex_provider_unavailable: {
    status: 502,
    retry: 5,
    text: 'the trading API gave no route that the chain confirms; try again, or leave out source',
  },
  dex_not_configured: {
    status: 503,
    text: 'source: no trading API is configured on this deployment; leave it out',
  },
  // What is stored about agents.
  artifact_not_found: { status: 404, text: 'nothing is stored under this hash' },
  // A person's own data.
  invalid_confirmation: {
    status: 400,
    text: 'confirmation: not one of this session and account; ask for one with POST /portfolio/me/deletion',
  },
  confirmation_expired: {
    status: 400,
    text: 'confirmation: older than ten minutes; ask for another with POST /portfolio/me/deletion',
  },
  // Sign-in.
  invalid_message: { status: 400 },
  domain_mismatch: { status: 400 },
  invalid_nonce: { status: 400 },
  message_expired: { status: 400 },
  message_not_yet_valid: { status: 400, retry: 'later' },
  invalid_registry: { status: 400 },
  invalid_signature: { status: 401, text: 'the signature is not from the wallet that the message names' },
  nonce_used: { status: 409, text: 'the nonce has already been used; sign again with a new one' },
  not_registered: { status: 403 },
  not_owner: { status: 403 },
  // Agents and their creators.
  invalid_wallet_signature: {
    status: 400,
    text: 'signature: newWallet did not sign this; have it sign the typed data of action prepare, with the same deadline',
  },
  wallet_not_provisioned: {
    status: 409,
    text: 'serverWalletId: no server wallet has been provisioned for this smart wallet; call POST /v1/agents/creators/provision-wallet first',
  },
  server_wallet_mismatch: {
    status: 409,
    text: 'serverWalletId: another server wallet has been provisioned for this smart wallet',
  },
  server_wallet_not_owner: { status: 409 },
  custody_unavailable: { status: 502, retry: 2, text: 'the wallet provider did not give a usable answer; try again' },
  custody_not_configured: { status: 503, text: 'no wallet provider is configured on this deployment' },
  // The waitlist, and who may create.
  waitlist_entry_not_found: {
    status: 404,
    text: 'id: the waitlist has no such entry; listWaitlistEntries has the ids',
  },
  access_request_not_found: {
    status: 404,
    text: 'requestId: there is no such request; listCreatorAccessRequests has the ids',
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
    text: 'message: less than 60 s are left before it expires; request a new challenge',
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
    text: 'three codes of this account can still be redeemed; redeem one, or wait until one expires',
  },
  session_not_found: { status: 404, text: 'no such session of the caller; it may have ended' },
  authority_unknown: {
    status: 503,
    retry: 5,
    fault: 'chain',
    text: 'the chain could not be read, so it is not known who owns the smart wallet; nothing was changed',
  },
  wallet_session: {
    status: 403,
    text: 'this session is signed as a smart wallet that an account has linked, and acts for that wallet only; sign in with a key of the account',
  },
  wallet_authority_mismatch: { status: 403, text: 'the wallet does not belong to the signed-in account' },
  social_not_linked: { status: 403, text: 'link a social account first' },
  entry_refused: { status: 409 },
  daily_checkin_already_claimed: {
    status: 409,
    text: 'the credit of this UTC day has already been given for another post',
  },
  post_already_claimed: { status: 409, text: 'the post has already been counted for another account' },
  msgnet_checkin_auto_only: { status: 410, text: 'these credits are granted automatically for verified messages' },
  // Tickets of the other chain, and staked keys.
  snapshot_stale: {
    status: 409,
    retry: 'later',
    text: 'a snapshot of this block or a newer one has already been published; try again at a newer block',
  },
  stake_already_attributed: { status: 409, text: 'another buyer has already published a stake of these wallets' },
  stakes_unreadable: {
    status: 503,
    retry: 5,
    fault: 'chain',
    text: 'some stakes of these wallets cannot be read, so nothing is published and the previous snapshot stays; try again, or name other rooms in tokenIds',
  },
  finalized_transaction_unavailable: { status: 503, retry: 15, fault: 'chain' },
  // Trend coins.
  trend_coin_not_found: { status: 404, text: 'no such trend coin was deployed; listTrendCoins has those that were' },
  trend_profile_not_found: { status: 404, text: 'handle: nobody has resolved a profile with this handle here' },
  trend_not_linked: {
    status: 409,
    text: 'the user has no account of the trend provider at the identity provider; link one there first',
  },
  trend_provider_unavailable: {
    status: 502,
    retry: 5,
    text: 'the trend provider gave no usable answer; what was known stays, try again',
  },
  trend_provider_not_configured: { status: 503, text: 'no trend provider is configured on this deployment' },
  sentinel_not_configured: { status: 503, text: 'no secret of the sentinel is configured on this deployment' },
  challenge_not_valid: { status: 409 },
  wallet_not_registered: {
    status: 403,
    text: 'swAddress: is not a wallet of an account here; sign in with it, or link it, first',
  },
  // The workflow runtime.
  workflow_not_allowed: { status: 403 },
  idempotency_conflict: { status: 409 },
  gateway_conflict: {
    status: 409,
    retry: 5,
    text: 'the gateway is already processing a request with this id; try again',
  },
  gateway_rate_limited: {
    status: 429,
    retry: 30,
    fault: 'upstream',
    text: 'the gateway is rate limiting this service; try again later',
  },
  gateway_failed: { status: 502, retry: 5 },
  gateway_overloaded: { status: 503, retry: 10, fault: 'upstream', text: 'the gateway is overloaded; try again later' },
  gateway_timeout: {
    status: 504,
    retry: 5,
    text: 'the gateway did not answer in time; try again with the same requestId',
  },
  runtime_not_configured: { status: 503, text: 'the workflow runtime is not enabled on this deployment' },
  signing_not_configured: {
    status: 503,
    text: 'signed runtime requests cannot be verified on this deployment: it has no signing secret',
  },
  gateway_not_configured: { status: 503, text: 'no workflow gateway is configured on this deployment' },
  // Keepers, and what they carry out.
  action_not_found: {
    status: 404,
    text: 'id: there is no such action; listPendingKeeprActions has those that are due',
  },
  attempt_superseded: {
    status: 409,
    text: 'attempt: is not the one that this worker has; its lease has ended, or another has begun. Claim the action anew',
  },
  zone_disabled: {
    status: 503,
    retry: 'later',
    fault: 'operator',
    text: 'no actions of this trust zone are enqueued at present; send it again later',
  },
  keepr_not_configured: { status: 503, text: 'keepers are not enabled on this deployment' },
  // Deployments.
  deploy_session_not_found: { status: 404, text: 'id: the address that is signed in has no such session' },
  deploy_session_over: { status: 409 },
  deploy_session_limit: {
    status: 409,
    text: 'there are as many sessions as an owner may have, and none of them is over; cancel one first',
  },
  // Rooms of vaults.
  room_not_found: { status: 404, text: 'roomKey: this share token has no such room' },
  not_qualified: { status: 403 },
  token_invalid: { status: 401, text: 'accessToken: is not a room token of this service; verify a new proof' },
  token_expired: { status: 401, text: 'accessToken: has expired; verify a new proof' },
  token_revoked_or_unknown: { status: 401, text: 'accessToken: was revoked, or is not known; verify a new proof' },
  room_protocol_mismatch: { status: 403 },
  link_required: { status: 409, text: 'link a chat account to this account first: open /chatapp/link in the chat app' },
  hold_time_unreadable: {
    status: 503,
    retry: 30,
    fault: 'chain',
    text: 'the transfers that tell how long the wallet has held its shares cannot all be read; try again',
  },
  rooms_not_configured: { status: 503, text: 'rooms cannot be entered through this deployment: it has no room secret' },
  // Workspaces of vaults.
  second_person_required: { status: 403 },
  workspace_item_not_found: { status: 404 },
  strategy_not_in_vault: {
    status: 409,
    text: 'payload.strategyAddress: the vault has no such strategy, or not of this kind; GET /v1/workspace/strategies lists them',
  },
  weights_exceeded: { status: 409 },
  action_in_flight: { status: 409, retry: 'later' },
  decided_by_approval: {
    status: 409,
    text: 'payload.taskId: the task is about an approval; decide that with approval.approve or approval.reject',
  },
  not_a_member: {
    status: 409,
    text: 'payload.assignee: has no role on this vault; give it one with settings.members.set',
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
    text: 'the provider of the language model is rate limiting this service; try again later',
  },
  llm_failed: { status: 502, retry: 5, text: 'the language model gave no usable answer; try again' },
  llm_timeout: { status: 504, retry: 5, text: 'the language model took too long; try again, or ask for less' },
  llm_not_configured: { status: 503, text: 'no language model is configured on this deployment' },
  // Linking a chat identity to an account.
  invalid_launch_data: { status: 400 },
  invalid_miniapp_session: {
    status: 400,
    text: 'sessionToken: not a session of this service; start one with POST /chatapp/miniapp/session',
  },
  invalid_link_token: { status: 400, text: 'linkToken: not a token of this service; leave it out, or get another' },
  launch_data_not_genuine: { status: 401, text: 'initData: was not signed by the chat app for this bot' },
  launch_data_expired: { status: 401, text: 'initData: too old; close the Mini App and open it again' },
  launch_data_not_yet_valid: { status: 401, retry: 'later', text: 'initData: is dated in the future' },
  launch_data_used: {
    status: 409,
    text: 'initData: has started as many sessions as it may; close the Mini App and open it again',
  },
  miniapp_session_expired: {
    status: 409,
    text: 'sessionToken: the session is over; start another with fresh launch data',
  },
  email_not_verified: {
    status: 409,
    text: 'the user at the identity provider does not have a verified e-mail address',
  },
  identity_link_missing: {
    status: 409,
    retry: 2,
    text: 'link the chat account at the identity provider first, then try again',
  },
  link_token_expired: { status: 409, text: 'linkToken: expired; leave it out, or get another from the bot' },
  link_token_mismatch: { status: 409, text: 'linkToken: is for another chat user or chat' },
  link_token_claimed: {
    status: 409,
    text: 'linkToken: another user has begun to link with it; leave it out, or get another from the bot',
  },
  chatapp_linked_elsewhere: { status: 409, text: 'this chat user is linked to another account' },
  account_linked_elsewhere: { status: 409, text: 'the account is linked to another chat user' },
  link_in_progress: { status: 409, retry: 2, text: 'another chat user is being linked to this account; try again' },
  account_conflict: { status: 409 },
  last_login_method: {
    status: 409,
    text: 'an account keeps the wallet that is signed in, and at least one; sign in with another one first',
  },
  linked_at_provider: { status: 409 },
  identity_provider_unavailable: {
    status: 502,
    retry: 2,
    text: 'the identity provider did not give a usable answer; try again',
  },
  identity_provider_not_configured: { status: 503, text: 'no identity provider is configured on this deployment' },
  provider_not_configured: { status: 503, text: 'provider: this deployment cannot verify it' },
  chatapp_not_configured: { status: 503, text: 'the chat app is not configured on this deployment' },
  // Hand-off codes, and the wallets of accounts.
  account_not_found: { status: 404, text: 'the address that is signed in has no account; sign in again' },
  principal_changed: { status: 409 },
  invalid_handoff_code: {
    status: 400,
    text: 'code: cannot be redeemed, or not with this codeVerifier; ask for another',
  },
  not_a_smart_wallet: {
    status: 400,
    text: 'smartWallet: is no smart wallet whose word about its owners proves anything',
  },
  wallet_not_external: { status: 400 },
  wallet_limit_reached: { status: 409, text: 'the account has as many wallets as it may have; remove one first' },
  wallet_not_linked: { status: 404, text: 'wallet: is not an SVM wallet that is linked to this account' },
  svm_wallet_missing: { status: 409 },
  svm_wallets_equal: { status: 409, text: 'sourceWallet: is the canonical wallet, to which is swept' },
  sweep_in_progress: {
    status: 409,
    retry: 'later',
    text: 'a sweep with other wallets or another minLamports has begun; ask again when it is over',
  },
  wallet_data_unavailable: { status: 502, retry: 5, text: 'the portfolio provider gave no usable answer; try again' },
  wallet_data_not_configured: { status: 503, text: 'no portfolio provider is configured on this deployment' },
  // Agents.
  not_canonical_agent: { status: 404, text: 'only the profile of this service’s own agent is served' },
  agent_not_configured: { status: 503, text: 'this deployment is not an agent' },
  // Agents and their feedback.
  agent_not_found: { status: 404 },
  feedback_not_found: { status: 404 },
  // What is paid for.
  invalid_payment: { status: 400 },
  payment_required: { status: 402, text: 'pay as PAYMENT-REQUIRED says (x402 version 2), and send the request again' },
  payment_rejected: { status: 402 },
  payment_conflict: {
    status: 409,
    text: 'the payment was made for another request, or by another caller; sign a new one for this request',
  },
  payer_only: {
    status: 403,
    text: 'the payment is on chain already, so only its payer can claim the review; sign in as the payer and send it again',
  },
  payment_unsettled: {
    status: 503,
    retry: 10,
    fault: 'upstream',
    text: 'whether the payment has been settled is not known yet; send the same request with the same payment again, and do not sign another',
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
    text: 'this payer has as many reviews under way as it may, and nothing was charged; try again with the same payment',
  },
  review_incomplete: {
    status: 503,
    retry: 30,
    text: 'this service could not read all that a review is made of, and nothing was charged; try again',
  },
  payments_not_configured: { status: 503, text: 'nothing can be paid for on this deployment' },
  feedback_index_unavailable: {
    status: 503,
    retry: 15,
    text: 'the index of feedback is behind the chain; try again, or use mode=all, which reads the registry',
  },
  intelligence_unavailable: {
    status: 504,
    retry: 5,
    text: 'the providers of wallet intelligence did not answer in time',
  },
  // Agents, and reputation from elsewhere.
  reputation_sync_failed: { status: 500, retry: 60, fault: 'upstream' },
  reputation_not_configured: { status: 503, text: 'no reputation provider is configured on this deployment' },
  // Agents in the messaging network.
  run_in_progress: { status: 409, retry: 30, text: 'another run is under way; it does what this one would' },
  msgnet_unavailable: {
    status: 502,
    retry: 30,
    text: 'the messaging network gave no usable answer; nothing is lost, try again',
  },
  msgnet_not_configured: { status: 503, text: 'no messaging network is configured on this deployment' },
  // The bridge-route provisioner, and what the application reports about it.
  unsupported_option: { status: 422 },
  route_busy: { status: 409, retry: 15 },
  scalar_mismatch: { status: 409 },
  bridge_cli_failed: { status: 502, retry: 15 },
  symbol_rejected: { status: 502, retry: 15, text: 'the bridge CLI accepts none of the symbols; name another one' },
  mint_mismatch: { status: 502, retry: 15 },
  helper_failed: { status: 502, retry: 15 },
  provisioner_failed: { status: 502, retry: 15, text: 'no provisioner succeeded; try again' },
  bridge_cli_not_configured: { status: 503, text: 'no bridge CLI is configured on this provisioner' },
  bridge_cli_unavailable: { status: 503, fault: 'operator', text: 'the bridge CLI cannot be run on this provisioner' },
  deploy_env_not_configured: { status: 503 },
  payer_unfunded: { status: 503, fault: 'operator', text: 'the payer does not have enough funds for the transaction' },
  helper_not_configured: { status: 503 },
  provisioner_busy: { status: 503, retry: 30, text: 'too many routes are being provisioned; try again' },
  provisioner_not_configured: { status: 503, text: 'no provisioner is configured on this deployment' },
  provision_timeout: {
    status: 504,
    retry: 15,
    text: 'it took too long; try again, and what has been done is not repeated',
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
    text: 'projectId: this wallet has no such project; GET /image/projects lists those that it has',
  },
  image_asset_not_found: { status: 404 },
  image_job_not_found: { status: 404, text: 'jobId: this wallet has no such job' },
  image_not_found: { status: 404 },
  image_limit_reached: { status: 409 },
  image_too_large: { status: 413 },
  image_not_supported: { status: 415 },
  image_unreachable: { status: 502, retry: 5 },
  image_timeout: { status: 504, retry: 5, text: 'url: the image did not arrive in time; try again' },
  image_provider_not_configured: { status: 503, text: 'no image generator is configured on this deployment' },
  // The RPC proxy.
  rpc_answer_too_long: { status: 422, text: 'the node’s answer is longer than 5000000 bytes; ask for less at once' },
  rpc_proxy_busy: { status: 503, retry: 1 },
  // This service and what it depends on.
  internal_error: { status: 500 },
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
  upload_busy: { status: 503, retry: 1, text: 'as many images are being received as fit in memory; try again' },
  renderer_busy: { status: 503, retry: 1, text: 'too many images are being drawn; try again' },
  limiter_unavailable: { status: 503, retry: 1, text: 'requests cannot be counted at the moment; try again' },
  store_unavailable: { status: 503, retry: 1, text: 'the store cannot be reached; try again' },
  read_needed: { status: 503, retry: 1, fault: 'chain' },
  role_not_configured: { status: 503 },
  rpc_not_configured: { status: 503, outage: true, text: 'no chain node is configured on this deployment' },
  session_not_configured: { status: 503, text: 'sessions are not enabled on this deployment' },
  siwa_not_configured: { status: 503, text: 'agent sign-in is not enabled on this deployment' },
  cron_not_configured: { status: 503, text: 'no scheduler secret is configured on this deployment' },
  amoe_not_configured: { status: 503, text: 'free entries are not enabled on this deployment' },
  posts_not_configured: { status: 503, text: 'posts cannot be looked up on this deployment' },
  post_verification_unavailable: {
    status: 503,
    retry: 30,
    fault: 'upstream',
    text: 'the social platform is not answering; try again',
  },
  attestation_hash_unreadable: {
    status: 503,
    retry: 5,
    fault: 'chain',
    text: 'the router does not return a hash to attest; try again',
  },
  tokenlist_not_configured: { status: 503, text: 'no key of the token list is configured on this deployment' },
  paymaster_not_configured: { status: 503, text: 'operations are not sponsored on this deployment' },
  ingest_not_configured: { status: 503, text: 'tickets of the other chain are not enabled on this deployment' },
  marketplace_not_configured: { status: 503, text: 'no marketplace listing is configured on this deployment' },
} as const satisfies Record<string, ErrorEntry>

export type ErrorCode = keyof typeof TABLE

export const ERRORS: Readonly<Record<ErrorCode, ErrorEntry>> = TABLE

export const isErrorCode = (text: string): text is ErrorCode => Object.hasOwn(TABLE, text)

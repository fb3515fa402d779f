import type { ErrorGuide } from './ErrorGuide.ts'

/** Chain nodes, stores and configuration; nothing is wrong with the request. */
export const serviceErrors = {
  internal_error: {
    title: 'Internal error',
    cause: 'Something unexpected failed in this service.',
    fix: 'Report the error to the operator with the `X-Request-Id` of the answer.',
  },
  configuration_invalid: {
    title: 'Invalid configuration',
    cause: 'A variable that the operation needs has an invalid value. The log of the Worker names the variable.',
    fix: 'Report the error to the operator; operations that do not need the variable work.',
  },
  rpc_answer_too_long: {
    title: 'Too long an answer of the node',
    cause: 'The node’s answer to the JSON-RPC request is longer than the RPC proxy forwards.',
    fix: 'Ask for fewer blocks, addresses or calls at once, or for a block without its transactions.',
  },
  rpc_proxy_busy: {
    title: 'Busy RPC proxy',
    cause:
      'The RPC proxy has its maximum of requests in progress, or half of this maximum from this caller. The request does not count against the rate limit.',
    fix: 'Send fewer requests at once after `Retry-After` seconds, and put calls into batches.',
  },
  upstream_failed: {
    title: 'Failure of the chain nodes',
    cause: 'No chain node gave a usable answer.',
    fix: 'Repeat the request after `Retry-After` seconds. `getStatus` reports the state of the nodes.',
  },
  upstream_rate_limited: {
    title: 'Rate limit of the chain nodes',
    cause: 'The chain nodes are rate limiting this service.',
    fix: 'Repeat the request after `Retry-After` seconds.',
  },
  upstream_timeout: {
    title: 'Timeout of the chain nodes',
    cause: 'The chain nodes did not answer in time.',
    fix: 'Repeat the request after `Retry-After` seconds. `getStatus` reports the state of the nodes.',
  },
  behind_requested_block: {
    title: 'Nodes or index behind the requested block',
    cause: 'No chain node has reached the block of `minBlock` yet, or the log index that the answer needs has not.',
    fix: 'Repeat the request after `Retry-After` seconds, or send a lower `minBlock`.',
  },
  family_unavailable: {
    title: 'Unavailable operations',
    cause: 'The Worker that serves these operations does not respond.',
    fix: 'Repeat the request after `Retry-After` seconds.',
  },
  requirement_not_met: {
    title: 'Unmet requirement',
    cause:
      'A part of the deployment that `require` names does not work, or the log index is further behind than `maxLagBlocks`, or its lag is not known.',
    fix: 'Call `getStatus` without parameters for the state of each part, and repeat the request later.',
  },
  request_timeout: {
    title: 'Timeout of the request body',
    cause: 'The body of the request took longer than 30 seconds to arrive.',
    fix: 'Send the request over a faster connection, or make the image smaller.',
  },
  upload_busy: {
    title: 'Full memory for images',
    cause: 'This part of the service holds as many large images in memory as it may.',
    fix: 'Repeat the request after `Retry-After` seconds.',
  },
  renderer_busy: {
    title: 'Busy renderer',
    cause: 'Too many images are being drawn at once.',
    fix: 'Repeat the request after `Retry-After` seconds.',
  },
  limiter_unavailable: {
    title: 'Unavailable rate limiter',
    cause: 'The request cannot be counted against its budget, so it is refused.',
    fix: 'Repeat the request after `Retry-After` seconds.',
  },
  store_unavailable: {
    title: 'Unavailable store',
    cause: 'The store of the operation did not answer. Nothing was changed.',
    fix: 'Repeat the request after `Retry-After` seconds.',
  },
  log_index_unavailable: {
    title: 'Unavailable log index',
    cause: 'The log index is still being filled, or is too far behind the chain, and only it has this answer.',
    fix: 'Repeat the request after `Retry-After` seconds. `getStatus` says how far the log index is.',
  },
  read_needed: {
    title: 'Missing read of the chain',
    cause: 'The transaction depends on a value onchain, and no node answered.',
    fix: 'Repeat the request after `Retry-After` seconds, or send the value that the error names.',
  },
  role_not_configured: {
    title: 'Unconfigured contract',
    cause:
      'This deployment has no address for a contract that the operation needs, or that address has a different contract.',
    fix: 'Ask the operator to configure the contract that the error names.',
  },
  rpc_not_configured: {
    title: 'Unconfigured chain node',
    cause:
      'This deployment has no chain node (`RPC_URLS`), or its RPC proxy has none for the requested chain (`RPC_PROXY_URLS`).',
    fix: 'Ask the operator to configure one. For `proxyRpc`, omit `chain` or name another chain.',
  },
  session_not_configured: {
    title: 'Disabled sessions',
    cause: 'This deployment has no secret for sign-in challenges (`AUTH_NONCE_SECRET`).',
    fix: 'Use another deployment, or ask the operator to configure the secret.',
  },
  siwa_not_configured: {
    title: 'Disabled agent sign-in',
    cause:
      'This deployment lacks a secret or the identity registry for agent sign-in (`SIWA_RECEIPT_SECRET`, `AUTH_NONCE_SECRET`).',
    fix: 'Sign in with a session (`verifyAuth`) instead, or ask the operator to configure them.',
  },
  tokenlist_not_configured: {
    title: 'Missing token-list key',
    cause: 'This deployment has no key for changes of the managed token list (`TOKEN_LIST_KEY`).',
    fix: 'Ask the operator to configure the key.',
  },
  cron_not_configured: {
    title: 'Missing scheduler secret',
    cause: 'This deployment has no scheduler secret (`CRON_SECRET`).',
    fix: 'Ask the operator to configure the secret.',
  },
  paymaster_not_configured: {
    title: 'Unconfigured paymaster',
    cause:
      'This deployment has no paymaster provider (`PAYMASTER_UPSTREAM_URL`), or its sponsorship policy is invalid or disabled.',
    fix: 'Pay for the gas yourself, or ask the operator to configure the paymaster.',
  },
} satisfies ErrorGuide

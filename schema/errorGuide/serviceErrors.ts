import type { ErrorGuide } from './ErrorGuide.ts'

/** Chain nodes, stores and configuration; nothing is wrong with the request. */
export const serviceErrors = {
  internal_error: {
    cause: 'Something unexpected failed in this service.',
    fix: 'Report it with the `X-Request-Id` of the answer.',
  },
  rpc_answer_too_long: {
    cause: 'What the node answers to the JSON-RPC request is longer than the RPC proxy passes on.',
    fix: 'Ask for fewer blocks, addresses or calls at once, or for a block without its transactions.',
  },
  rpc_proxy_busy: {
    cause:
      'As many requests of the RPC proxy are under way as the deployment allows, or half of that of this caller. It costs nothing of the budget.',
    fix: 'Try again, with fewer requests at once; put calls into batches.',
  },
  upstream_failed: {
    cause: 'No chain node gave a usable answer.',
    fix: 'Try again.',
  },
  upstream_rate_limited: {
    cause: 'The chain nodes are rate limiting this service.',
    fix: 'Try again.',
  },
  upstream_timeout: {
    cause: 'The chain nodes did not answer in time.',
    fix: 'Try again.',
  },
  behind_requested_block: {
    cause:
      'No chain node has reached the block of `minBlock` yet, or the log index has not, where the answer needs it.',
    fix: 'Try again, or ask for an older block.',
  },
  family_unavailable: {
    cause: 'The Worker that answers these operations does not respond.',
    fix: 'Try again.',
  },
  requirement_not_met: {
    cause:
      'A part of the deployment that `require` names does not work, or the log index is further behind than `maxLagBlocks`, or how far is not known.',
    fix: 'Ask again later; `GET /v1/status` without parameters says how each part is. Reads of the chain do not need the index.',
  },
  request_timeout: {
    cause: 'The body of the request took too long to arrive.',
    fix: 'Send it again over a faster connection, or make the image smaller.',
  },
  upload_busy: {
    cause: 'This part of the service holds as many large images in memory as it may.',
    fix: 'Try again.',
  },
  renderer_busy: {
    cause: 'Too many images are being drawn at once.',
    fix: 'Try again.',
  },
  limiter_unavailable: {
    cause: 'The request cannot be counted against its budget, so it is not let through.',
    fix: 'Try again.',
  },
  store_unavailable: {
    cause: 'The store behind the operation cannot be reached; nothing was changed.',
    fix: 'Try again.',
  },
  read_needed: {
    cause: 'A byte of the transaction depends on a read of the chain, and no node answered.',
    fix: 'Try again, or name the value that the text states.',
  },
  role_not_configured: {
    cause:
      'This deployment has no address for a contract that the operation needs, or a different contract is at that address.',
    fix: 'Ask its operator; the text names the role.',
  },
  rpc_not_configured: {
    cause: 'This deployment has no chain node, or its RPC proxy has none for the chain that was asked for.',
    fix: 'Ask its operator. At the RPC proxy, leave out `chain` or name another one.',
  },
  session_not_configured: {
    cause: 'This deployment does not offer sessions.',
    fix: 'Use a deployment that does, or ask its operator.',
  },
  siwa_not_configured: {
    cause: 'This deployment does not offer agent sign-in.',
    fix: 'Sign in with a session instead, or ask its operator.',
  },
  tokenlist_not_configured: {
    cause: 'This deployment has no key with which the managed token list could be changed.',
    fix: 'Ask its operator to set `TOKEN_LIST_KEY`.',
  },
  cron_not_configured: {
    cause: 'This deployment has no scheduler secret.',
    fix: 'Ask its operator.',
  },
  paymaster_not_configured: {
    cause: 'This deployment has no paymaster provider, or its sponsorship policy is wrong or switched off.',
    fix: 'Ask its operator, or pay for the gas yourself.',
  },
} satisfies ErrorGuide

import { z } from '@hono/zod-openapi'
import { LIMITS } from './limits.ts'

/** Head of the OpenAPI document. */
export const DOCUMENT = {
  openapi: '3.0.3',
  info: {
    title: 'Creator Vault Agent API',
    version: '1.0.0',
    description:
      'Answers questions about creator vaults, each as of a stated block, and builds unsigned transactions. It never signs and never broadcasts.',
  },
  servers: [{ url: '/api', description: 'This host' }],
  tags: [
    { name: 'status', description: 'How the deployment is' },
    { name: 'site', description: 'The OpenAPI document' },
    { name: 'token', description: 'Share tokens: metadata, pictures, token list' },
    { name: 'vault', description: 'Vaults: report, strategies, explore' },
    { name: 'lottery', description: 'The lottery: jackpots, entries, winners, free entries, marketplace documents' },
    { name: 'auction', description: 'Token auctions: status, activity, bids' },
    { name: 'gauge', description: 'Gauge voting: epochs, vaults and their weights, votes' },
    { name: 'vetoken', description: 'Vote-escrow locks and their power' },
    { name: 'lpstrat', description: 'Liquidity strategies, their LP vaults and loans' },
    { name: 'context', description: 'What a name stands for, and what a wallet has and can do here' },
    { name: 'build', description: 'Unsigned transactions: built and simulated here, signed and sent by the caller' },
    {
      name: 'agents',
      description: 'Agents (ERC-8004): identity, feedback, creators, the rooms of vaults, what is known about wallets',
    },
    {
      name: 'social',
      description:
        'Graphs and documents about agents, stored for good on request; the chat command centre; reputation from elsewhere',
    },
    { name: 'chatapp', description: 'Linking a chat identity to an account: for the Mini App, and the chat app’s bot' },
    { name: 'cre', description: 'The workflow runtime: outputs, decisions, triggers; for machines only' },
    { name: 'market', description: 'Swaps, and trend coins: reservations, readings, quotes, profiles' },
    { name: 'account', description: 'Sign-in of people (EIP-4361) and of agents (SIWA)' },
    {
      name: 'workspace',
      description:
        'Workspaces of vaults: what members see, decide and have done; actions that keepers carry out; deployments',
    },
    { name: 'rpc', description: 'JSON-RPC: the proxy of chain nodes, and the paymaster (ERC-7677)' },
    { name: 'image', description: 'Artwork: projects, uploads, generated images, and images of other sites' },
  ],
  'x-limits': LIMITS,
}

/** Response headers that many operations share. */
export const HEADERS = {
  RateLimit: {
    description: 'What is left of the tightest budget: r requests for t seconds (draft-ietf-httpapi-ratelimit-headers)',
    schema: { type: 'string' },
    example: '"read";r=118;t=34',
  },
  'RateLimit-Policy': {
    description: 'That budget: q requests in w seconds',
    schema: { type: 'string' },
    example: '"read";q=120;w=60',
  },
  'Retry-After': {
    description: 'Seconds after which the same request may succeed; absent where only another request helps',
    schema: { type: 'integer', minimum: 1 },
    example: 34,
  },
  'X-Error-Code': {
    description: 'The code that `error` begins with; x-errors of the document explains it',
    schema: { type: 'string' },
    example: 'invalid_request',
  },
  Link: {
    description:
      'rel="help": the error’s entry in the catalogue; rel="service-desc": the part of this document that describes the operation (RFC 8288, RFC 8631)',
    schema: { type: 'string' },
    example: '<https://api.example.com/docs/errors/invalid_request>; rel="help"',
  },
  'WWW-Authenticate': {
    description: 'A challenge for every scheme that the operation takes (RFC 9110, section 11.6.1)',
    schema: { type: 'string' },
    example: 'Bearer realm="session", error="invalid_token", SIWA realm="agent"',
  },
  'Accept-Signature': {
    description: 'What a signature of this request must cover, where ERC-8128 is taken (RFC 9421, section 5.1)',
    schema: { type: 'string' },
    example: 'eth=("@authority" "@method" "@path" "content-digest" "x-siwa-receipt");keyid;created;expires;nonce',
  },
  'X-Unknown-Parameters': {
    description:
      'On any answer: query parameters that the operation does not know, at most 8, and the one of its own that may be meant (a list of RFC 9651). They change nothing, unless the request has Prefer: handling=strict (RFC 7240), which makes them 400',
    schema: { type: 'string' },
    example: 'minBlok; did-you-mean=minBlock',
  },
  'Preference-Applied': {
    description: 'handling=strict, where the request was refused because it prefers that',
    schema: { type: 'string' },
    example: 'handling=strict',
  },
  'Idempotency-Replayed': {
    description: '`true` on an answer that was kept under the Idempotency-Key; absent on the first',
    schema: { type: 'string' },
    example: 'true',
  },
  'X-As-Of-Block': {
    description: 'Number of the block that the answer is as of',
    schema: { type: 'string' },
    example: '23456789',
  },
} as const

/** The request header of operations with an `x-idempotency` (draft-ietf-httpapi-idempotency-key-header-07). */
const idempotencyKey = (effect: string) =>
  z
    .string()
    .min(1)
    .max(255)
    .optional()
    .openapi({
      param: {
        name: 'Idempotency-Key',
        in: 'header',
        description: `A name of the caller’s own for this request, 1 to 255 visible ASCII characters, quoted or bare. ${effect}`,
      },
      example: '"8e03978e-40d5-43dd-bc93-6894a57f9324"',
    })

/** That header of a write, and of a builder. */
export const IDEMPOTENCY_KEY = {
  write: idempotencyKey(
    'For 24 hours the same caller, inputs and key get the same answer, and nothing is done twice; other inputs are 422 idempotency_key_reused.',
  ),
  calls: idempotencyKey(
    '`calls` then has an `id` by which a wallet refuses to send the same request twice. For 24 hours another body under the key is 422 idempotency_key_reused.',
  ),
} as const

/**
 * How a caller shows who it is: one scheme for each header, since OpenAPI gives a scheme one name. The headers that belong
 * together are in one requirement of an operation (SECURITY in schema/operation.ts).
 */
export const SECURITY_SCHEMES = {
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: '__Host-session',
    description:
      'Session from POST /auth/verify (EIP-4361), as a browser holds it. Methods other than GET and HEAD must come from the same origin or carry an Origin that the deployment trusts, else 403 forbidden_origin; programs use the bearer token, which needs no Origin.',
  },
  bearer: {
    type: 'http',
    scheme: 'bearer',
    description: 'The token of the same session, which POST /auth/verify returns to callers that are not browsers',
  },
  siwaReceipt: {
    type: 'apiKey',
    in: 'header',
    name: 'X-SIWA-Receipt',
    description:
      'Receipt from POST /auth/agent-verify, valid for 30 minutes. Builders and GET /auth/me accept it on its own; writes also need the signature headers.',
  },
  erc8128: {
    type: 'apiKey',
    in: 'header',
    name: 'Signature',
    description:
      'HTTP message signature of this very request by the address of the receipt (ERC-8128, RFC 9421), label `eth`. It can be used once.',
  },
  erc8128Input: {
    type: 'apiKey',
    in: 'header',
    name: 'Signature-Input',
    description:
      'What the signature covers: `eth=("@authority" "@method" "@path" "@query" "content-digest" "x-siwa-receipt");keyid="erc8128:<chain id>:<address>";created=…;expires=…;nonce="…"`, times in unix seconds, at most 300 s apart, "@query" and "content-digest" where the request has them. The nonce has at most 128 characters and can be used once.',
  },
  contentDigest: {
    type: 'apiKey',
    in: 'header',
    name: 'Content-Digest',
    description: 'Digest of the body (RFC 9530), `sha-256=:<base64>:`; only with a body',
  },
  cron: {
    type: 'http',
    scheme: 'bearer',
    description: 'Shared secret of the scheduler, CRON_SECRET of the deployment',
  },
  cronHeader: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Cron-Secret',
    description: 'The same secret, for schedulers that cannot set Authorization',
  },
  ingest: {
    type: 'http',
    scheme: 'bearer',
    description:
      'Shared secret of the node provider, LOTTERY_INGEST_SECRET of the deployment; the bare secret in Authorization is accepted too',
  },
  tokenlist: {
    type: 'http',
    scheme: 'bearer',
    description: 'Key of the operator who keeps the token list, TOKEN_LIST_KEY of the deployment',
  },
  sentinel: {
    type: 'http',
    scheme: 'bearer',
    description: 'Shared secret of the sentinel of trend coins, TREND_SENTINEL_SECRET of the deployment',
  },
  identity: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'Access token of the identity provider (ES256), as its client library returns it',
  },
  identityHeader: {
    type: 'apiKey',
    in: 'header',
    name: 'X-IdP-Token',
    description: 'The same token, for clients that need Authorization for something else',
  },
  miniapp: {
    type: 'http',
    scheme: 'bearer',
    description: 'The sessionToken of POST /chatapp/miniapp/session',
  },
  chatapp: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Telegram-Bot-Api-Secret-Token',
    description: 'Secret that the webhook was registered with, CHATAPP_WEBHOOK_SECRET of the deployment',
  },
  chatappBearer: {
    type: 'http',
    scheme: 'bearer',
    description: 'The same secret, for senders that cannot set that header',
  },
  keepr: {
    type: 'http',
    scheme: 'bearer',
    description: 'API key of keepers, KPR_API_KEY of the deployment',
  },
  keeprZone: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Keepr-Zone-Key',
    description:
      'Key of the trust zone of the action, KPR_ZONE_KEY_FINANCIAL_EXECUTION, KPR_ZONE_KEY_MARKET_MAINTENANCE or KPR_ZONE_KEY_QUEUE_MESSAGING_MONITORING of the deployment',
  },
  runtime: {
    type: 'http',
    scheme: 'bearer',
    description: 'API key of the workflow runtime, CRE_RUNTIME_API_KEY of the deployment',
  },
  runtimeSignature: {
    type: 'apiKey',
    in: 'header',
    name: 'X-CRE-Signature',
    description:
      'HMAC-SHA256 in hex, with or without `sha256=` before it, over the canonical string `<X-CRE-Timestamp>.<X-CRE-Nonce>.<RFC 8785 form of the body>`, the body of a GET being `{}`. Required unless the deployment accepts unsigned requests.',
  },
  runtimeTimestamp: {
    type: 'apiKey',
    in: 'header',
    name: 'X-CRE-Timestamp',
    description: 'When the request was signed, unix milliseconds, at most 5 minutes off',
  },
  runtimeNonce: {
    type: 'apiKey',
    in: 'header',
    name: 'X-CRE-Nonce',
    description: '16 to 128 of the characters A-Z a-z 0-9 _ -, usable once across all routes',
  },
} as const

import * as z from 'zod'
import { LIMITS } from './limits.ts'

/** Head of the OpenAPI document. */
export const DOCUMENT = {
  openapi: '3.0.3',
  info: {
    title: 'Creator Vault Agent API',
    version: '1.0.0',
    description:
      'Answers questions about creator vaults, each as of a stated block, and builds unsigned transactions. Never signs and never broadcasts a transaction.',
  },
  servers: [{ url: '/api', description: 'This host' }],
  tags: [
    { name: 'status', description: 'State of the deployment' },
    { name: 'site', description: 'The OpenAPI document' },
    { name: 'token', description: 'Share tokens: metadata, pictures, token list' },
    { name: 'vault', description: 'Vaults: report, strategies, explore' },
    { name: 'lottery', description: 'The lottery: jackpots, entries, winners, free entries, marketplace documents' },
    { name: 'auction', description: 'Token auctions: status, activity, bids' },
    { name: 'gauge', description: 'Gauge voting: epochs, vaults with their weights, votes' },
    { name: 'gateway', description: 'Many reads at one block' },
    { name: 'vetoken', description: 'Vote-escrow locks and their voting power' },
    { name: 'lpstrat', description: 'LP strategies, their LP vaults and loans' },
    { name: 'context', description: 'Name resolution, and the assets and possible actions of a wallet' },
    {
      name: 'build',
      description: 'Unsigned transactions: built and simulated by this service, signed and sent by the caller',
    },
    {
      name: 'agents',
      description: 'Agents (ERC-8004): identity, feedback, creators, rooms of vaults, wallet intelligence, assistant',
    },
    {
      name: 'social',
      description:
        'Graphs and documents about agents, stored permanently on request; chat commands; external reputation',
    },
    { name: 'chatapp', description: 'Links of chat users to accounts, for the Mini App and the bot of the chat app' },
    { name: 'cre', description: 'Workflow runtime: outputs, decisions, triggers; for machines only' },
    { name: 'market', description: 'Swaps, and trend coins: reservations, metrics, quotes, profiles' },
    {
      name: 'account',
      description: 'Sign-in of people (EIP-4361) and agents (SIWA); profiles, wallets, waitlist, creator access',
    },
    {
      name: 'workspace',
      description:
        'Workspaces of vaults: reports, tasks, decisions and actions of members; keeper actions; deployments',
    },
    { name: 'rpc', description: 'JSON-RPC: proxy of chain nodes, and paymaster (ERC-7677)' },
    { name: 'image', description: 'Artwork: projects, uploads, generated images, images of other sites' },
  ],
  'x-limits': LIMITS,
}

/** Response headers that many operations share. */
export const HEADERS = {
  RateLimit: {
    description: 'Rest of the tightest budget: r requests for t seconds (draft-ietf-httpapi-ratelimit-headers)',
    schema: { type: 'string' },
    example: '"read";r=118;t=34',
  },
  'RateLimit-Policy': {
    description: 'That budget: q requests in w seconds',
    schema: { type: 'string' },
    example: '"read";q=120;w=60',
  },
  'Retry-After': {
    description: 'Seconds after which the same request may succeed; absent if only another request can',
    schema: { type: 'integer', minimum: 1 },
    example: 34,
  },
  'X-Error-Code': {
    description: 'Code that `error` starts with; x-errors of the document explains it',
    schema: { type: 'string' },
    example: 'invalid_request',
  },
  'PAYMENT-REQUIRED': {
    description: 'What to pay and sign (PaymentRequired of x402), as base64 of JSON; absent if credits are missing',
    schema: { type: 'string' },
    example: 'eyJ4NDAyVmVyc2lvbiI6Mn0=',
  },
  Link: {
    description:
      'rel="help": entry of the code in the error catalogue; rel="service-desc": the part of this document that describes the operation (RFC 8288, RFC 8631)',
    schema: { type: 'string' },
    example: '<https://api.example.com/docs/errors/invalid_request>; rel="help"',
  },
  'WWW-Authenticate': {
    description: 'A challenge for every scheme that the operation accepts (RFC 9110, section 11.6.1)',
    schema: { type: 'string' },
    example: 'Bearer realm="session", error="invalid_token", SIWA realm="agent"',
  },
  'Accept-Signature': {
    description:
      'Components that a signature of this request must cover, if ERC-8128 is accepted (RFC 9421, section 5.1)',
    schema: { type: 'string' },
    example: 'eth=("@authority" "@method" "@path" "content-digest" "x-siwa-receipt");keyid;created;expires;nonce',
  },
  'X-Unknown-Parameters': {
    description:
      'On any answer: unknown query parameters and body fields, at most 8, each with the one that may be meant (a list of RFC 9651). They have no effect, unless the request has Prefer: handling=strict (RFC 7240): then the answer is 400',
    schema: { type: 'string' },
    example: 'minBlok; did-you-mean=minBlock',
  },
  'Preference-Applied': {
    description: 'handling=strict, if the request was refused because of that preference',
    schema: { type: 'string' },
    example: 'handling=strict',
  },
  'Idempotency-Replayed': {
    description: '`true` on an answer stored under the Idempotency-Key; absent on the first answer',
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
    .meta({
      param: {
        name: 'Idempotency-Key',
        in: 'header',
        description: `Name that the caller chooses for this request: 1 to 255 visible ASCII characters, quoted or bare. ${effect}`,
      },
      example: '"8e03978e-40d5-43dd-bc93-6894a57f9324"',
    })

/** That header of a write, and of a builder. */
export const IDEMPOTENCY_KEY = {
  write: idempotencyKey(
    'For 24 hours, the same caller, inputs and key get the same answer, and nothing is done twice. Other inputs are 422 idempotency_key_reused.',
  ),
  calls: idempotencyKey(
    '`calls` then has an `id`, so that a wallet refuses to send the same request twice. For 24 hours, another body with the key is 422 idempotency_key_reused.',
  ),
} as const

/** The query parameter of GET operations that answer with an envelope (shared/http/fields.ts). */
export const FIELDS = z
  .string()
  .optional()
  .describe('Only these fields of `data`: paths such as `a.b`, separated by commas')

/**
 * Credentials: one scheme for each header, since OpenAPI gives a scheme one name. Headers that belong together are in one
 * requirement of an operation (SECURITY in schema/operation.ts).
 */
export const SECURITY_SCHEMES = {
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: '__Host-session',
    description:
      'Session of POST /auth/verify (EIP-4361) in a browser. Requests other than GET and HEAD must come from the same origin or have an Origin that the deployment trusts, else 403 forbidden_origin. Programs use the bearer token, which needs no Origin.',
  },
  bearer: {
    type: 'http',
    scheme: 'bearer',
    description: 'Token of the same session, which POST /auth/verify returns to callers that are not browsers',
  },
  siwaReceipt: {
    type: 'apiKey',
    in: 'header',
    name: 'X-SIWA-Receipt',
    description:
      'Receipt of POST /auth/agent-verify, valid for 30 minutes. Builders and GET /auth/me accept it alone; writes also need the signature headers.',
  },
  erc8128: {
    type: 'apiKey',
    in: 'header',
    name: 'Signature',
    description:
      'HTTP message signature of this request by the address of the receipt (ERC-8128, RFC 9421), label `eth`. It can be used once.',
  },
  erc8128Input: {
    type: 'apiKey',
    in: 'header',
    name: 'Signature-Input',
    description:
      'Signed components: `eth=("@authority" "@method" "@path" "@query" "content-digest" "x-siwa-receipt");keyid="erc8128:<chain id>:<address>";created=…;expires=…;nonce="…"`. Unix seconds, at most 300 s apart; "@query", "content-digest" only if present; nonce of up to 128 characters, usable once.',
  },
  contentDigest: {
    type: 'apiKey',
    in: 'header',
    name: 'Content-Digest',
    description: 'Digest of the body (RFC 9530), `sha-256=:<base64>:`; only if there is a body',
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
    description: 'Key for changes of the token list, TOKEN_LIST_KEY of the deployment',
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
    description: '`sessionToken` of POST /chatapp/miniapp/session',
  },
  chatapp: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Telegram-Bot-Api-Secret-Token',
    description: 'Secret of the webhook, CHATAPP_WEBHOOK_SECRET of the deployment',
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
      'Key of the trust zone of the action: KPR_ZONE_KEY_FINANCIAL_EXECUTION, KPR_ZONE_KEY_MARKET_MAINTENANCE or KPR_ZONE_KEY_QUEUE_MESSAGING_MONITORING of the deployment',
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
      'HMAC-SHA256 in hex, with or without the prefix `sha256=`, over `<X-CRE-Timestamp>.<X-CRE-Nonce>.<RFC 8785 form of the body>`; the body of a GET is `{}`. Required unless the deployment accepts unsigned requests.',
  },
  runtimeTimestamp: {
    type: 'apiKey',
    in: 'header',
    name: 'X-CRE-Timestamp',
    description: 'Time of the signature in unix milliseconds, at most 5 minutes off',
  },
  runtimeNonce: {
    type: 'apiKey',
    in: 'header',
    name: 'X-CRE-Nonce',
    description: '16 to 128 of the characters A-Z a-z 0-9 _ -; can be used once across all routes',
  },
} as const

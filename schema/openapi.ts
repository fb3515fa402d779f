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
    { name: 'gateway', description: 'This document' },
    { name: 'token', description: 'Share tokens: metadata, pictures, token list' },
    { name: 'vault', description: 'Vaults: report, strategies, explore' },
    { name: 'lottery', description: 'The lottery: jackpots, entries, winners, free entries, marketplace documents' },
    { name: 'auction', description: 'Auctions of tokens: status, activity, bids' },
    { name: 'gauge', description: 'Gauge voting: epochs, vaults and their weights, votes' },
    { name: 'vetoken', description: 'Vote-escrow locks and their power' },
    { name: 'lpstrat', description: 'Liquidity strategies, their LP vaults and loans' },
    { name: 'build', description: 'Unsigned transactions: built and simulated here, signed and sent by the caller' },
    { name: 'cre', description: 'The workflow runtime: outputs, decisions, triggers; for machines alone' },
    { name: 'account', description: 'Sign-in of people (EIP-4361) and of agents (SIWA)' },
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
  'X-As-Of-Block': {
    description: 'Number of the block as of which the answer is right',
    schema: { type: 'string' },
    example: '23456789',
  },
} as const

/** How a caller shows who it is. */
export const SECURITY_SCHEMES = {
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: '__Host-session',
    description: 'Session of POST /auth/verify (EIP-4361)',
  },
  bearer: { type: 'http', scheme: 'bearer', description: 'The same session token as Authorization: Bearer' },
  siwaReceipt: {
    type: 'apiKey',
    in: 'header',
    name: 'X-SIWA-Receipt',
    description: 'Receipt of POST /auth/agent-verify',
  },
  erc8128: {
    type: 'apiKey',
    in: 'header',
    name: 'Signature',
    description: 'HTTP message signature by the receipt’s address (ERC-8128, RFC 9421), covering X-SIWA-Receipt',
  },
  cron: { type: 'http', scheme: 'bearer', description: 'Shared secret of the scheduler' },
  ingest: {
    type: 'http',
    scheme: 'bearer',
    description: 'Shared secret of the node provider; the bare secret in Authorization is taken too',
  },
  runtime: { type: 'http', scheme: 'bearer', description: 'API key of the workflow runtime' },
  runtimeSignature: {
    type: 'apiKey',
    in: 'header',
    name: 'X-CRE-Signature',
    description:
      'HMAC-SHA256 in hex over `<X-CRE-Timestamp>.<X-CRE-Nonce>.<RFC 8785 form of the body, {} without one>`; timestamp in unix milliseconds, nonce of 16 to 128 characters, good once',
  },
} as const

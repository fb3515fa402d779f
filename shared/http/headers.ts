/** Lower-case header names to values. */
export type HeaderTable = Record<string, string>

/** On every answer. */
const SECURITY: HeaderTable = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=63072000; includeSubDomains',
}

const EXPOSED =
  'ETag, Retry-After, RateLimit, RateLimit-Policy, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, X-Request-Id, X-Error-Code, X-As-Of-Block, X-Stale, WWW-Authenticate, Accept-Signature'

const ALLOWED_HEADERS =
  'Authorization, Content-Type, Content-Digest, If-None-Match, Signature, Signature-Input, X-Request-Id, X-SIWA-Receipt'

const PUBLIC: HeaderTable = { ...SECURITY, 'access-control-allow-origin': '*', 'access-control-expose-headers': EXPOSED }

/** An id of our own unless the caller brings a harmless one, so that an agent can follow its request through its logs. */
export const requestId = (given: string | null): string =>
  given !== null && /^[A-Za-z0-9._-]{8,64}$/.test(given) ? given : crypto.randomUUID()

/**
 * Security and CORS headers. A route that takes cookies echoes an allow-listed origin with credentials; all else is open
 * to any origin without credentials (Fetch standard, CORS protocol).
 */
export function baseHeaders(id: string, credentials?: { origin: string | null; trusted: ReadonlySet<string> }): HeaderTable {
  const headers: HeaderTable = { ...PUBLIC, 'x-request-id': id }
  if (!credentials) return headers
  headers['vary'] = 'Origin'
  if (credentials.origin !== null && credentials.trusted.has(credentials.origin)) {
    headers['access-control-allow-origin'] = credentials.origin
    headers['access-control-allow-credentials'] = 'true'
  }
  return headers
}

/** The answer to a CORS preflight. */
export const preflight = (headers: HeaderTable, allow: string): Response =>
  new Response(null, {
    status: 204,
    headers: {
      ...headers,
      allow,
      'access-control-allow-methods': allow,
      'access-control-allow-headers': ALLOWED_HEADERS,
      'access-control-max-age': '600',
    },
  })

import type { Deprecated, Operation } from '../../schema/operation.ts'
import type { Origins } from '../env/originsOf.ts'

/** Lower-case header names to values. */
export type HeaderTable = Record<string, string>

/** Response headers that scripts of other origins may read (Fetch standard, CORS protocol), besides the safelisted ones. */
const EXPOSED = [
  'A2A-Extensions, Accept-Signature, Deprecation, ETag, Idempotency-Replayed, Link, PAYMENT-REQUIRED, PAYMENT-RESPONSE, Preference-Applied',
  'RateLimit, RateLimit-Policy, Retry-After, Server-Timing, Sunset, WWW-Authenticate',
  'X-As-Of-Block, X-Error-Code, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, X-Request-Id, X-Stale',
  'X-Unknown-Parameters',
].join(', ')

/** Request headers that they may send. x402's fetch client sends `Access-Control-Expose-Headers` with a payment. */
const ALLOWED_HEADERS = [
  'A2A-Extensions, A2A-Version, Access-Control-Expose-Headers, Authorization, Content-Digest, Content-Type, Idempotency-Key, If-None-Match',
  'Last-Event-ID, MCP-Protocol-Version, Mcp-Method, Mcp-Name, Mcp-Session-Id, PAYMENT-SIGNATURE, Prefer, Signature, Signature-Input, traceparent',
  'X-IdP-Token, X-PAYMENT, X-Request-Id, X-SIWA-Receipt',
].join(', ')

/** On every answer: security headers, and access for any origin without credentials (Fetch standard, CORS protocol). */
const COMMON = new Headers({
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=63072000; includeSubDomains',
  'access-control-allow-origin': '*',
  'access-control-expose-headers': EXPOSED,
})

/** Further headers on top of others, by default the common ones. Copying built headers costs less than a table. */
export function withHeaders(own: HeaderTable, built: Headers = COMMON): Headers {
  const headers = new Headers(built)
  for (const name in own) headers.set(name, own[name] ?? '')
  return headers
}

/** Adds one more value to a header that is a list. */
export function addTo(headers: HeaderTable, name: string, value: string): void {
  headers[name] = headers[name] === undefined ? value : `${headers[name]}, ${value}`
}

/** A new id, unless the caller sends a harmless one, which lets an agent follow its request through its own logs. */
export const requestId = (given: string | null): string =>
  given !== null && /^[A-Za-z0-9._-]{8,64}$/.test(given) ? given : crypto.randomUUID()

/**
 * The headers of one answer besides the common ones: its id, and on a route that accepts cookies the echo of an allow-listed
 * origin with credentials.
 */
export function ownHeaders(id: string, credentials?: { origin: string | null; trusted: Origins }): HeaderTable {
  const headers: HeaderTable = { 'x-request-id': id }
  if (!credentials) return headers
  headers['vary'] = 'Origin'
  if (credentials.origin !== null && credentials.trusted.has(credentials.origin)) {
    headers['access-control-allow-origin'] = credentials.origin
    headers['access-control-allow-credentials'] = 'true'
  }
  return headers
}

/**
 * For every answer to an administrator, and of a private operation, good or bad: caches may not store it, and a cache that
 * does so all the same stores it for these credentials alone.
 */
export function makePrivate(headers: HeaderTable): void {
  if (headers['cache-control'] !== undefined) return
  headers['cache-control'] = 'private, no-store'
  addTo(headers, 'vary', 'Authorization, Cookie')
}

/**
 * The headers of an answer that the operation and the request decide: its id, CORS with credentials, deprecation, and who may store
 * it. Without an operation (an unknown path) the id alone.
 */
export function answerHeaders(
  operation: Operation | undefined,
  given: Headers,
  { trustedOrigins: trusted, baseUrl }: { readonly trustedOrigins: Origins; readonly baseUrl: string },
): HeaderTable {
  const id = requestId(given.get('x-request-id'))
  const { 'x-auth': auth, 'x-private': isPrivate, 'x-deprecated': deprecated } = operation ?? {}
  const credentials = takesCookie(operation) ? { origin: given.get('origin'), trusted } : undefined
  const own = ownHeaders(id, credentials)
  if (deprecated) Object.assign(own, deprecationHeaders(deprecated, baseUrl))
  if (auth === 'admin' || isPrivate) makePrivate(own)
  return own
}

/** Whether an answer may depend on the cookie of a browser. Only origins of ours may then send it. */
export const takesCookie = (operation: Operation | undefined): boolean =>
  operation !== undefined &&
  (operation['x-auth'] !== undefined || operation['x-auth-when'] !== undefined || operation.method === 'post')

/**
 * Headers of a deprecated operation: since when it is (RFC 9745 section 2.1), when its path may go (RFC 8594
 * section 3), where people read what to do instead (RFC 9745 section 3), and what comes after it (RFC 5829 section 3.4).
 *
 * @param baseUrl public base URL of the API, ending in /api
 */
function deprecationHeaders({ since, sunset, link, successor }: Deprecated, baseUrl: string): HeaderTable {
  const next = successor === undefined ? '' : `, <${baseUrl}${successor}>; rel="successor-version"`
  return {
    deprecation: `@${Date.parse(since) / 1000}`,
    sunset: new Date(sunset).toUTCString(),
    link: `<${new URL(link, baseUrl).href}>; rel="deprecation"${next}`,
  }
}

/** The answer to a CORS preflight. `further` are headers that this path takes besides. */
export const preflight = (headers: HeaderTable, allow: string, further: readonly string[] = []): Response =>
  new Response(null, {
    status: 204,
    headers: withHeaders({
      ...headers,
      allow,
      'access-control-allow-methods': allow,
      'access-control-allow-headers': [ALLOWED_HEADERS, ...further].join(', '),
      'access-control-max-age': '600',
    }),
  })

/** Headers of a request that go with every call that is made for it: families count it against its own budget. */
const PASSED_ON = ['cf-connecting-ip', 'x-request-id', 'traceparent'] as const

/** The named headers of a request, without absent ones. */
export const passedOn = (headers: Headers, names: readonly string[] = PASSED_ON): Record<string, string> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = headers.get(name)
      return value === null ? [] : [[name, value]]
    }),
  )

import type { Operation, Deprecated } from '../../schema/operation.ts'
import type { Context } from './handler.ts'
import { type HeaderTable, makePrivate, ownHeaders, requestId } from './headers.ts'

/**
 * The headers of an answer that the operation and the request decide: its id, CORS with credentials, deprecation, and who may store
 * it. Without an operation (an unknown path) the id alone.
 */
export function answerHeaders(
  operation: Operation | undefined,
  request: Request,
  { trustedOrigins: trusted, baseUrl }: Pick<Context, 'trustedOrigins' | 'baseUrl'>,
): HeaderTable {
  const id = requestId(request.headers.get('x-request-id'))
  const { 'x-auth': auth, 'x-private': isPrivate, 'x-deprecated': deprecated } = operation ?? {}
  const credentials = takesCookie(operation) ? { origin: request.headers.get('origin'), trusted } : undefined
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

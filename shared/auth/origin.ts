import type { Origins } from '../env/originsOf.ts'
import { ApiError } from '../errors/ApiError.ts'

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Refuses a request with a session cookie that has an unsafe method or otherwise `changes` data, unless it comes from the same
 * origin or a trusted one: browsers send cookies with requests from any page, and `SameSite` treats
 * every sub-domain and port as the same site. Credentials in headers are not sent automatically and need no such check.
 *
 * Source: Fetch Metadata (`Sec-Fetch-Site`), RFC 6454 (`Origin`). Throws forbidden_origin.
 */
export function requireTrustedOrigin(request: Request, trusted: Origins, changes = false): void {
  if (!changes && SAFE_METHODS.has(request.method)) return
  const origin = request.headers.get('origin')
  if (sameOrigin(request) || (origin !== null && trusted.has(origin))) return
  throw new ApiError('forbidden_origin', 'a request with the session cookie must come from a trusted origin')
}

/**
 * Refuses a request that a browser sends from a foreign page, and allows requests that no browser sent: for operations
 * that set or clear the cookie, where the request does not carry one yet. Throws forbidden_origin.
 */
export function refuseForeignOrigin(request: Request, trusted: Origins): void {
  const origin = request.headers.get('origin')
  if (isBrowserRequest(request) && !sameOrigin(request) && (origin === null || !trusted.has(origin))) {
    throw new ApiError('forbidden_origin', 'this operation accepts browser requests only from trusted origins')
  }
}

/** Whether a page of the same host sent the request. */
export const comesFromOwnPage = (request: Request, own: string): boolean =>
  sameOrigin(request) || request.headers.get('origin') === own

/** Whether the headers show that a page in a browser sent the request. */
export const isBrowserRequest = (request: Request): boolean =>
  request.headers.has('origin') || request.headers.has('sec-fetch-site')

const sameOrigin = (request: Request): boolean => request.headers.get('sec-fetch-site') === 'same-origin'

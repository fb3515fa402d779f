import type { Operation } from '../../schema/operation.ts'
import { ApiError } from '../errors/ApiError.ts'
import { type HeaderTable, ownHeaders, preflight, requestId, withHeaders } from './headers.ts'
import { operationUrl } from './operationUrl.ts'
import { cleanPath, type Route, RouteFinder } from './RouteFinder.ts'

/** A route that a request with a wrong path may mean. */
export interface KnownRoute extends Route {
  /** Absent of a document, and where only its id is known. */
  readonly operation?: Operation
  /** Absent of a document. */
  readonly operationId?: string
  /** The methods that its path accepts. */
  readonly allow: string
}

/** Answers requests to unknown paths. */
export interface UnknownPath {
  /** A redirect to the path without its extra slashes; undefined unless that is the path of a route. */
  redirect(request: Request, headersOf: (operation: Operation | undefined) => HeaderTable): Response | undefined
  /** The 404, which names the nearest route. */
  error(request: Request): ApiError
}

/** MCP clients look for OAuth metadata, which does not exist here. Suggesting another path would mislead them. */
const OAUTH = /^\/\.well-known\/o(auth|penid)-/
const NOTHING = 'no operation exists at this path'
/** The smallest document that leads to every operation. */
const LIST = '/.well-known/api-catalog lists the documents of all operations'
const nearest = ({ method, path }: KnownRoute): string => `the nearest is ${method} ${path}`

/**
 * Redirects (308) to a path of this host with the same query, so that clients repeat the request unchanged (RFC 9110, section
 * 15.4.9). Answers a preflight itself, because browsers do not follow its redirects.
 */
export function redirectTo(
  path: string,
  request: Request,
  allow: string,
  headers: HeaderTable = ownHeaders(requestId(request.headers.get('x-request-id'))),
): Response {
  if (request.method === 'OPTIONS') return preflight(headers, allow)
  const location = `${path}${new URL(request.url).search}`
  const all = withHeaders({ 'cache-control': 'public, max-age=3600', ...headers, location })
  return new Response(null, { status: 308, headers: all })
}

export function createUnknownPath(routes: readonly KnownRoute[]): UnknownPath {
  const finder = new RouteFinder(routes)
  return {
    redirect(request, headersOf) {
      const { pathname } = new URL(request.url)
      const route = finder.withoutSlash(pathname)
      return route && redirectTo(cleanPath(pathname), request, route.allow, headersOf(route.operation))
    },
    error(request) {
      const { pathname } = new URL(request.url)
      const below = finder.at(`/api${cleanPath(pathname)}`)
      if (below?.operationId)
        return new ApiError(
          'not_found',
          `${NOTHING}, because it lacks /api: the base URL of the API ends in /api. ${below.method} ${below.path}: ${operationUrl(below.operationId)}`,
        )
      const near = OAUTH.test(pathname) ? undefined : finder.nearest(request.method, pathname)
      if (!near?.operationId) return new ApiError('not_found', `${NOTHING}${near ? `; ${nearest(near)}` : ''}; ${LIST}`)
      return new ApiError('not_found', `${NOTHING}; ${nearest(near)}: ${operationUrl(near.operationId)}`)
    },
  }
}

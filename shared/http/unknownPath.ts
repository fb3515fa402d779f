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
  /**
   * The answer to a path that is one of ours but for a slash at its end, or two in a row: a redirect to that.
   */
  redirect(request: Request, headersOf: (operation: Operation | undefined) => HeaderTable): Response | undefined
  /** The 404, which names the nearest route. */
  error(request: Request): ApiError
}

/** Clients of MCP look for OAuth, which there is none of: another path would mislead them. */
const OAUTH = /^\/\.well-known\/o(auth|penid)-/
const NOTHING = 'no operation exists at this path'
/** The smallest document that leads to every operation. */
const LIST = '/.well-known/api-catalog lists the documents of all operations'
const nearest = ({ method, path }: KnownRoute): string => `the nearest is ${method} ${path}`

/**
 * 308 to a path of this host, with the query (RFC 9110, section 15.4.9), since a client then repeats the request as it is. A
 * preflight, which browsers do not redirect, is answered.
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

import type { Operation } from '../../schema/operation.ts'
import { ApiError } from '../errors/ApiError.ts'
import { type HeaderTable, preflight, withHeaders } from './headers.ts'
import { operationUrl } from './operationUrl.ts'
import { type Route, RouteFinder } from './RouteFinder.ts'

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
   * The answer to a path that is one of ours but for the slash at its end: 308 to that, with the query (RFC 9110, section
   * 15.4.9), since a client then repeats the request as it is. A preflight, which browsers do not redirect, is answered.
   */
  redirect(request: Request, headersOf: (operation: Operation | undefined) => HeaderTable): Response | undefined
  /** The 404, which names the nearest route. */
  error(request: Request): ApiError
}

const NOTHING = 'no operation exists at this path'
/** The smallest document that leads to every operation. */
const LIST = '/.well-known/api-catalog lists the documents of all operations'
const nearest = ({ method, path }: KnownRoute): string => `the nearest is ${method} ${path}`

export function createUnknownPath(routes: readonly KnownRoute[]): UnknownPath {
  const finder = new RouteFinder(routes)
  return {
    redirect(request, headersOf) {
      const { pathname, search } = new URL(request.url)
      const route = finder.withoutSlash(pathname)
      if (!route) return undefined
      const headers = headersOf(route.operation)
      if (request.method === 'OPTIONS') return preflight(headers, route.allow)
      const location = `${pathname.slice(0, -1)}${search}`
      return new Response(null, {
        status: 308,
        headers: withHeaders({ 'cache-control': 'public, max-age=3600', ...headers, location }),
      })
    },
    error(request) {
      const near = finder.nearest(request.method, new URL(request.url).pathname)
      if (!near?.operationId) return new ApiError('not_found', `${NOTHING}${near ? `; ${nearest(near)}` : ''}; ${LIST}`)
      return new ApiError('not_found', `${NOTHING}; ${nearest(near)}: ${operationUrl(near.operationId)}`)
    },
  }
}

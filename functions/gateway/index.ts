import { FAMILIES } from '../../schema/families.ts'
import { ApiError } from '../../shared/errors/ApiError.ts'
import { boundFamily } from '../../shared/deployment/askFamily.ts'
import { afterBody } from '../../shared/http/afterBody.ts'
import { errorResponse } from '../../shared/http/errorResponse.ts'
import { ownHeaders, requestId } from '../../shared/http/headers.ts'
import { plainDocument } from '../../shared/http/plainDocument.ts'
import { isTooLong } from '../../shared/http/readInput.ts'
import { logError } from '../../shared/log/logError.ts'
import { answerUnknownPath, familyOf } from './dispatch.ts'
import { redirectTo } from '../../shared/http/unknownPath.ts'
import { HOST_DOCUMENTS, MOVED } from './hostDocuments.ts'

/**
 * Its own and its families' bindings, kept as the runtime passes them in: every request passes here, so none is read
 * again.
 */
type RawEnv = Readonly<Record<string, unknown>> & { readonly BASE_URL: string }

/**
 * The gateway: dispatch by path if there is only one host name, documents of the host, and 404 for the rest. Its own operations, which
 * few requests are for, are loaded with the first of them.
 */
export default {
  async fetch(request: Request, env: RawEnv, ctx: ExecutionContext): Promise<Response> {
    if (isTooLong(request.url)) return afterBody(request, refuse(request, env, new ApiError('uri_too_long')))
    const family = familyOf(request.url, env)
    if (family) return family.fetch(request).catch((error: unknown) => unavailable(request, env, error))

    const { pathname } = new URL(request.url)
    if (isOwn(pathname)) return (await import('./serveOperations.ts')).serveOperations(request, env, ctx)
    const moved = MOVED.get(pathname)
    if (moved !== undefined) return afterBody(request, redirectTo(moved, request, 'GET, HEAD, OPTIONS'))
    const document = HOST_DOCUMENTS.get(pathname)
    if (!document) {
      const pages = prefersPage(request) ? boundFamily(env, 'SITE') : undefined
      if (pages) return pages.fetch(request).catch((error: unknown) => unavailable(request, env, error))
      return afterBody(request, answerUnknownPath(request, env.BASE_URL))
    }
    return afterBody(
      request,
      plainDocument(request, env.BASE_URL, () => document(env)),
    )
  },
}

/** Paths of the gateway's own operations. */
const isOwn = (pathname: string): boolean =>
  FAMILIES.gateway.some((prefix) => pathname === `/api${prefix}` || pathname.startsWith(`/api${prefix}/`))

/** Whether a browser opens a path outside of the API: a person may read its 404. */
const prefersPage = ({ url, headers }: Request): boolean =>
  headers.get('accept')?.startsWith('text/html') === true && !new URL(url).pathname.startsWith('/api/')

/** A family that does not answer at all: it is being deployed, or over its limits. */
function unavailable(request: Request, env: RawEnv, error: unknown): Response {
  logError('warn', 'family_unavailable', error)
  return refuse(request, env, new ApiError('family_unavailable', 'the Worker of this path does not respond; try again'))
}

const refuse = (request: Request, { BASE_URL: baseUrl }: RawEnv, error: ApiError): Response =>
  errorResponse(error, ownHeaders(requestId(request.headers.get('x-request-id'))), { request, baseUrl })

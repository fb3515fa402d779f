import { lines } from 'virtual:routes'
import { FAMILIES } from '../../schema/families.ts'
import { HOST_PATHS } from '../../schema/hostPaths.ts'
import { errorResponse } from '../../shared/http/errorResponse.ts'
import { ownHeaders, requestId } from '../../shared/http/headers.ts'
import { logRequest } from '../../shared/http/logRequest.ts'
import { createUnknownPath, type KnownRoute } from '../../shared/http/unknownPath.ts'
import { readTrace } from '../../shared/log/Trace.ts'
import { HOST_DOCUMENTS } from './hostDocuments.ts'
import { FAMILY_READS } from '../../shared/http/familyReads.ts'
import { boundFamily } from '../../shared/deployment/askFamily.ts'

/** Maps the first path segments after the host to the binding of the family that answers them. */
const OWNERS = new Map<string, string>([
  ...Object.entries(FAMILIES).flatMap(([family, prefixes]) =>
    prefixes.map((prefix) => [`/api${prefix}`, family.toUpperCase()] as const),
  ),
  ...Object.entries(HOST_PATHS).flatMap(([family, paths]) =>
    paths.map((path) => [path, family.toUpperCase()] as const),
  ),
])

/** The Worker that answers a URL, if a family owns it and is bound. Every request passes here, so nothing is parsed. */
export function familyOf(url: string, env: Readonly<Record<string, unknown>>): Fetcher | undefined {
  const owner = ownerOf(url)
  return owner === undefined ? undefined : boundFamily(env, owner)
}

/** The binding of the family that owns a URL. A URL of requests within the deployment is nobody's. */
export const ownerOf = (url: string): string | undefined =>
  url.startsWith(FAMILY_READS) ? undefined : OWNERS.get(prefixOf(url))

/** Below these the next segment decides who answers. */
const ROOTS = ['/api/v1/', '/api/', '/.well-known/']

/** `/api/v1/<segment>`, `/api/<segment>`, or `/<segment>` outside of the API; nothing where the segment is empty and more follows. */
function prefixOf(url: string): string {
  const from = url.indexOf('/', url.indexOf('//') + 2)
  const root = ROOTS.find((one) => url.startsWith(one, from)) ?? '/'
  let end = from + root.length
  if (url[end] === '/') return ''
  while (end < url.length && url[end] !== '/' && url[end] !== '?' && url[end] !== '#') end++
  return url.slice(from, end)
}

const documents = [...HOST_DOCUMENTS.keys(), ...HOST_PATHS.site].map((path) => `GET ${path}`)

/** Routes that a 404 of the gateway may name: those of the families, and the documents of the host. */
const ELSEWHERE: readonly KnownRoute[] = [...lines.split('\n'), ...documents].map((line) => {
  const [method = '', path = '', operationId] = line.split(' ')
  return { method, path, allow: `${method}, OPTIONS`, ...(operationId ? { operationId } : {}) }
})

const unknownPath = createUnknownPath(ELSEWHERE)

/** The answer where nobody owns the path: a redirect if a slash at its end is too much, else 404 with the nearest route. */
export function answerUnknownPath(request: Request, baseUrl: string): Response {
  const id = requestId(request.headers.get('x-request-id'))
  const headers = ownHeaders(id)
  const response =
    unknownPath.redirect(request, () => headers) ??
    errorResponse(unknownPath.error(request), headers, { request, baseUrl })
  return logRequest(response, { id, minBlock: undefined, trace: readTrace(request.headers) }, 0, 'info')
}

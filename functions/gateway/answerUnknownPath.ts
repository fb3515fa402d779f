import { errorResponse } from '../../shared/http/errorResponse.ts'
import { ownHeaders, requestId } from '../../shared/http/headers.ts'
import { logRequest } from '../../shared/http/logRequest.ts'
import { createUnknownPath, type KnownRoute } from '../../shared/http/unknownPath.ts'
import { readTrace } from '../../shared/log/Trace.ts'
import { lines } from 'virtual:routes'
import { HOST_PATHS } from '../../schema/families.ts'
import { HOST_DOCUMENTS } from './hostDocuments.ts'

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

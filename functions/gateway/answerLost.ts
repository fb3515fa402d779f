import { errorResponse } from '../../shared/http/errorResponse.ts'
import { ownHeaders, requestId } from '../../shared/http/headers.ts'
import { logRequest } from '../../shared/http/logRequest.ts'
import { createLostPath } from '../../shared/http/lostPath.ts'
import { readTrace } from '../../shared/log/Trace.ts'
import { ELSEWHERE } from './elsewhere.ts'

const lost = createLostPath(ELSEWHERE)

/** The answer where nobody owns the path: a redirect if a slash at its end is too much, else 404 with the nearest route. */
export function answerLost(request: Request, baseUrl: string): Response {
  const id = requestId(request.headers.get('x-request-id'))
  const headers = ownHeaders(id)
  const response =
    lost.redirect(request, () => headers) ?? errorResponse(lost.error(request), headers, { request, baseUrl })
  return logRequest(response, { id, minBlock: undefined, trace: readTrace(request.headers) }, 0, 'info')
}

import { requestScope } from '../log/requestScope.ts'
import { errorResponse } from './errorResponse.ts'
import { ownHeaders, requestId } from './headers.ts'

/** What `open` makes of a Worker's environment, or the answer to the request where a variable is wrong. */
export function orRefuse<T>(request: Request, open: () => T): T | Response {
  try {
    return open()
  } catch (error) {
    const id = requestId(request.headers.get('x-request-id'))
    return requestScope.run({ id, minBlock: undefined }, () =>
      errorResponse(error, ownHeaders(id), { request, baseUrl: '' }),
    )
  }
}

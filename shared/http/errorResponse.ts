import { codesOf } from '../../schema/codesOf.ts'
import { ApiError } from '../errors/ApiError.ts'
import { log } from '../log/log.ts'
import { logError } from '../log/logError.ts'
import { requestScope } from '../log/requestScope.ts'
import { type FailedRequest, errorForm } from './errorForm.ts'
import { ownHeaders, requestId, type HeaderTable } from './headers.ts'

/**
 * The answer to an error in the form that its client prefers (errorForm.ts), once it has been logged. A code that the
 * operation does not declare is still sent, and logged as undeclared_error, which fails tests.
 */
export function errorResponse(error: unknown, headers: HeaderTable, failed?: FailedRequest): Response {
  const known = error instanceof ApiError ? error : new ApiError('internal_error')
  // The cause goes only to the Worker's log; exception texts are never sent.
  if (known !== error) logError('error', 'internal_error', error)
  const operation = failed?.operation
  if (operation && !codesOf(operation).has(known.code)) log('error', 'undeclared_error', { code: known.code })
  return errorForm(known, headers, failed)
}

/** Opens a Worker's environment; answers the request with an error if a variable is wrong. */
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

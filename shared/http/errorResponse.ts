import { ERRORS } from '../../schema/errors.ts'
import { ApiError } from '../errors/ApiError.ts'
import { logError } from '../log/logError.ts'
import { withHeaders, type HeaderTable } from './headers.ts'

/**
 * The error envelope `{success:false,error}`, exactly these two properties, with `X-Error-Code`, `no-store`, and
 * `Retry-After` where the catalogue says that waiting helps (RFC 9110 section 10.2.3).
 */
export function errorResponse(error: unknown, headers: HeaderTable): Response {
  const known = error instanceof ApiError ? error : new ApiError('internal_error')
  // The cause goes to the Worker's log alone; no exception text leaves.
  if (known !== error) logError('error', 'internal_error', error)
  const entry = ERRORS[known.code]
  return new Response(JSON.stringify({ success: false, error: known.message }), {
    status: entry.status,
    headers: withHeaders({
      ...headers,
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'x-error-code': known.code,
      // A 401 always says how to authenticate (RFC 9110 section 15.5.2).
      ...(entry.status === 401 ? { 'www-authenticate': 'SIWA, ERC8128' } : {}),
      ...(entry.retryAfter === undefined ? {} : { 'retry-after': String(entry.retryAfter) }),
      ...known.headers,
    }),
  })
}

import { codesOf } from '../../schema/codesOf.ts'
import { ERRORS } from '../../schema/errors.ts'
import type { Operation } from '../../schema/operation.ts'
import { ApiError } from '../errors/ApiError.ts'
import { log } from '../log/log.ts'
import { logError } from '../log/logError.ts'
import { withHeaders, type HeaderTable } from './headers.ts'

/**
 * The error envelope `{success:false,error}`, exactly these two properties, with `X-Error-Code`, `no-store`, and
 * `Retry-After` if the catalogue says that a retry helps (RFC 9110 section 10.2.3). A code that the operation does not
 * declare is still sent, and logged as undeclared_error, which fails tests.
 */
export function errorResponse(error: unknown, headers: HeaderTable, operation?: Operation): Response {
  const known = error instanceof ApiError ? error : new ApiError('internal_error')
  // The cause goes only to the Worker's log; exception texts are never sent.
  if (known !== error) logError('error', 'internal_error', error)
  if (operation && !codesOf(operation).has(known.code)) log('error', 'undeclared_error', { code: known.code })
  const { status, retry } = ERRORS[known.code]
  return new Response(JSON.stringify({ success: false, error: known.message }), {
    status,
    headers: withHeaders({
      'cache-control': 'no-store',
      ...headers,
      'content-type': 'application/json; charset=utf-8',
      'x-error-code': known.code,
      // A 401 always says how to authenticate (RFC 9110 section 15.5.2).
      ...(status === 401 ? { 'www-authenticate': 'SIWA, ERC8128' } : {}),
      ...(typeof retry === 'number' ? { 'retry-after': String(retry) } : {}),
      ...known.headers,
    }),
  })
}

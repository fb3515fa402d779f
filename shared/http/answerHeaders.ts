import type { Operation } from '../../schema/operation.ts'
import { deprecationHeaders } from './deprecationHeaders.ts'
import type { Context } from './handler.ts'
import { type HeaderTable, makePrivate, ownHeaders, requestId } from './headers.ts'

/**
 * The headers of an answer that the operation and the request decide: its id, CORS with credentials, deprecation, and who may store
 * it. Without an operation (an unknown path) the id alone.
 */
export function answerHeaders(
  operation: Operation | undefined,
  request: Request,
  { trustedOrigins: trusted, baseUrl }: Pick<Context, 'trustedOrigins' | 'baseUrl'>,
): HeaderTable {
  const id = requestId(request.headers.get('x-request-id'))
  const { 'x-auth': auth, 'x-private': isPrivate, 'x-deprecated': deprecated } = operation ?? {}
  const credentials = takesCookie(operation) ? { origin: request.headers.get('origin'), trusted } : undefined
  const own = ownHeaders(id, credentials)
  if (deprecated) Object.assign(own, deprecationHeaders(deprecated, baseUrl))
  if (auth === 'admin' || isPrivate) makePrivate(own)
  return own
}

/** Whether an answer may depend on the cookie of a browser. Only origins of ours may then send it. */
export const takesCookie = (operation: Operation | undefined): boolean =>
  operation !== undefined &&
  (operation['x-auth'] !== undefined || operation['x-auth-when'] !== undefined || operation.method === 'post')

import { ApiError } from '../errors/ApiError.ts'
import { errorResponse } from './errorResponse.ts'
import { ownHeaders, preflight, requestId, withHeaders, type HeaderTable } from './headers.ts'

/** What a plain document answers: a body and its headers, Content-Type among them. */
export interface PlainDocument {
  readonly body: string
  readonly headers: HeaderTable
}

/**
 * Answers with a document that is not an operation of the contract: GET and HEAD, a preflight to OPTIONS, 405 with `Allow` to
 * anything else (RFC 9110 section 15.5.6). It costs no budget and knows no credentials.
 */
export async function plainDocument(
  request: Request,
  make: () => PlainDocument | Promise<PlainDocument>,
): Promise<Response> {
  const headers = ownHeaders(requestId(request.headers.get('x-request-id')))
  const allow = 'GET, HEAD, OPTIONS'
  if (request.method === 'OPTIONS') return preflight(headers, allow)
  try {
    if (request.method !== 'GET' && request.method !== 'HEAD')
      throw new ApiError('method_not_allowed', `this path accepts ${allow}`, { allow })
    const document = await make()
    return new Response(request.method === 'HEAD' ? null : document.body, {
      headers: withHeaders({ ...headers, ...document.headers }),
    })
  } catch (error) {
    return errorResponse(error, headers)
  }
}

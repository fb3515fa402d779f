import { ApiError } from '../errors/ApiError.ts'
import { errorResponse } from './errorResponse.ts'
import { logRequest } from './logRequest.ts'
import { ownHeaders, preflight, requestId, withHeaders, type HeaderTable } from './headers.ts'

/** The content of a plain document: a body and its headers, including Content-Type. */
export interface PlainDocument {
  readonly body: string
  readonly headers: HeaderTable
}

/**
 * Answers with a document that is not an operation of the contract: GET and HEAD, a preflight for OPTIONS, 405 with
 * `Allow` for anything else (RFC 9110 section 15.5.6). It costs no budget and ignores credentials.
 */
export async function plainDocument(
  request: Request,
  make: () => PlainDocument | Promise<PlainDocument>,
): Promise<Response> {
  const id = requestId(request.headers.get('x-request-id'))
  const headers = ownHeaders(id)
  const from = Date.now()
  // There are many of these, and they cost nothing.
  const logged = (response: Response) =>
    logRequest(response, { id, minBlock: undefined }, Date.now() - from, response.ok ? 'debug' : 'info')
  const allow = 'GET, HEAD, OPTIONS'
  if (request.method === 'OPTIONS') return logged(preflight(headers, allow))
  try {
    if (request.method !== 'GET' && request.method !== 'HEAD')
      throw new ApiError('method_not_allowed', `this path accepts ${allow}`, { allow })
    const document = await make()
    return logged(
      new Response(request.method === 'HEAD' ? null : document.body, {
        headers: withHeaders({ ...headers, ...document.headers }),
      }),
    )
  } catch (error) {
    return logged(errorResponse(error, headers))
  }
}

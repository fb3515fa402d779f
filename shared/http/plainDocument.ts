import { ApiError } from '../errors/ApiError.ts'
import { errorResponse } from './errorResponse.ts'
import { readTrace } from '../log/Trace.ts'
import { logRequest } from './logRequest.ts'
import { isKnown } from './send.ts'
import { ownHeaders, preflight, requestId, withHeaders, type HeaderTable } from './headers.ts'

/** The content of a plain document: a body and its headers, including Content-Type; one with an ETag is answered 304. */
export interface PlainDocument {
  readonly body: string | ReadableStream
  readonly headers: HeaderTable
  /** Default 200: a page may say that there is nothing, or that it could not be read. */
  readonly status?: number
  /** Its own Content-Security-Policy says who may frame it: X-Frame-Options, which can only deny, is left out. */
  readonly isFramed?: true
}

export type MakeDocument = () => PlainDocument | Promise<PlainDocument>

/**
 * Answers with a document that is not an operation of the contract: GET and HEAD, a preflight for OPTIONS, 405 with
 * `Allow` for anything else (RFC 9110 section 15.5.6). It costs no budget and ignores credentials.
 */
export async function plainDocument(request: Request, baseUrl: string, make: MakeDocument): Promise<Response> {
  const id = requestId(request.headers.get('x-request-id'))
  const headers = ownHeaders(id)
  const from = Date.now()
  // There are many of these, and they cost nothing.
  const logged = (response: Response) =>
    logRequest(
      response,
      { id, minBlock: undefined, trace: readTrace(request.headers) },
      Date.now() - from,
      response.ok ? 'debug' : 'info',
    )
  const allow = 'GET, HEAD, OPTIONS'
  if (request.method === 'OPTIONS') return logged(preflight(headers, allow))
  try {
    if (request.method !== 'GET' && request.method !== 'HEAD')
      throw new ApiError('method_not_allowed', `this path accepts ${allow}`, { allow })
    const document = await make()
    const all = withHeaders({ ...headers, ...document.headers })
    if (document.isFramed) all.delete('x-frame-options')
    const { status = 200 } = document
    const known = status === 200 && isKnown(request, all)
    if (known) all.delete('content-type')
    if (!known && request.method === 'GET') return logged(new Response(document.body, { status, headers: all }))
    if (typeof document.body !== 'string') await document.body.cancel()
    return logged(new Response(null, { status: known ? 304 : status, headers: all }))
  } catch (error) {
    return logged(errorResponse(error, headers, { request, baseUrl }))
  }
}

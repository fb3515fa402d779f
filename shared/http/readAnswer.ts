import { ApiError } from '../errors/ApiError.ts'
import { requestScope } from '../log/requestScope.ts'
import { readText } from '../text/readBounded.ts'
import { errorResponse } from './errorResponse.ts'
import { ownHeaders, passedOn, requestId } from './headers.ts'

/** Headers of a request for a batch that each of its reads has too, beside the id. None of them is a credential. */
const PASSED = ['accept', 'cf-connecting-ip', 'traceparent']

/** The headers of each read of a batch. */
export function readHeaders({ headers }: Request): Record<string, string> {
  const { id = requestId(headers.get('x-request-id')) } = requestScope.getStore() ?? {}
  return { ...passedOn(headers, PASSED), 'x-request-id': id }
}

/** An error in the place of the answer to a read. */
export const refuseRead = (read: Request, baseUrl: string, error: unknown): Response =>
  errorResponse(error, ownHeaders(requestId(read.headers.get('x-request-id'))), { request: read, baseUrl })

/** Bytes of all answers of a batch by one Worker. */
const MOST_BYTES = 4 * 1024 * 1024

/** Headers of an answer that matter to who reads it in a batch. */
const HEADERS = [
  'content-type',
  'etag',
  'x-error-code',
  'retry-after',
  'x-unknown-parameters',
  'location',
  'deprecation',
  'sunset',
]

/** Number of the block of an answer in an envelope. */
const BLOCK = /^\{"success":true,"data":\{"asOf":\{[^{}]*?"blockNumber":"(\d+)"/

/** Writes answers as members of a batch's answer, as long as there is room for them. */
export function createAnswerWriter(baseUrl: string) {
  let left = MOST_BYTES
  return async (response: Response, read: Request): Promise<string> => {
    const refuse = (detail: string) =>
      written(refuseRead(read, baseUrl, new ApiError('invalid_request', detail)), MOST_BYTES)
    if (response.ok && !isJson(response)) {
      await response.body?.cancel()
      return refuse('this path does not answer with JSON; request it by itself')
    }
    const text = await written(response, left).catch(() =>
      refuse('the answers of this batch are too long; request this path by itself'),
    )
    left -= text.length
    return text
  }
}

/** JSON with the body of an answer byte for byte. Throws for one of more bytes. */
async function written(response: Response, most: number): Promise<string> {
  const { status, headers } = response
  const body = isJson(response) ? await readText(response, most) : 'null'
  const block = headers.get('x-as-of-block') ?? BLOCK.exec(body)?.[1] ?? null
  const own = passedOn(headers, HEADERS)
  return `{"status":${status},"blockNumber":${JSON.stringify(block)},"headers":${JSON.stringify(own)},"body":${body}}`
}

const isJson = ({ headers }: Response): boolean => /[/+]json\b/.test(headers.get('content-type') ?? '')

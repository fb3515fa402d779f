import { parseAccept } from 'hono/utils/accept'
import { ERRORS } from '../../schema/errors.ts'
import type { Operation } from '../../schema/operation.ts'
import type { ApiError } from '../errors/ApiError.ts'
import { explainRefusal } from './explainRefusal.ts'
import { addTo, withHeaders, type HeaderTable } from './headers.ts'
import { operationUrl } from './operationUrl.ts'
import { problemOf } from './problemOf.ts'

/** The request that an error answers. */
export interface FailedRequest {
  readonly request: Request
  /** Public base URL of the API; the entries of the catalogue are on its host. */
  readonly baseUrl: string
  /** Absent where none was found. */
  readonly operation?: Operation | undefined
}

/**
 * The error envelope `{success:false,error}`, exactly these two properties, or problem details (RFC 9457) for a client that
 * prefers them; with `X-Error-Code`, `no-store`, links to the entry of the catalogue and to the document of the operation
 * (RFC 8631), and `Retry-After` if the catalogue says after how long a retry helps (RFC 9110 section 10.2.3). Without a
 * `failed` request, as in the provisioner, it is always the envelope.
 */
export function errorForm(error: ApiError, headers: HeaderTable, failed?: FailedRequest): Response {
  if (!failed) return written(error, { ...headers, ...error.headers }, envelopeOf(error))
  const { request, baseUrl, operation } = failed
  const explained = operation ? explainRefusal(error, operation, request, baseUrl) : error
  const host = URL.parse(baseUrl)?.origin ?? ''
  const entry = `${host}/docs/errors/${error.code}`
  const own = { ...headers, ...explained.headers }
  if (operation) addTo(own, 'link', `<${host}${operationUrl(operation.operationId)}>; rel="service-desc"`)
  addTo(own, 'link', `<${entry}>; rel="help"`)
  addTo(own, 'vary', 'Accept')
  if (!prefersProblem(request.headers.get('accept'))) return written(error, own, envelopeOf(explained))
  const requestId = headers['x-request-id'] ?? ''
  const problem = problemOf(explained, { type: entry, requestId, operation })
  return written(error, { ...own, 'content-type': 'application/problem+json' }, problem)
}

const envelopeOf = ({ message }: ApiError) => ({ success: false, error: message })

function written({ code }: ApiError, headers: HeaderTable, body: object): Response {
  const { status, retry } = ERRORS[code]
  return new Response(JSON.stringify(body), {
    status,
    headers: withHeaders({
      'cache-control': 'no-store',
      'content-type': 'application/json; charset=utf-8',
      'x-error-code': code,
      ...(typeof retry === 'number' ? { 'retry-after': String(retry) } : {}),
      ...headers,
    }),
  })
}

const PROBLEM = 'application/problem+json'
/** Less specific ranges, which name no form of an error by themselves. */
const JSON_RANGES = ['application/json', 'application/*', '*/*']
const MOST_LENGTH = 1024

/**
 * Whether a client wants errors as problem details: it names them, and JSON with no higher quality (RFC 9110, section
 * 12.5.1). A wildcard alone leaves the envelope.
 */
export function prefersProblem(accept: string | null): boolean {
  if (accept === null || accept.length > MOST_LENGTH || !/application\/problem\+json/i.test(accept)) return false
  // Of a range that is named twice the higher quality counts, which comes first.
  const ranges = parseAccept(accept).toReversed()
  const qualities = new Map(ranges.map(({ type, q }) => [type.toLowerCase(), q]))
  const wanted = qualities.get(PROBLEM) ?? 0
  const json = JSON_RANGES.find((range) => qualities.has(range)) ?? ''
  return wanted > 0 && wanted >= (qualities.get(json) ?? 0)
}

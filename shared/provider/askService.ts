import type * as z from 'zod'
import type { ProviderName } from '../../schema/providers.ts'
import { requestScope } from '../log/requestScope.ts'
import { traceparentOf } from '../log/Trace.ts'
import { parseJson } from '../text/json.ts'
import { readWhole } from '../text/readBounded.ts'
import { observed } from './observed.ts'
import { parseProvider, ProviderFailure, toProviderFailure } from './ProviderFailure.ts'
import { retryAfterOf } from './retryAfterOf.ts'
import { retryThrottled } from './retryThrottled.ts'

export interface ServiceRequest {
  /** Whose state GET /v1/status shows by what this request shows; null where nobody watches. */
  readonly provider: ProviderName | null
  /** The URL itself, or with `path` the base of it, with or without a slash at its end. */
  readonly url: string
  /** From its slash on, with the query. */
  readonly path?: string
  /** Further headers; `accept` is JSON by default. */
  readonly headers?: Readonly<Record<string, string>>
  /** A token (RFC 6750). */
  readonly bearer?: string | undefined
  /** User and password (RFC 7617). */
  readonly basic?: readonly [user: string, password: string]
  /** Makes it a POST of JSON. */
  readonly json?: unknown
  /** Makes it a POST of something else, whose content type is among the headers or its own. */
  readonly body?: string | Uint8Array | FormData
  /** For the whole answer; 5 000 unless there is a signal. */
  readonly timeoutMs?: number
  /** Ends it, too. */
  readonly signal?: AbortSignal
  /** 256 KiB by default. */
  readonly maxBytes?: number
  /** The statuses whose bodies are answers; 200 by default. */
  readonly answers?: readonly number[] | ((status: number) => boolean)
  /** Sending it again is safe: throttled, it is sent up to twice more. */
  readonly isRepeatable?: boolean
}

export interface ServiceAnswer {
  readonly status: number
  readonly headers: Headers
  readonly bytes: Uint8Array
}

const TIMEOUT_MS = 5000
const MAX_BYTES = 262_144
/** The request itself is wrong; other 4xx are about the key, the path or the account, so about every request. */
const REFUSALS = [400, 413, 422]

/** The answer to a request, read up to a bound, without redirects. Throws ProviderFailure. */
export function askService(request: ServiceRequest): Promise<ServiceAnswer> {
  const signal = signalOf(request)
  const ask = async (): Promise<ServiceAnswer> => {
    const response = await open(request, signal)
    const reading = readWhole(response, request.maxBytes ?? MAX_BYTES)
    return { status: response.status, headers: response.headers, bytes: await toProviderFailure(reading, signal) }
  }
  const once = () => observed({ ...request, signal }, ask, statusOf)
  return request.isRepeatable ? retryThrottled(once, signal) : once()
}

/** The JSON of the answer to a request. Throws ProviderFailure, also if it is of another shape. */
export const askJson = async <T extends z.ZodType>(request: ServiceRequest, shape: T): Promise<z.output<T>> =>
  parseProvider(shape, jsonOf(await askService(request)))

/** The same, or null where the service answers 404. Throws ProviderFailure. */
export async function askJsonOrNull<T extends z.ZodType>(
  request: ServiceRequest,
  shape: T,
): Promise<z.output<T> | null> {
  const answer = await askService({ answers: [200, 404], ...request })
  return answer.status === 404 ? null : parseProvider(shape, jsonOf(answer))
}

/** The answer to a request with its body still to be read, which the caller bounds. Throws ProviderFailure. */
export function openService(request: ServiceRequest): Promise<Response> {
  const signal = signalOf(request)
  return observed({ ...request, signal }, () => open(request, signal), statusOf)
}

const statusOf = ({ status }: { readonly status: number }): number => status

async function open(request: ServiceRequest, signal: AbortSignal): Promise<Response> {
  const { answers = [200] } = request
  const response = await toProviderFailure(
    fetch(urlOf(request), { ...initOf(request), redirect: 'manual', signal }),
    signal,
  )
  const { status, headers, body } = response
  if (typeof answers === 'function' ? answers(status) : answers.includes(status)) return response
  void body?.cancel().catch(() => {})
  const kind = status === 429 ? 'throttled' : REFUSALS.includes(status) ? 'refused' : 'failed'
  throw new ProviderFailure(kind, `status ${status}`, { status, retryAfter: retryAfterOf(headers) })
}

const urlOf = ({ url, path }: ServiceRequest): string =>
  path === undefined ? url : `${url.replace(/(?<!\/)\/+$/, '')}${path}`

function initOf({ headers, bearer, basic, json, body }: ServiceRequest): RequestInit {
  const sent = json === undefined ? body : JSON.stringify(json)
  const trace = requestScope.getStore()?.trace
  return {
    ...(sent === undefined ? {} : { method: 'POST', body: sent }),
    headers: {
      accept: 'application/json',
      ...(json === undefined ? {} : { 'content-type': 'application/json' }),
      ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
      ...(basic === undefined ? {} : { authorization: `Basic ${base64(basic.join(':'))}` }),
      ...(trace ? { traceparent: traceparentOf(trace) } : {}),
      ...headers,
    },
  }
}

function signalOf({ signal, timeoutMs }: ServiceRequest): AbortSignal {
  if (signal && timeoutMs === undefined) return signal
  const late = AbortSignal.timeout(timeoutMs ?? TIMEOUT_MS)
  return signal ? AbortSignal.any([signal, late]) : late
}

/** The JSON of an answer. Throws ProviderFailure. */
export function jsonOf({ status, bytes }: ServiceAnswer): unknown {
  try {
    return parseJson(bytes)
  } catch {
    throw new ProviderFailure('failed', 'no JSON', { status })
  }
}

const base64 = (text: string): string => btoa(String.fromCharCode(...new TextEncoder().encode(text)))

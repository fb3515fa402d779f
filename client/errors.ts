import type { CodeOf } from './Operation.ts'

/** A part of a request that the API refused. */
export interface FieldProblem {
  /** JSON pointer as a URI fragment (RFC 6901, section 6) into `{path, query, header, body}` of the request. */
  readonly pointer: string
  readonly problem: string
}

/** An error as the API describes it (RFC 9457, `application/problem+json`). */
export interface ProblemDetails<Code extends string = string> {
  readonly code: Code
  readonly status: number
  readonly detail: string
  readonly fix: string
  readonly retryable: boolean
  readonly fields?: readonly FieldProblem[]
  readonly requestId?: string
  /** URL of the entry of the code in the error catalogue. */
  readonly type?: string
}

/** The API answered with an error. */
export class ApiError<Code extends string = string> extends Error {
  override readonly name = 'ApiError'
  /** Stable code in snake_case. */
  readonly code: Code
  /** HTTP status. */
  readonly status: number
  readonly fix: string
  /** Whether the same request may succeed later. */
  readonly retryable: boolean
  /** Seconds until then, from `Retry-After`; undefined if the API does not say. */
  readonly retryAfter: number | undefined
  /** Refused parts of the request; empty if the error names none. */
  readonly fields: readonly FieldProblem[]
  /** `X-Request-Id` of the answer, for the operator. */
  readonly requestId: string | undefined
  /** URL of the entry of the code in the error catalogue. */
  readonly help: string | undefined
  /** Headers of the answer. */
  readonly headers: Headers

  constructor(problem: ProblemDetails<Code>, headers: Headers) {
    super(`${problem.code}: ${problem.detail}`)
    this.code = problem.code
    this.status = problem.status
    this.fix = problem.fix
    this.retryable = problem.retryable
    this.fields = problem.fields ?? []
    this.requestId = problem.requestId
    this.help = problem.type
    this.headers = headers
    this.retryAfter = secondsOf(headers)
  }
}

/**
 * The API gave no usable answer: the connection failed, the time-out passed, or something else answered, such as a proxy. It is unknown
 * whether a write was carried out: repeat it with the same `idempotencyKey`.
 */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError'
  /** Whether the same request may succeed later. */
  readonly retryable: boolean
  /** Seconds until then, from `Retry-After` of a proxy; undefined if nobody says. */
  readonly retryAfter: number | undefined

  constructor(message: string, options: { cause?: unknown; retryable?: boolean; headers?: Headers } = {}) {
    super(message, { cause: options.cause })
    this.retryable = options.retryable ?? true
    this.retryAfter = options.headers && secondsOf(options.headers)
  }
}

/** `Retry-After` (RFC 9110, section 10.2.3), in seconds, as a number of them or as a date. */
function secondsOf(headers: Headers): number | undefined {
  const stated = headers.get('retry-after') ?? ''
  const seconds = /^\d+$/.test(stated) ? Number(stated) : (Date.parse(stated) - Date.now()) / 1000
  return Number.isNaN(seconds) ? undefined : Math.max(seconds, 0)
}

/** Returns whether an error is an answer of the API. With an operation, `code` has the type of that operation's codes. */
export function isApiError<Of = { readonly codes?: string }>(
  error: unknown,
  _operation?: Of,
): error is ApiError<CodeOf<Of>> {
  return error instanceof ApiError
}

import { ERRORS, type ErrorCode } from '../../schema/errors.ts'

/**
 * The fault of one part of a request. `pointer` is a JSON pointer as a URI fragment (RFC 6901, section 6) into the
 * request as `{path, query, header, body}`: `#/query/minBlock`, `#/body/calls/0/to`.
 */
export interface FieldProblem {
  readonly pointer: string
  readonly problem: string
}

/** Which credential of a request is refused, and by what name its scheme knows the reason. */
export interface Refusal {
  readonly scheme: 'Bearer' | 'SIWA' | 'ERC8128' | 'HMAC'
  /** Realm of the credential, if an operation takes two of a scheme. */
  readonly realm?: string
  /** RFC 6750, section 3.1, or the codes of ERC-8128. */
  readonly error: string
  /** The scope that a token needs (RFC 6750, section 3). */
  readonly scope?: string
}

interface About {
  /** All faults of the request; where absent, the detail names the one. */
  readonly fields?: readonly FieldProblem[]
  /** Of a 401, and of a signature that cannot be read; absent where there is no credential. */
  readonly refusal?: Refusal
}

/**
 * An error of the catalogue (schema/errors.ts): the only kind that a handler throws. `detail` names the field and says
 * what to change; it is sent to the client, so it must not contain upstream texts or secrets.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly code: ErrorCode
  readonly detail: string | undefined
  /** Further response headers (`Allow`, `Retry-After` …). */
  readonly headers: Readonly<Record<string, string>>
  readonly about: About

  constructor(
    code: ErrorCode,
    detail: string | undefined = ERRORS[code].text,
    headers: Record<string, string> = {},
    about: About = {},
  ) {
    super(detail === undefined ? code : `${code}: ${detail}`)
    this.code = code
    this.detail = detail
    this.headers = headers
    this.about = about
  }

  get status(): number {
    return ERRORS[this.code].status
  }
}

/** Whether an error says that no chain node delivered what was requested: an attribute of its code in the catalogue. */
export const isOutage = (error: unknown): error is ApiError =>
  error instanceof ApiError && ERRORS[error.code].outage === true

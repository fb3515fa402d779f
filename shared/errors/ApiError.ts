import { ERRORS, type ErrorCode } from '../../schema/errors.ts'

/**
 * An error of the catalogue (schema/errors.ts): the only kind that a handler throws. `detail` names the field and says
 * what to change; it is sent to the client, so it must not contain upstream texts or secrets.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly code: ErrorCode
  readonly detail: string | undefined
  /** Further response headers (`WWW-Authenticate`, `Allow`, `Retry-After` …). */
  readonly headers: Readonly<Record<string, string>>

  constructor(code: ErrorCode, detail: string | undefined = ERRORS[code].text, headers: Record<string, string> = {}) {
    super(detail === undefined ? code : `${code}: ${detail}`)
    this.code = code
    this.detail = detail
    this.headers = headers
  }

  get status(): number {
    return ERRORS[this.code].status
  }
}

/** Whether an error says that no chain node delivered what was requested: an attribute of its code in the catalogue. */
export const isOutage = (error: unknown): error is ApiError =>
  error instanceof ApiError && ERRORS[error.code].outage === true

import type { Problem } from '../../../schema/problem.ts'
import { unavailable } from '../../../shared/deployment/askFamily.ts'
import type { ApiError } from '../../../shared/errors/ApiError.ts'
import { problemOf } from '../../../shared/http/problemOf.ts'
import type * as z from 'zod'

export type ProblemDetails = Partial<z.infer<typeof Problem>> & { readonly code: string; readonly detail: string }

/** An operation that answered with an error, in the terms of the catalogue. */
export class Failure extends Error {
  override readonly name = 'Failure'
  readonly problem: ProblemDetails
  /** Headers of its answer: `Retry-After`, `WWW-Authenticate`, `PAYMENT-REQUIRED`. */
  readonly headers: Headers

  constructor(problem: ProblemDetails, headers: Headers) {
    super(problem.detail)
    this.problem = problem
    this.headers = headers
  }

  /** An error that a family answered with. */
  static ofAnswer({ status, headers }: Pick<Response, 'status' | 'headers'>, body: unknown): Failure {
    const given = typeof body === 'object' && body !== null ? body : {}
    const code = headers.get('x-error-code') ?? 'family_unavailable'
    return new Failure(
      { status, ...given, code, detail: detailOf(given) ?? `the request was answered with ${status}` },
      headers,
    )
  }

  /** A family that is not part of the deployment, or gave no usable answer. */
  static ofFamily(family: string): Failure {
    return Failure.of(unavailable(family))
  }

  /** An error of this Worker's own. */
  static of(error: ApiError): Failure {
    const problem = problemOf(error, { type: '', requestId: '', operation: undefined })
    return new Failure(problem, new Headers(error.headers))
  }
}

function detailOf(body: object): string | undefined {
  if ('detail' in body && typeof body.detail === 'string') return body.detail
  return 'error' in body && typeof body.error === 'string' ? body.error : undefined
}

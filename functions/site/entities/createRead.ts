import { askFamily, readAnswer } from '../../../shared/deployment/askFamily.ts'
import { passedOn } from '../../../shared/http/headers.ts'
import { ApiError } from '../../../shared/errors/ApiError.ts'

/** An answer of a family, or the error that it answered with. */
export type Answer<T> = Answered<T> | Refused

interface Answered<T> {
  readonly data: T
  /** How long the answer may be kept, in seconds; 0 for one that is stale. */
  readonly seconds: number
}

export interface Refused {
  readonly code: string
  readonly status: number
  readonly detail: string
  readonly retryAfter: string | null
}

export const isRefused = <T>(answer: Answer<T>): answer is Refused => 'code' in answer

/** Reads an operation of a family at a path below the base URL, and waits for its answer so long. */
export type Read = <T>(family: string, path: string, mostMs?: number) => Promise<Answer<T>>

const TIMEOUT_MS = 15_000

/**
 * Reads for the visitor of a page: the address of the visitor goes with each call, which counts against that budget. No credential
 * does: a page is the same for everybody.
 */
export const createRead =
  (env: object, baseUrl: string, visitor: Request): Read =>
  async <T>(family: string, path: string, mostMs = TIMEOUT_MS) => {
    const headers = { accept: 'application/problem+json, application/json', ...passedOn(visitor.headers) }
    const request = new Request(`${baseUrl}${path}`, { headers, signal: visitor.signal })
    try {
      const answer = await askFamily(env, family, request, mostMs)
      const value = await readAnswer(answer, family)
      return answer.status === 200 ? answered<T>(answer, value) : refused(answer, value)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      return { code: error.code, status: 503, detail: error.detail ?? '', retryAfter: null }
    }
  }

/** Families answer by the contract, which a law checks of every operation. */
function answered<T>({ headers }: Response, value: unknown): Answered<T> {
  const { data }: { readonly data: T } = Object(value)
  const seconds = /\bs-maxage=(\d+)/.exec(headers.get('cache-control') ?? '')?.[1] ?? 0
  return { data, seconds: headers.has('x-stale') ? 0 : Number(seconds) }
}

function refused({ status, headers }: Response, value: unknown): Refused {
  const { detail }: { readonly detail?: unknown } = Object(value)
  return {
    code: headers.get('x-error-code') ?? 'family_unavailable',
    status: status >= 400 ? status : 503,
    detail: typeof detail === 'string' ? detail : '',
    retryAfter: headers.get('retry-after'),
  }
}

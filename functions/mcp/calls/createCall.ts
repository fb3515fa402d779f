import type { Args } from './Args.ts'
import { type Ask, readValue } from './createAsk.ts'
import type { CallOptions } from './CallOptions.ts'
import type { Way } from './Way.ts'

/** The answer of a family. `value` is the data of the envelope, or the document. */
export interface Answered {
  readonly status: number
  readonly value: unknown
  readonly headers: Headers
}

/**
 * Calls an operation at its family, as a request of the caller. Throws Failure for an answer that is an error, and for a family
 * that does not answer; ApiError for arguments that the operation does not have.
 */
export type Call = (way: Way, args: Args, options?: CallOptions) => Promise<Answered>

const TIMEOUT_MS = 60_000

export const createCall =
  (ask: Ask): Call =>
  async (way, args, options = {}) => {
    const answer = await ask({ way, args, options }, TIMEOUT_MS)
    const value = await readValue(answer, way.family)
    return { status: answer.status, value: unwrapped(value), headers: answer.headers }
  }

/** The data of an envelope; any other document as it is. */
function unwrapped(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('success' in value) || !('data' in value)) return value
  return value.success === true ? value.data : value
}

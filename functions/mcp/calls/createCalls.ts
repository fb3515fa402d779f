import { askFamily, readAnswer } from '../../../shared/deployment/askFamily.ts'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import type { Args, CallOptions } from './Args.ts'
import { buildRequest } from './buildRequest.ts'
import type { CallableOperation } from './CallableOperation.ts'
import type { Caller } from './Caller.ts'
import { Failure } from './Failure.ts'

/** The answer of a family. `value` is the data of the envelope, or the document. */
export interface Answered {
  readonly status: number
  readonly value: unknown
  readonly headers: Headers
}

type Calling<A> = (operation: CallableOperation, args: Args, options?: CallOptions) => Promise<A>
/**
 * Calls an operation at its family, as a request of the caller. Throws Failure for an answer that is an error, and for a family
 * that does not answer; ApiError for arguments that the operation does not have.
 */
export type Call = Calling<Answered>
/** Opens the stream of an operation. Throws as a Call does, for what fails before the stream begins. */
export type Open = Calling<ReadableStream<Uint8Array>>

const TIMEOUT_MS = 60_000
/** No stream of an operation lasts longer. */
const STREAM_MS = 120_000

/** How a caller calls the operations of all families. */
export const createCalls =
  (env: object, baseUrl: string) =>
  (caller: Caller): { readonly call: Call; readonly open: Open } => {
    const ask = async (operation: CallableOperation, args: Args, options: CallOptions, mostMs: number) => {
      const request = buildRequest(operation, args, options, caller, baseUrl)
      const answer = await askFamily(env, operation.family, request, mostMs).catch(rethrow)
      if (answer.status !== 200) throw Failure.ofAnswer(answer, await readValue(answer, operation.family))
      return answer
    }
    return {
      async call(operation, args, options = {}) {
        const answer = await ask(operation, args, options, TIMEOUT_MS)
        const value = await readValue(answer, operation.family)
        return { status: answer.status, value: unwrapped(value), headers: answer.headers }
      },
      async open(operation, args, options = {}) {
        const { body } = await ask(operation, args, options, STREAM_MS)
        if (!body) throw Failure.ofFamily(operation.family)
        return body
      },
    }
  }

/** JSON as its value, any other document as text. Throws Failure. */
const readValue = (answer: Response, family: string): Promise<unknown> => readAnswer(answer, family).catch(rethrow)

function rethrow(error: unknown): never {
  throw error instanceof ApiError ? Failure.of(error) : error
}

/** The data of an envelope; any other document as it is. */
function unwrapped(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('success' in value) || !('data' in value)) return value
  return value.success === true ? value.data : value
}

import { askFamily, readAnswer } from '../../../shared/deployment/askFamily.ts'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import type { Args } from './Args.ts'
import { buildRequest } from './buildRequest.ts'
import type { Caller } from './Caller.ts'
import type { CallOptions } from './CallOptions.ts'
import type { Way } from './Way.ts'
import { Failure } from './Failure.ts'

/** An operation with its arguments. */
export interface OperationCall {
  readonly way: Way
  readonly args: Args
  readonly options: CallOptions
}

/**
 * Asks a family as its caller, and waits so long for the end of the answer. Throws Failure for an answer that is an error, and for
 * a family that does not answer; ApiError for arguments that the operation does not have.
 */
export const createAsk =
  (env: object, baseUrl: string) =>
  (caller: Caller) =>
  async ({ way, args, options }: OperationCall, mostMs: number): Promise<Response> => {
    const request = buildRequest(way, args, options, caller, baseUrl)
    const answer = await askFamily(env, way.family, request, mostMs).catch(rethrow)
    if (answer.status !== 200) throw Failure.ofAnswer(answer, await readValue(answer, way.family))
    return answer
  }
export type Ask = ReturnType<ReturnType<typeof createAsk>>

/** JSON as its value, any other document as text. Throws Failure. */
export const readValue = (answer: Response, family: string): Promise<unknown> =>
  readAnswer(answer, family).catch(rethrow)

function rethrow(error: unknown): never {
  throw error instanceof ApiError ? Failure.of(error) : error
}

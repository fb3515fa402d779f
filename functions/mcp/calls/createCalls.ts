import type { AsOf } from '../../../shared/chain/chain.ts'
import { askFamily, readAnswer } from '../../../shared/deployment/askFamily.ts'
import { passedOn } from '../../../shared/http/headers.ts'
import { type BatchedRead, readBatch } from '../../../shared/deployment/readBatch.ts'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import type { Args, CallOptions } from './Args.ts'
import { ACCEPT, buildRequest } from './buildRequest.ts'
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

/** A read, or the fault of what should have been one. */
export type WantedCall = { readonly operation: CallableOperation; readonly args: Args } | Failure
/** Calls reads at one block: each has its answer or its failure. They are made without the credential of the caller. */
export type CallAll = (
  wanted: readonly WantedCall[],
) => Promise<{ readonly asOf: AsOf | null; readonly answers: readonly (Answered | Failure)[] }>

const TIMEOUT_MS = 60_000
/** No stream of an operation lasts longer. */
const STREAM_MS = 120_000

/** How a caller calls the operations of all families. */
export const createCalls =
  (env: object, baseUrl: string) =>
  (caller: Caller): { readonly call: Call; readonly open: Open; readonly callAll: CallAll } => {
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
      async callAll(wanted) {
        const reads = wanted.map((one) =>
          one instanceof Failure ? one : readOf(one.operation, one.args, caller, baseUrl),
        )
        const { asOf, answers } = await readBatch(
          env,
          reads.filter((read): read is BatchedRead => !(read instanceof Failure)),
          { headers: { accept: ACCEPT, ...passedOn(new Headers(caller.headers)) }, signal: caller.signal },
        )
        const found = answers.values()
        return { asOf, answers: reads.map((read) => (read instanceof Failure ? read : answerOf(found.next().value))) }
      },
      async open(operation, args, options = {}) {
        const { body } = await ask(operation, args, options, STREAM_MS)
        if (!body) throw Failure.ofFamily(operation.family)
        return body
      },
    }
  }

/** The read that a call is, or its fault. */
function readOf(operation: CallableOperation, args: Args, caller: Caller, baseUrl: string): BatchedRead | Failure {
  const { family, method, operationId } = operation
  try {
    if (method !== 'GET')
      throw new ApiError('invalid_request', `operationId: call ${operationId} by itself, with call_read`)
    return { family, url: buildRequest(operation, args, {}, caller, baseUrl).url }
  } catch (error) {
    if (error instanceof ApiError) return Failure.of(error)
    throw error
  }
}

/** An answer of a batch (BatchedAnswer of the contract). */
function answerOf(text: string | ApiError | undefined): Answered | Failure {
  if (typeof text !== 'string') return Failure.of(text ?? new ApiError('family_unavailable'))
  const {
    status,
    headers: given,
    body,
  }: { status: number; headers: Record<string, string>; body: unknown } = JSON.parse(text)
  const headers = new Headers(given)
  return status === 200 ? { status, value: unwrapped(body), headers } : Failure.ofAnswer({ status, headers }, body)
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

import { boundFamily } from '../../../shared/deployment/boundFamily.ts'
import { parseJson } from '../../../shared/text/json.ts'
import { readBounded } from '../../../shared/text/readBounded.ts'
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

/** No answer of ours is longer; what an operation streams ends there. */
const MAX_BYTES = 8 * 1024 * 1024

/**
 * Asks a family as its caller, and waits so long for the end of the answer. Throws Failure for an answer that is an error, and for
 * a family that does not answer; ApiError for arguments that the operation does not have.
 */
export const createAsk =
  (env: object, baseUrl: string) =>
  (caller: Caller) =>
  async ({ way, args, options }: OperationCall, mostMs: number): Promise<Response> => {
    const request = buildRequest(way, args, options, caller, baseUrl)
    const family = boundFamily({ ...env }, way.family.toUpperCase())
    if (!family) throw Failure.ofFamily(way.family)
    const answer = await ask(family, request, way.family, mostMs)
    if (answer.status !== 200) throw Failure.ofAnswer(answer, await readValue(answer, way.family))
    return answer
  }
export type Ask = ReturnType<ReturnType<typeof createAsk>>

async function ask(family: Fetcher, request: Request, name: string, mostMs: number): Promise<Response> {
  try {
    return await family.fetch(
      new Request(request, { signal: AbortSignal.any([request.signal, AbortSignal.timeout(mostMs)]) }),
    )
  } catch {
    throw Failure.ofFamily(name)
  }
}

/** JSON as its value, any other document as text. Throws Failure. */
export async function readValue({ body, headers }: Response, name: string): Promise<unknown> {
  try {
    const bytes = body ? await readBounded(body, MAX_BYTES) : new Uint8Array()
    const type = headers.get('content-type') ?? ''
    return /[/+]json\b/.test(type) ? parseJson(bytes) : new TextDecoder().decode(bytes)
  } catch {
    throw Failure.ofFamily(name)
  }
}

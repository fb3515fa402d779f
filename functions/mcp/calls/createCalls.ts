import { boundFamily } from '../../../shared/deployment/boundFamily.ts'
import { readBounded } from '../../../shared/text/readBounded.ts'
import { parseJson } from '../../../shared/text/json.ts'
import { buildRequest, type Args } from './buildRequest.ts'
import type { Caller } from './Caller.ts'
import type { CallOptions } from './CallOptions.ts'
import type { Way } from './Entry.ts'
import { Failure } from './Failure.ts'

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

/** No answer of ours is longer; what an operation streams ends there. */
const MAX_BYTES = 8 * 1024 * 1024
const TIMEOUT_MS = 60_000

export const createCalls =
  (env: object, baseUrl: string) =>
  (caller: Caller): Call =>
  async (way, args, options = {}) => {
    const request = buildRequest(way, args, options, caller, baseUrl)
    const family = boundFamily({ ...env }, way.family.toUpperCase())
    if (!family) throw Failure.ofFamily(way.family)
    const answer = await ask(family, request, way.family)
    const value = await readValue(answer, way.family)
    if (answer.status !== 200) throw Failure.ofAnswer(answer, value)
    return { status: answer.status, value: unwrapped(value), headers: answer.headers }
  }

async function ask(family: Fetcher, request: Request, name: string): Promise<Response> {
  try {
    return await family.fetch(
      new Request(request, { signal: AbortSignal.any([request.signal, AbortSignal.timeout(TIMEOUT_MS)]) }),
    )
  } catch {
    throw Failure.ofFamily(name)
  }
}

async function readValue({ body, headers }: Response, name: string): Promise<unknown> {
  try {
    const bytes = body ? await readBounded(body, MAX_BYTES) : new Uint8Array()
    const type = headers.get('content-type') ?? ''
    return /[/+]json\b/.test(type) ? parseJson(bytes) : new TextDecoder().decode(bytes)
  } catch {
    throw Failure.ofFamily(name)
  }
}

/** The data of an envelope; any other document as it is. */
function unwrapped(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('success' in value) || !('data' in value)) return value
  return value.success === true ? value.data : value
}

import { ApiError } from '../errors/ApiError.ts'
import { parseJson } from '../text/json.ts'
import { readWhole } from '../text/readBounded.ts'

/** The Worker bound under a name, if there is one. */
export function boundFamily(env: object, binding: string): Fetcher | undefined {
  const service: unknown = Reflect.get(env, binding)
  return isFetcher(service) ? service : undefined
}

const isFetcher = (value: unknown): value is Fetcher => typeof value === 'object' && value !== null && 'fetch' in value

/** No answer of ours is longer; what an operation streams ends there. */
const MAX_BYTES = 8 * 1024 * 1024

/**
 * Asks a family over its binding, and waits so long for the end of the answer. Throws family_unavailable for one that is not part of
 * the deployment, or does not answer.
 */
export async function askFamily(env: object, family: string, request: Request, mostMs: number): Promise<Response> {
  const service = boundFamily(env, family.toUpperCase())
  if (!service) throw unavailable(family)
  const signal = AbortSignal.any([request.signal, AbortSignal.timeout(mostMs)])
  try {
    return await service.fetch(new Request(request, { signal }))
  } catch {
    throw unavailable(family)
  }
}

/** JSON as its value, any other document as text. Throws family_unavailable for an answer that ends before its end. */
export async function readAnswer(answer: Response, family: string): Promise<unknown> {
  try {
    const bytes = await readWhole(answer, MAX_BYTES)
    const type = answer.headers.get('content-type') ?? ''
    return /[/+]json\b/.test(type) ? parseJson(bytes) : new TextDecoder().decode(bytes)
  } catch {
    throw unavailable(family)
  }
}

export const unavailable = (family: string): ApiError =>
  new ApiError('family_unavailable', `the Worker of ${family} does not respond`)

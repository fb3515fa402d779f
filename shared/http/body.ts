import { ApiError } from '../errors/ApiError.ts'
import { canonicalJson, parseJson } from '../text/json.ts'

const MAX_DEPTH = 32

/**
 * Reads a request body of at most `bound` bytes. A Content-Length over the bound is refused without reading; a stream
 * is counted as it is read.
 *
 * Throws body_too_large, unsupported_encoding.
 */
export async function readBytes(request: Request, bound: number): Promise<Uint8Array> {
  const encoding = request.headers.get('content-encoding')
  if (encoding !== null && encoding !== 'identity')
    throw new ApiError('unsupported_encoding', 'Content-Encoding is not supported; send the body uncompressed')
  const tooLarge = () => new ApiError('body_too_large', `the body may have at most ${bound} bytes`)
  const stated = request.headers.get('content-length')
  if (Number(stated ?? 0) > bound) throw tooLarge()
  // No more than that arrives (RFC 9112 section 6.2), unless a proxy has set the number.
  if (stated !== null && request.headers.get('transfer-encoding') === null) {
    const whole = new Uint8Array(await request.arrayBuffer())
    if (whole.byteLength > bound) throw tooLarge()
    return whole
  }

  const chunks: Uint8Array[] = []
  let size = 0
  if (request.body !== null) {
    // An oversized body is not cancelled here: the rest is drained (afterBody.ts), or the connection ends.
    for await (const chunk of request.body.values({ preventCancel: true })) {
      size += chunk.byteLength
      if (size > bound) throw tooLarge()
      chunks.push(chunk)
    }
  }
  const bytes = new Uint8Array(size)
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.byteLength
  }
  return bytes
}

/**
 * The JSON value of a body; an empty body is `{}`. With kind `object`, a valid value that is not an object becomes
 * `{}`; with `json` it is kept as it is (for arrays).
 *
 * Throws invalid_json.
 */
export function parseBody(bytes: Uint8Array, kind: 'object' | 'json'): unknown {
  if (bytes.byteLength === 0) return {}
  const value = parse(bytes)
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  return kind === 'object' && !isObject ? {} : value
}

function parse(bytes: Uint8Array): unknown {
  let value: unknown
  try {
    value = parseJson(bytes)
  } catch {
    throw new ApiError('invalid_json', 'the body is not valid UTF-8 JSON')
  }
  const fault = faultOf(value, MAX_DEPTH)
  if (fault !== undefined) throw new ApiError('invalid_json', fault)
  return value
}

/** The canonical text of a body (RFC 8785). Throws invalid_json where it has none. */
export function canonicalBody(value: unknown): string {
  try {
    return canonicalJson(value)
  } catch {
    throw new ApiError(
      'invalid_json',
      'the body has no canonical form (RFC 8785): a number is out of range, or a text has an unpaired surrogate',
    )
  }
}

/**
 * The fault of valid JSON: nesting beyond the limit, or a member name that objects lose when they are copied.
 */
function faultOf(value: unknown, left: number): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  if (left === 0) return `the body is nested deeper than ${MAX_DEPTH} levels`
  if (Object.hasOwn(value, '__proto__')) return 'the body has a member named __proto__'
  for (const inner of Object.values(value)) {
    const fault = faultOf(inner, left - 1)
    if (fault !== undefined) return fault
  }
  return undefined
}

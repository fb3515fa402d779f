import { ApiError } from '../errors/ApiError.ts'

/** 1 to 255 visible characters (RFC 5234 VCHAR). */
const VISIBLE = /^[\x21-\x7e]{1,255}$/
/** A structured-field string (RFC 8941 section 3.3.3): in it, a quote and a backslash are escaped. */
const QUOTED = /^"((?:[\x20-\x21\x23-\x5b\x5d-\x7e]|\\["\\])*)"$/

/**
 * The Idempotency-Key of a request (draft-ietf-httpapi-idempotency-key-header-07 section 2.1), quoted or bare; undefined
 * without the header. Throws invalid_request naming the header.
 *
 * @example
 * idempotencyKey(new Request(url, { headers: { 'idempotency-key': '"a-1"' } })) // 'a-1'
 */
export function idempotencyKey({ headers }: Pick<Request, 'headers'>): string | undefined {
  const given = headers.get('idempotency-key')?.trim()
  if (given === undefined) return undefined
  const quoted = QUOTED.exec(given)?.[1]
  const key = quoted === undefined && !given.startsWith('"') ? given : quoted?.replace(/\\(["\\])/g, '$1')
  if (key !== undefined && VISIBLE.test(key)) return key
  throw new ApiError('invalid_request', 'Idempotency-Key: must be 1 to 255 visible ASCII characters, quoted or bare')
}

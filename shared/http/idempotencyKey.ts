import { ApiError } from '../errors/ApiError.ts'

const HEADER = 'idempotency-key'
/** A String of structured fields (RFC 8941 section 3.3.3), without spaces in it. */
const QUOTED = /^"((?:[!#-[\]-~]|\\["\\])*)"$/
/** What clients send that leave the quotes out. */
const BARE = /^[!#-~][!-~]*$/
const LONGEST = 255

/**
 * The key of a request (draft-ietf-httpapi-idempotency-key-header-07, section 2.1), quoted or bare; undefined without one.
 * Both forms of one key are the same key.
 *
 * Throws invalid_request for a header that is neither: 1 to 255 visible ASCII characters.
 */
export function idempotencyKey({ headers }: Request): string | undefined {
  const given = headers.get(HEADER)?.trim()
  if (given === undefined) return undefined
  const key = QUOTED.exec(given)?.[1]?.replace(/\\(.)/g, '$1') ?? BARE.exec(given)?.[0] ?? ''
  if (key === '' || key.length > LONGEST)
    throw new ApiError(
      'invalid_request',
      `Idempotency-Key: must be 1 to ${LONGEST} visible ASCII characters, in double quotes or without`,
    )
  return key
}

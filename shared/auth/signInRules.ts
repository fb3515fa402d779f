import type { Origins } from '../env/originsOf.ts'
import { ApiError } from '../errors/ApiError.ts'
import type { Sealer } from './seal.ts'

/** The maximum age of a message, whatever expiration it states. */
const MAX_AGE_SECONDS = 900
const MAX_AHEAD_SECONDS = 60

/** RFC 3339 date-time, as EIP-4361 requires; `t` and `z` may be in lower case (section 5.6). */
const RFC3339 = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/i

/** Milliseconds of an RFC 3339 date-time; NaN for any other text. */
export const timeOf = (text: string): number => (RFC3339.test(text) ? Date.parse(text.toUpperCase()) : Number.NaN)

/** Milliseconds of an RFC 3339 date-time. Throws invalid_message naming the line. */
export function parseTime(line: string, value: string): number {
  const time = timeOf(value)
  if (Number.isNaN(time)) throw new ApiError('invalid_message', `${line}: must be an RFC 3339 date-time`)
  return time
}

/**
 * Checks the times of a sign-in message against `now`, all in ms: issued in the last 15 minutes and at most 60 s ahead,
 * not expired, already valid. Throws message_expired, message_not_yet_valid.
 */
export function checkTimes(
  now: number,
  times: { issuedAt: number; expiration?: number | undefined; notBefore?: number | undefined },
): void {
  const { issuedAt, expiration, notBefore } = times
  if (now - issuedAt > MAX_AGE_SECONDS * 1000) {
    throw new ApiError(
      'message_expired',
      `Issued At is more than ${MAX_AGE_SECONDS} s ago; request a new nonce and sign again`,
    )
  }
  if (expiration !== undefined && now >= expiration)
    throw new ApiError('message_expired', 'Expiration Time has passed; request a new nonce and sign again')
  if (issuedAt - now > MAX_AHEAD_SECONDS * 1000) {
    throw new ApiError(
      'message_not_yet_valid',
      `Issued At is more than ${MAX_AHEAD_SECONDS} s in the future; correct the clock`,
    )
  }
  if (notBefore !== undefined && now < notBefore)
    throw new ApiError('message_not_yet_valid', 'Not Before is in the future; send the message later')
}

/**
 * The domain of a sign-in message must be the host (and port) of an allowed origin, and its URI must begin with that
 * origin exactly as browsers write it (RFC 6454 section 6.2); a scheme before the domain must match the origin's. This
 * rejects userinfo and alternative spellings of the host, however a wallet or parser reads them. The list comes from
 * configuration, never from the Host header.
 *
 * Throws domain_mismatch.
 */
export function checkHost(
  message: { domain: string; uri: string; scheme?: string | undefined },
  origins: Origins,
): void {
  const [origin = ''] = ORIGIN.exec(message.uri) ?? []
  const { host, protocol } = (origins.has(origin) && URL.parse(origin)) || { host: undefined, protocol: '' }
  if (message.domain !== host || (message.scheme !== undefined && `${message.scheme}:` !== protocol)) {
    throw new ApiError(
      'domain_mismatch',
      'domain and URI must both belong to an origin that this service accepts for sign-in',
    )
  }
}

/** The part of a URI before its path, query and fragment, character for character. */
const ORIGIN = /^[a-z]+:\/\/[^/?#]*/

/** Throws invalid_nonce unless this service issued the nonce, for this purpose and context, and it has not expired. */
export async function checkNonce(
  nonce: string,
  { sealer, now }: { readonly sealer: Sealer; readonly now: number },
  context?: string,
): Promise<void> {
  const opened = await sealer.open(nonce, now, context)
  if (opened.ok) return
  throw new ApiError(
    'invalid_nonce',
    opened.reason === 'expired' ? 'the nonce has expired' : 'the nonce was not issued by this service',
  )
}

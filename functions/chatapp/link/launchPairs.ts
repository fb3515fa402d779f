import { ApiError } from '../../../shared/errors/ApiError.ts'

const MAX_CHARACTERS = 4096
const MAX_PAIRS = 32
const KEY = /^[A-Za-z0-9_]{1,64}$/

/**
 * The fields of launch data, decoded (application/x-www-form-urlencoded). What could be read in two ways is refused: a
 * key twice, a malformed escape, and a line feed, which would make one field look like two in what is signed.
 *
 * Throws invalid_launch_data.
 */
export function readPairs(initData: string): ReadonlyMap<string, string> {
  if (initData.length > MAX_CHARACTERS) throw refuse(`must be at most ${MAX_CHARACTERS} characters`)
  const parts = initData.split('&', MAX_PAIRS + 1)
  if (parts.length > MAX_PAIRS) throw refuse(`must have at most ${MAX_PAIRS} fields`)
  const pairs = new Map<string, string>()
  for (const part of parts) {
    const at = part.indexOf('=')
    const key = decode(part.slice(0, Math.max(at, 0)))
    const value = decode(part.slice(at + 1))
    if (!KEY.test(key)) throw refuse('is not a URL-encoded query')
    if (pairs.has(key)) throw refuse('has a field twice')
    if (value.includes('\n')) throw refuse('has a field of several lines')
    pairs.set(key, value)
  }
  return pairs
}

function decode(text: string): string {
  try {
    const decoded = decodeURIComponent(text.replaceAll('+', ' '))
    if (decoded.isWellFormed()) return decoded
  } catch {
    // Refused below.
  }
  throw refuse('is not a URL-encoded query')
}

/** `key=value` of all fields but some, in the order of the keys, one a line: what the chat app signs. */
export const checkString = (pairs: ReadonlyMap<string, string>, without: readonly string[]): string =>
  [...pairs]
    .filter(([key]) => !without.includes(key))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, value]) => `${key}=${value}`)
    .join('\n')

export const refuse = (what: string): ApiError => new ApiError('invalid_launch_data', `initData: ${what}`)

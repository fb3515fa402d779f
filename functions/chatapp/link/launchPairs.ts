import { ApiError } from '../../../shared/errors/ApiError.ts'

const MAX_CHARACTERS = 4096
const MAX_PAIRS = 32
const KEY = /^[A-Za-z0-9_]{1,64}$/

/**
 * The fields of launch data, decoded (application/x-www-form-urlencoded). Ambiguous data is refused: a duplicate key, a
 * malformed escape, and a line feed, which would make one field look like two in the signed text.
 *
 * Throws invalid_launch_data.
 */
export function readPairs(initData: string): ReadonlyMap<string, string> {
  if (initData.length > MAX_CHARACTERS) throw refuse(`must have at most ${MAX_CHARACTERS} characters`)
  const parts = initData.split('&', MAX_PAIRS + 1)
  if (parts.length > MAX_PAIRS) throw refuse(`must have at most ${MAX_PAIRS} fields`)
  const pairs = new Map<string, string>()
  for (const part of parts) {
    const at = part.indexOf('=')
    const key = decode(part.slice(0, Math.max(at, 0)))
    const value = decode(part.slice(at + 1))
    if (!KEY.test(key)) throw refuse('must be a URL-encoded query')
    if (pairs.has(key)) throw refuse('must not have a field twice')
    if (value.includes('\n')) throw refuse('must not have a field with a line feed')
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
  throw refuse('must be a URL-encoded query')
}

/** The text that the chat app signs: `key=value` of all fields except `without`, sorted by key, one per line. */
export const checkString = (pairs: ReadonlyMap<string, string>, without: readonly string[]): string =>
  [...pairs]
    .filter(([key]) => !without.includes(key))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, value]) => `${key}=${value}`)
    .join('\n')

export const refuse = (what: string): ApiError => new ApiError('invalid_launch_data', `initData: ${what}`)

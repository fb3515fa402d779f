import { ERRORS, type ErrorCode } from './errors.ts'

/** A noun phrase for a code, the same each time it occurs (RFC 9457, section 3.1.3): that of its entry, or the code's words. */
export function titleOf(code: ErrorCode): string {
  const words = code.replaceAll('_', ' ')
  return ERRORS[code].title ?? `${words.charAt(0).toUpperCase()}${words.slice(1)}`
}

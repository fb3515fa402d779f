import type { ErrorCode } from './errors.ts'

const ACRONYMS = ['amoe', 'cli', 'dex', 'json', 'llm', 'rpc', 'siwa', 'svm', 'uri', 'url']

/** A code as words, the same each time it occurs (RFC 9457, section 3.1.3): `uri_too_long` is “URI too long”. */
export function titleOf(code: ErrorCode): string {
  const words = code.split('_').map((word) => (ACRONYMS.includes(word) ? word.toUpperCase() : word))
  const text = words.join(' ')
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}

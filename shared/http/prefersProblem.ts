import { parseAccept } from 'hono/utils/accept'

const PROBLEM = 'application/problem+json'
/** Less specific ranges, which name no form of an error by themselves. */
const JSON_RANGES = ['application/json', 'application/*', '*/*']
const MOST_LENGTH = 1024

/**
 * Whether a client wants errors as problem details: it names them, and JSON with no higher quality (RFC 9110, section
 * 12.5.1). A wildcard alone leaves the envelope.
 */
export function prefersProblem(accept: string | null): boolean {
  if (accept === null || accept.length > MOST_LENGTH || !/application\/problem\+json/i.test(accept)) return false
  // Of a range that is named twice the higher quality counts, which comes first.
  const ranges = parseAccept(accept).toReversed()
  const qualities = new Map(ranges.map(({ type, q }) => [type.toLowerCase(), q]))
  const wanted = qualities.get(PROBLEM) ?? 0
  const json = JSON_RANGES.find((range) => qualities.has(range)) ?? ''
  return wanted > 0 && wanted >= (qualities.get(json) ?? 0)
}

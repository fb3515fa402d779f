import type { HeaderTable } from './headers.ts'
import type { Decision } from './limiter.ts'

/**
 * Adds the limiter's decisions to `headers`: `RateLimit-Policy` and `RateLimit` (draft-ietf-httpapi-ratelimit-headers)
 * and `X-RateLimit-Limit`, `-Remaining`, `-Reset` (seconds until the reset) of the tightest budget, and, when a
 * decision is a denial, `Retry-After` (RFC 9110 section 10.2.3): the latest reset among the denials, at least 1.
 *
 * @returns `headers`
 *
 * @example
 * limitHeaders([decision], headers)['ratelimit'] // '"read";r=118;t=34'
 */
export function limitHeaders(decisions: readonly Decision[], headers: HeaderTable = {}): HeaderTable {
  let tightest: Decision | undefined
  let retryAfter = 0
  for (const decision of decisions) {
    if (!decision.allowed) retryAfter = Math.max(retryAfter, decision.resetSeconds)
    if (tightest === undefined || isTighter(decision, tightest)) tightest = decision
  }
  if (tightest === undefined) return headers
  const { name, limit, remaining, resetSeconds, windowSeconds } = tightest
  headers['ratelimit-policy'] = `"${name}";q=${limit};w=${windowSeconds}`
  headers['ratelimit'] = `"${name}";r=${remaining};t=${resetSeconds}`
  headers['x-ratelimit-limit'] = `${limit}`
  headers['x-ratelimit-remaining'] = `${remaining}`
  headers['x-ratelimit-reset'] = `${resetSeconds}`
  if (retryAfter > 0) headers['retry-after'] = `${retryAfter}`
  return headers
}

/** Denials first, then the fewest tokens left, then the longest wait. */
const isTighter = (a: Decision, b: Decision): boolean => {
  if (a.allowed !== b.allowed) return b.allowed
  return a.remaining < b.remaining || (a.remaining === b.remaining && a.resetSeconds > b.resetSeconds)
}

import { Ratelimit } from '@upstash/ratelimit'
import { Redis } from '@upstash/redis/cloudflare'
import { leaseSize, type LimitStore } from '../../shared/durable/limits.ts'

/**
 * Leases from Redis over its REST interface, counted by @upstash/ratelimit: a lease of n tokens is one `limit` call of
 * rate n, returning them one of rate -n. A call takes all its tokens or none, but a refused call counts all the same,
 * so its tokens are put back at once; a lease of several tokens first asks what is left.
 *
 * @throws when Redis does not answer within `timeoutMs`.
 */
export function upstash({
  url,
  token,
  timeoutMs = 400,
}: {
  url: string
  token: string
  timeoutMs?: number
}): LimitStore {
  const redis = new Redis({
    url,
    token,
    retry: { retries: 0 },
    signal: () => AbortSignal.timeout(timeoutMs),
    // A pipeline would join calls of different requests; Workers cannot share I/O between requests.
    enableAutoPipelining: false,
    enableTelemetry: false,
  })
  const counters = new Map<string, Ratelimit>()

  /** The counter of one budget; the library fixes limit and window at construction. */
  function counterOf(limit: number, windowSeconds: number): Ratelimit {
    const budget = `${limit}/${windowSeconds}`
    const known = counters.get(budget)
    if (known) return known
    const counter = new Ratelimit({
      redis,
      limiter: Ratelimit.fixedWindow(limit, `${windowSeconds} s`),
      prefix: 'limit',
      // Isolates remember denials themselves; the library's own timeout would let the request pass.
      ephemeralCache: false,
      timeout: 0,
      enableTelemetry: false,
    })
    counters.set(budget, counter)
    return counter
  }

  return {
    async lease({ key, limit, windowSeconds, want, need = 1, giveBack }) {
      const counter = counterOf(limit, windowSeconds)

      /** The library takes the window from the clock at the call, so tokens of an ended window must not be put back. */
      const putBack = async (tokens: number, resetAt: number) =>
        Date.now() < resetAt * 1000 ? counter.limit(key, { rate: -tokens }) : counter.getRemaining(key)

      let left = giveBack ? await putBack(giveBack.tokens, giveBack.resetAt) : undefined
      if (want > need || want === 0) left ??= await counter.getRemaining(key)
      const size = left ? leaseSize(left.remaining, want, need) : need
      if (left && size === 0) return { granted: 0, remaining: left.remaining, resetAt: left.reset / 1000 }

      const taken = await counter.limit(key, { rate: size })
      const resetAt = taken.reset / 1000
      if (taken.success) return { granted: size, remaining: taken.remaining, resetAt }
      const { remaining } = await putBack(size, resetAt)
      return { granted: 0, remaining, resetAt }
    },
  }
}

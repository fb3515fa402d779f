import type { Budget } from '../../schema/limits.ts'
import type { Lease, LimitStore } from '../durable/limits.ts'
import type { SingleFlight } from '../cache/SingleFlight.ts'
import type { Watch } from '../log/Watch.ts'
import type { WaitUntil } from './handler.ts'
import { LimiterUnavailable, within } from './within.ts'

/** A lease takes at most this fraction of the budget, and at most this many tokens. */
const LEASE_PART = 16
const LEASE_MAX = 1024
/**
 * Unspent tokens are returned after this time, and a denial is trusted for as long: others may have returned tokens
 * since.
 */
const HOLD_MS = 1000
/** How long to wait for a busy store before it counts as down. */
const TIMEOUT_MS = 5000
/** After a failure the store gets no requests for this long; then one lease tries it. */
const BACKOFF_MS = 1000

/** An isolate's share of the budget of one key. */
export interface Bucket {
  /** Leased and unspent; void after `resetAt`. */
  tokens: number
  /** Left in the store after the last lease. */
  left: number
  /** End of the window, unix milliseconds. */
  resetAt: number
  /** Until this time (unix milliseconds) a request for `refused` tokens or more is denied without a lease. */
  deniedUntil: number
  refused: number
  leasedAt: number
  /** How many tokens of the last lease were used. */
  used: number
  /** Tokens that requests are waiting for while another one takes a lease. */
  waiting: number
  /** When a timer will return unspent tokens; long past if that timer died with its request. */
  returnsAt: number
}

export const emptyBucket = (): Bucket => ({
  tokens: 0,
  left: 0,
  resetAt: 0,
  deniedUntil: 0,
  refused: 0,
  leasedAt: 0,
  used: 0,
  waiting: 0,
  returnsAt: 0,
})

/** Takes leases from the store into buckets. `keep` remembers a bucket until a given time, unix milliseconds. */
export function createLeases({
  store,
  now,
  keep,
  watch,
}: {
  store: LimitStore
  now: () => number
  keep: (key: string, bucket: Bucket, until: number) => void
  watch: Watch | undefined
}) {
  /** Unix milliseconds until which the store gets no requests; 0 while it answers. */
  let downUntil = 0

  /**
   * Prevents requests to the store while it is down; after that, lets one through and holds the others back meanwhile.
   */
  function checkStore(): void {
    if (downUntil === 0) return
    const time = now()
    if (time < downUntil) throw new LimiterUnavailable('the limit store did not answer a moment ago')
    downUntil = time + TIMEOUT_MS
  }

  /** Makes the bucket hold `cost` tokens, or remember that they are denied. Throws LimiterUnavailable. */
  async function refill(
    bucket: Bucket,
    key: string,
    budget: Budget,
    waitUntil: WaitUntil,
    cost: number,
  ): Promise<void> {
    checkStore()
    const { limit, windowSeconds } = budget
    const time = now()
    if (time >= bucket.resetAt) bucket.tokens = 0
    const need = cost - bucket.tokens
    // A key that comes back soon gets twice what it used; one that comes rarely gets just what it needs.
    const busy = time - bucket.leasedAt < 2 * HOLD_MS ? 2 * bucket.used : 0
    const share = Math.min(LEASE_MAX, Math.floor(limit / LEASE_PART))
    const want = Math.max(need, Math.min(share, Math.max(busy, need + bucket.waiting)))
    try {
      const lease = await within(TIMEOUT_MS, store.lease({ key, limit, windowSeconds, want, need }))
      downUntil = 0
      watch?.record('limiter', 'ok', now() - time)
      fill(bucket, key, lease, need)
      if (lease.granted > 0 && bucket.tokens !== cost) returnLater(bucket, key, budget, waitUntil)
    } catch (cause) {
      downUntil = now() + BACKOFF_MS
      watch?.record('limiter', cause instanceof LimiterUnavailable ? 'timeout' : 'failed', now() - time)
      throw new LimiterUnavailable('the limit store does not answer', { cause })
    }
  }

  /** Puts a lease of at least `need` tokens into the bucket, or remembers that they are denied. */
  function fill(bucket: Bucket, key: string, lease: Lease, need: number): void {
    const resetAt = lease.resetAt * 1000
    bucket.tokens = lease.granted + (resetAt === bucket.resetAt ? bucket.tokens : 0)
    bucket.left = lease.remaining
    bucket.resetAt = resetAt
    bucket.leasedAt = now()
    bucket.used = lease.granted
    keep(key, bucket, Math.max(resetAt, bucket.leasedAt) + HOLD_MS)
    if (lease.granted > 0) return
    bucket.deniedUntil = Math.min(resetAt, bucket.leasedAt + HOLD_MS)
    bucket.refused = need
  }

  /** Returns the bucket's unspent tokens to the store, after a while. */
  function returnLater(bucket: Bucket, key: string, budget: Budget, waitUntil: WaitUntil): void {
    if (now() <= bucket.returnsAt + HOLD_MS) return
    bucket.returnsAt = now() + HOLD_MS
    waitUntil(giveBackLater(bucket, key, budget))
  }

  async function giveBackLater(bucket: Bucket, key: string, { limit, windowSeconds }: Budget): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, HOLD_MS))
    bucket.returnsAt = 0
    const { tokens, resetAt } = bucket
    if (tokens === 0 || now() >= resetAt) return
    bucket.tokens = 0
    bucket.used = Math.max(0, bucket.used - tokens)
    try {
      const giveBack = { tokens, resetAt: resetAt / 1000 }
      const { remaining } = await within(TIMEOUT_MS, store.lease({ key, limit, windowSeconds, want: 0, giveBack }))
      if (bucket.resetAt === resetAt) bucket.left = remaining
    } catch {
      // The tokens are lost for the rest of their window, which errs on the strict side.
    }
  }

  return { refill, fill, returnLater }
}

/** The longest that others wait for a request's lease: it was cut off by then. */
export const LEASE_MS = TIMEOUT_MS + BACKOFF_MS

/** Waits for the lease that another request takes for a bucket. Throws LimiterUnavailable if it was cut off. */
export async function joinLease(leases: SingleFlight<void>, key: string, bucket: Bucket, cost: number): Promise<void> {
  bucket.waiting += cost
  try {
    if (!(await leases.join(key))) throw new LimiterUnavailable('a lease was cut off')
  } finally {
    bucket.waiting -= cost
  }
}

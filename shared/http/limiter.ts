import type { Budget, LimitClass } from '../../schema/limits.ts'
import type { LimitStore } from '../durable/limits.ts'
import { Memory } from '../memory/Memory.ts'

/** Whether a request may go on, and what is left of its budget as far as this isolate knows. */
export interface Decision {
  readonly allowed: boolean
  readonly name: LimitClass
  readonly limit: number
  readonly remaining: number
  /** Seconds until the window ends, at least 1. */
  readonly resetSeconds: number
  readonly windowSeconds: number
}

export interface Limiter {
  /**
   * Spends `cost` tokens of the key's budget. The decision comes synchronously while the isolate holds tokens leased
   * before, or remembers a denial; otherwise a lease is awaited, one for all who ask for the same key meanwhile.
   *
   * `key` names the budget and who spends it, as `read:ip:192.0.2.1`. `waitUntil` is the request's own: a lease outlives a
   * client that hangs up, and tokens left a second later go back to the store.
   *
   * @throws LimiterUnavailable (as a rejection) when the store can't be reached. Nothing is spent.
   */
  take(key: string, budget: Budget, waitUntil: WaitUntil, cost?: number): Decision | Promise<Decision>
}

export type WaitUntil = (work: Promise<unknown>) => void

/** The store doesn't answer. Whether the request goes on without a limit is for the caller to say. */
export class LimiterUnavailable extends Error {
  override readonly name = 'LimiterUnavailable'
}

/** A lease takes at most this part of the budget, and at most that many tokens. */
const LEASE_PART = 16
const LEASE_MAX = 256
/** Unspent tokens go back after this time, and a denial is believed for as long: others' tokens may have come back. */
const HOLD_MS = 1000
/** A busy store is waited for: only one that says nothing for so long is down. */
const TIMEOUT_MS = 5000
/** After a failure the store is left alone for this long; then one lease tries it. */
const BACKOFF_MS = 1000
/** Share of the isolate's memory. A key that it has no room for costs a lease when it comes again. */
const BUCKETS_BYTES = 4 * 1024 * 1024
const BUCKET_BYTES = 256

interface Bucket {
  /** Leased and unspent; worth nothing after `resetAt`. */
  tokens: number
  /** Left in the store after the last lease. */
  left: number
  /** End of the window, unix milliseconds. */
  resetAt: number
  /** Until this time (unix milliseconds) a request for `refused` tokens or more is denied without a lease. */
  deniedUntil: number
  refused: number
  leasedAt: number
  /** Tokens of the last lease that were put to use. */
  used: number
  /** Tokens that requests are waiting for, and the lease they wait for. */
  waiting: number
  lease: Promise<void> | undefined
  /** When a timer will give back what is unspent; long past when that timer died with its request. */
  returnsAt: number
}

const emptyBucket = (): Bucket => ({
  tokens: 0,
  left: 0,
  resetAt: 0,
  deniedUntil: 0,
  refused: 0,
  leasedAt: 0,
  used: 0,
  waiting: 0,
  lease: undefined,
  returnsAt: 0,
})

/**
 * The isolate's side of the limiter: one per isolate. `now` is the clock, unix milliseconds.
 *
 * What all isolates let through in a window never passes the limit. It may stay below it for about a second, by the tokens
 * that other isolates hold and have not used.
 */
export function createLimiter({
  store,
  now,
  memory = new Memory(now),
}: {
  store: LimitStore
  now: () => number
  memory?: Memory
}): Limiter {
  const buckets = memory.cache<Bucket>(BUCKETS_BYTES, () => BUCKET_BYTES)
  /** Unix milliseconds until which the store is not asked; 0 while it answers. */
  let downUntil = 0

  function admit(key: string, { windowSeconds }: Budget): Bucket {
    const bucket = emptyBucket()
    buckets.set(key, bucket, now() + 1000 * windowSeconds)
    return bucket
  }

  /** Keeps the store from being asked while it is down; after that, lets one ask and holds the others back meanwhile. */
  function checkStore(): void {
    if (downUntil === 0) return
    const time = now()
    if (time < downUntil) throw new LimiterUnavailable('the limit store did not answer a moment ago')
    downUntil = time + TIMEOUT_MS
  }

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
    // A key that comes again soon gets twice what it used; one that comes rarely, just what it asks for.
    const busy = time - bucket.leasedAt < 2 * HOLD_MS ? 2 * bucket.used : 0
    const share = Math.min(LEASE_MAX, Math.floor(limit / LEASE_PART))
    const want = Math.max(need, Math.min(share, Math.max(busy, need + bucket.waiting)))
    try {
      const lease = await within(TIMEOUT_MS, store.lease({ key, limit, windowSeconds, want, need }))
      downUntil = 0
      const resetAt = lease.resetAt * 1000
      bucket.tokens = lease.granted + (resetAt === bucket.resetAt ? bucket.tokens : 0)
      bucket.left = lease.remaining
      bucket.resetAt = resetAt
      bucket.leasedAt = now()
      bucket.used = lease.granted
      buckets.set(key, bucket, Math.max(resetAt, bucket.leasedAt) + HOLD_MS)
      if (lease.granted === 0) {
        bucket.deniedUntil = Math.min(resetAt, bucket.leasedAt + HOLD_MS)
        bucket.refused = need
      } else if (bucket.tokens !== cost && bucket.leasedAt > bucket.returnsAt + HOLD_MS) {
        bucket.returnsAt = bucket.leasedAt + HOLD_MS
        waitUntil(giveBackLater(bucket, key, budget))
      }
    } catch (cause) {
      downUntil = now() + BACKOFF_MS
      throw new LimiterUnavailable('the limit store does not answer', { cause })
    }
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

  /** The way over the store. Each turn ends in a decision or in a lease that serves at least one of those who wait. */
  async function settle(
    bucket: Bucket,
    key: string,
    budget: Budget,
    waitUntil: WaitUntil,
    cost: number,
  ): Promise<Decision> {
    for (;;) {
      const decision = decide(bucket, budget, cost, now())
      if (decision) return decision
      if (bucket.lease) {
        await joinLease(bucket, bucket.lease, cost)
        continue
      }
      const lease = refill(bucket, key, budget, waitUntil, cost).finally(() => {
        if (bucket.lease === lease) bucket.lease = undefined
      })
      bucket.lease = lease
      waitUntil(lease.catch(() => undefined))
      await lease
      // A fresh lease holds for who asked for it, even when this isolate's clock is ahead of the store's.
      const fresh = decide(bucket, budget, cost, Math.min(now(), bucket.resetAt - 1))
      if (fresh) return fresh
    }
  }

  return {
    take(key, budget, waitUntil, cost = 1) {
      const bucket = buckets.get(key) ?? admit(key, budget)
      return decide(bucket, budget, cost, now()) ?? settle(bucket, key, budget, waitUntil, cost)
    },
  }
}

/** Spends from what the isolate holds, or denies from what it remembers; undefined when the store must be asked. */
function decide(
  bucket: Bucket,
  { name, limit, windowSeconds }: Budget,
  cost: number,
  time: number,
): Decision | undefined {
  const allowed = bucket.tokens >= cost && time < bucket.resetAt
  if (allowed) bucket.tokens -= cost
  else if (time >= bucket.deniedUntil || cost - bucket.tokens < bucket.refused) return undefined
  const resetSeconds = Math.max(1, Math.ceil((bucket.resetAt - time) / 1000))
  return { allowed, name, limit, remaining: bucket.tokens + bucket.left, resetSeconds, windowSeconds }
}

/** Waits for another request's lease; should that request have been cut off, the next one asks anew. */
async function joinLease(bucket: Bucket, lease: Promise<void>, cost: number): Promise<void> {
  bucket.waiting += cost
  try {
    await within(TIMEOUT_MS + BACKOFF_MS, lease)
  } finally {
    bucket.waiting -= cost
    if (bucket.lease === lease) bucket.lease = undefined
  }
}

/** What the work gives. @throws LimiterUnavailable when it takes longer. */
export async function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new LimiterUnavailable(`no answer within ${milliseconds} ms`)), milliseconds)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

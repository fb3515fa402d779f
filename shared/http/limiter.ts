import type { Budget, LimitClass } from '../../schema/limits.ts'
import type { Lease, LimitStore } from '../durable/limits.ts'
import { Memory } from '../cache/Memory.ts'
import { SingleFlight } from '../cache/SingleFlight.ts'
import type { Watch } from '../log/Watch.ts'
import type { WaitUntil } from './handler.ts'
import { createLeases, emptyBucket, joinLease, LEASE_MS, type Bucket } from './leases.ts'

/** Whether a request may proceed, and what is left of its budget as far as this isolate knows. */
export interface Decision {
  readonly allowed: boolean
  readonly name: LimitClass
  readonly limit: number
  readonly remaining: number
  /** Seconds until the window ends, at least 1. */
  readonly resetSeconds: number
  readonly windowSeconds: number
}

/** A decision, and the tokens that it spent if it allowed the request. */
export interface Spent extends Decision {
  readonly key: string
  readonly cost: number
  /** End of the window that they belong to, unix milliseconds. */
  readonly resetAt: number
}

export interface Limiter {
  /**
   * Spends `cost` tokens of the key's budget. The decision is synchronous while the isolate holds leased tokens or
   * remembers a denial; otherwise it awaits a lease, which is shared by all concurrent requests for the same key.
   *
   * `key` names the budget and who spends it, such as `read:ip:192.0.2.1`. `waitUntil` is the request's own: a lease
   * outlives a client that hangs up, and tokens left a second later go back to the store.
   *
   * @throws LimiterUnavailable (as a rejection) when the store can't be reached. Nothing is spent.
   */
  take(key: string, budget: Budget, waitUntil: WaitUntil, cost?: number): Spent | Promise<Spent>
  /**
   * Spends `cost` tokens of each of several budgets, or of none: the decisions; the last may be a denial. Throws like `take`.
   */
  takeAll(spenders: readonly Spender[], waitUntil: WaitUntil, cost: number): Promise<Spent[]>
  /** Adds a token that another call than `lease` has brought from the store, or its denial. */
  deposit(spender: Spender, lease: Lease): void
  /**
   * Gives back the tokens that these decisions spent, as far as their windows last: the same decisions, with what is left
   * now. Each decision is to be given back once.
   */
  giveBack(decisions: readonly Spent[], waitUntil: WaitUntil): Spent[]
}

/** A key and the budget that it names. */
export interface Spender {
  readonly key: string
  readonly budget: Budget
}

/** Share of the isolate's memory. A key that does not fit costs a lease when it comes again. */
const BUCKETS_BYTES = 4 * 1024 * 1024
const BUCKET_BYTES = 256

/**
 * The isolate's side of the limiter: one per isolate. `now` is the clock, unix milliseconds.
 *
 * All isolates together never let through more than the limit in a window. For about a second they may let through
 * less, by the unused tokens that other isolates hold.
 */
export function createLimiter({
  store,
  now,
  memory = new Memory(now),
  watch,
}: {
  store: LimitStore
  now: () => number
  memory?: Memory
  watch?: Watch | undefined
}): Limiter {
  const buckets = memory.cache<Bucket>(BUCKETS_BYTES, () => BUCKET_BYTES)
  const leases = new SingleFlight<void>(LEASE_MS)
  const { refill, fill, returnLater } = createLeases({
    store,
    now,
    watch,
    keep: (key, bucket, until) => buckets.set(key, bucket, until),
  })

  function admit(key: string, { windowSeconds }: Budget): Bucket {
    const bucket = emptyBucket()
    buckets.set(key, bucket, now() + 1000 * windowSeconds)
    return bucket
  }

  /**
   * The path through the store. Each turn ends in a decision or in a lease that serves at least one waiting request.
   */
  async function settle(
    bucket: Bucket,
    key: string,
    budget: Budget,
    waitUntil: WaitUntil,
    cost: number,
  ): Promise<Spent> {
    for (;;) {
      const decision = decide(bucket, key, budget, cost, now())
      if (decision) return decision
      if (leases.has(key)) {
        await joinLease(leases, key, bucket, cost)
        continue
      }
      await leases.lead(key, () => refill(bucket, key, budget, waitUntil, cost), waitUntil)
      // A fresh lease is valid for its own request, even when this isolate's clock is ahead of the store's.
      const fresh = decide(bucket, key, budget, cost, Math.min(now(), bucket.resetAt - 1))
      if (fresh) return fresh
    }
  }

  const bucketOf = (key: string, budget: Budget) => buckets.get(key) ?? admit(key, budget)

  return {
    take(key, budget, waitUntil, cost = 1) {
      const bucket = bucketOf(key, budget)
      return decide(bucket, key, budget, cost, now()) ?? settle(bucket, key, budget, waitUntil, cost)
    },
    async takeAll(spenders, waitUntil, cost) {
      const decisions: Spent[] = []
      const spent: { readonly bucket: Bucket; readonly resetAt: number }[] = []
      try {
        for (const { key, budget } of spenders) {
          const bucket = bucketOf(key, budget)
          const decision =
            decide(bucket, key, budget, cost, now()) ?? (await settle(bucket, key, budget, waitUntil, cost))
          decisions.push(decision)
          if (!decision.allowed) break
          spent.push({ bucket, resetAt: bucket.resetAt })
        }
      } finally {
        // Tokens of a window that has ended meanwhile are void, as any others of it.
        if (spent.length < spenders.length)
          for (const { bucket, resetAt } of spent) if (bucket.resetAt === resetAt) bucket.tokens += cost
      }
      return decisions
    },
    deposit({ key, budget }, lease) {
      fill(bucketOf(key, budget), key, lease, 1)
    },
    giveBack(decisions, waitUntil) {
      // Tokens of a bucket that the isolate has forgotten stay spent, which errs on the strict side.
      const bucketFor = ({ key, resetAt }: Spent) => {
        const bucket = buckets.get(key)
        return bucket?.resetAt === resetAt && now() < resetAt ? bucket : undefined
      }
      for (const decision of decisions) {
        const bucket = decision.allowed ? bucketFor(decision) : undefined
        if (!bucket) continue
        bucket.tokens += decision.cost
        returnLater(bucket, decision.key, decision, waitUntil)
      }
      return decisions.map((decision) => {
        const bucket = bucketFor(decision)
        return bucket ? { ...decision, remaining: bucket.tokens + bucket.left } : decision
      })
    },
  }
}

/** Spends tokens that the isolate holds, or denies from memory; undefined if that takes a lease. */
function decide(
  bucket: Bucket,
  key: string,
  { name, limit, windowSeconds }: Budget,
  cost: number,
  time: number,
): Spent | undefined {
  const allowed = bucket.tokens >= cost && time < bucket.resetAt
  if (allowed) bucket.tokens -= cost
  else if (time >= bucket.deniedUntil || cost - bucket.tokens < bucket.refused) return undefined
  const { tokens, left, resetAt } = bucket
  const resetSeconds = Math.max(1, Math.ceil((resetAt - time) / 1000))
  return { allowed, name, limit, remaining: tokens + left, resetSeconds, windowSeconds, key, cost, resetAt }
}

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Budget } from '../../schema/limits.ts'
import { leaseSize, windowEnd, type LeaseRequest, type LimitStore } from '../../shared/durable/limits.ts'
import { createLimiter, type Limiter, type Spent } from '../../shared/http/limiter.ts'
import { LimiterUnavailable } from '../../shared/http/within.ts'

const LATENCY = 10
const budget: Budget = { name: 'read', limit: 120, windowSeconds: 60 }
const small: Budget = { name: 'write', limit: 3, windowSeconds: 60 }

/** A store in memory with a clock of its own, which keeps its requests and fails or hangs on demand. */
function memoryStore(skew = 0) {
  const spent = new Map<string, number>()
  const requests: LeaseRequest[] = []
  const store: LimitStore & {
    readonly requests: readonly LeaseRequest[]
    mode: 'up' | 'failing' | 'hanging'
    latency: number
  } = {
    requests,
    mode: 'up',
    latency: LATENCY,
    async lease(request) {
      requests.push(request)
      if (store.mode === 'failing') throw new Error('connection refused')
      await new Promise((resolve) => setTimeout(resolve, store.mode === 'hanging' ? 60_000 : store.latency))
      const { key, limit, windowSeconds, want, need = 1, giveBack } = request
      const resetAt = windowEnd(Date.now() + skew, windowSeconds)
      const window = `${key}@${resetAt}`
      const before = (spent.get(window) ?? 0) - (giveBack?.resetAt === resetAt ? giveBack.tokens : 0)
      const granted = leaseSize(limit - before, want, need)
      spent.set(window, before + granted)
      return { granted, remaining: limit - before - granted, resetAt }
    },
  }
  return store satisfies LimitStore
}

let store: ReturnType<typeof memoryStore>
let limiter: Limiter
let background: Promise<unknown>[]

const waitUntil = (work: Promise<unknown>) => void background.push(work)
const take = (key = 'k', of = budget, cost = 1) => limiter.take(key, of, waitUntil, cost)

/** The decision once the store has answered. */
async function decided(decision: Spent | Promise<Spent>): Promise<Spent> {
  const settled = Promise.resolve(decision)
  settled.catch(() => undefined)
  await vi.advanceTimersByTimeAsync(3 * LATENCY)
  return settled
}

/** Results of decisions that wait for each other, while time goes on. */
async function all(decisions: readonly (Spent | Promise<Spent>)[]): Promise<Spent[]> {
  const settled = Promise.all(decisions)
  const playing = { isOver: false }
  settled.catch(() => undefined).finally(() => (playing.isOver = true))
  while (!playing.isOver) await vi.advanceTimersByTimeAsync(10 * LATENCY)
  return settled
}

/** Many that wait for each other set too many timers to be played. */
function inRealTime(): void {
  vi.useRealTimers()
  limiter = createLimiter({ store, now: Date.now })
}

beforeEach(() => {
  // The beginning of a window.
  vi.useFakeTimers({ now: 1_800_000_000_000 })
  background = []
  store = memoryStore()
  limiter = createLimiter({ store, now: Date.now })
})

afterEach(() => vi.useRealTimers())

describe('leasing', () => {
  test('a first request leases one token, and soon-following ones twice what was used', async () => {
    for (let i = 0; i < 15; i++) expect((await decided(take())).remaining).toBe(119 - i)
    expect(store.requests.map(({ want }) => want)).toEqual([1, 2, 4, 7, 7])
  })

  test('a leased token is spent synchronously', async () => {
    await decided(take())
    await decided(take())
    const decision = take()
    expect(decision).toEqual({
      allowed: true,
      name: 'read',
      limit: 120,
      remaining: 117,
      resetSeconds: 60,
      windowSeconds: 60,
      key: 'k',
      cost: 1,
      resetAt: expect.any(Number),
    })
  })

  test('concurrent requests share a lease', async () => {
    const decisions = Promise.all(Array.from({ length: 50 }, () => take()))
    await vi.advanceTimersByTimeAsync(20 * LATENCY)
    expect((await decisions).every(({ allowed }) => allowed)).toBe(true)
    expect(store.requests.length).toBeLessThan(20)
  })

  test('a lease is at most a sixteenth of the budget and 1024 tokens, unless one request costs more', async () => {
    const large: Budget = { name: 'read', limit: 1_000_000, windowSeconds: 60 }
    inRealTime()
    await Promise.all(Array.from({ length: 3000 }, () => take('large', large)))
    expect(Math.max(...store.requests.map(({ want }) => want))).toBe(1024)
    expect((await take('costly', budget, 50)).remaining).toBe(70)
  })

  test('unspent tokens go back after a second', async () => {
    for (let i = 0; i < 2; i++) await decided(take())
    await vi.advanceTimersByTimeAsync(1100)
    expect(store.requests.at(-1)).toMatchObject({ want: 0, giveBack: { tokens: 1, resetAt: 1_800_000_060 } })
    await Promise.all(background)
    expect((await decided(take())).remaining).toBe(117)
  })

  test('a key that comes rarely costs one question each time', async () => {
    for (let i = 1; i <= 3; i++) {
      await decided(take())
      await vi.advanceTimersByTimeAsync(5000)
      expect(store.requests).toHaveLength(i)
    }
  })

  test('a token is neither spent nor given back after its window', async () => {
    await decided(take())
    await decided(take())
    vi.setSystemTime(1_800_000_060_000)
    expect((await decided(take('k', budget, 2))).remaining).toBe(118)
    await vi.advanceTimersByTimeAsync(2000)
    const returned = store.requests.flatMap(({ giveBack }) => giveBack ?? [])
    expect(returned.filter(({ resetAt }) => resetAt === 1_800_000_060)).toEqual([])
  })

  test("a clock ahead of or behind the store's neither loops nor opens the budget", async () => {
    for (const skew of [-3000, 3000]) {
      store = memoryStore(skew)
      limiter = createLimiter({ store, now: Date.now })
      vi.setSystemTime(1_800_000_060_000 + 1000)
      const decisions = Promise.all(Array.from({ length: 10 }, () => take('skewed', small)))
      await vi.advanceTimersByTimeAsync(100 * LATENCY)
      expect((await decisions).filter(({ allowed }) => allowed)).toHaveLength(3)
    }
  })
})

describe('denials', () => {
  test('are remembered, and the store is called again once a second', async () => {
    for (let i = 0; i < 3; i++) expect((await decided(take('k', small))).allowed).toBe(true)
    expect(await decided(take('k', small))).toMatchObject({ allowed: false, remaining: 0, resetSeconds: 60 })
    const requests = store.requests.length
    for (let i = 0; i < 1000; i++) expect(take('k', small)).toMatchObject({ allowed: false })
    expect(store.requests).toHaveLength(requests)
    await vi.advanceTimersByTimeAsync(1000)
    expect((await decided(take('k', small))).allowed).toBe(false)
    expect(store.requests).toHaveLength(requests + 1)
  })

  test('end with the window', async () => {
    for (let i = 0; i < 4; i++) await decided(take('k', small))
    vi.setSystemTime(1_800_000_060_000)
    expect((await decided(take('k', small))).allowed).toBe(true)
  })

  test('of a costly request leave what remains to cheaper ones', async () => {
    await decided(take('k', budget, 115))
    expect(await decided(take('k', budget, 10))).toMatchObject({ allowed: false, remaining: 5 })
    expect((await decided(take('k', budget, 5))).allowed).toBe(true)
  })
})

describe('giving back', () => {
  test('puts spent tokens where the next request finds them, and in the end into the store', async () => {
    const spent = limiter.takeAll([{ key: 'k', budget: small }], waitUntil, 3)
    await vi.advanceTimersByTimeAsync(LATENCY)
    expect(await decided(take('k', small))).toMatchObject({ allowed: false })
    expect(limiter.giveBack(await spent, waitUntil)).toMatchObject([{ remaining: 3 }])
    expect(await decided(take('k', small))).toMatchObject({ allowed: true, remaining: 2 })
    await vi.advanceTimersByTimeAsync(2000)
    const other = createLimiter({ store, now: Date.now })
    const rest = other.takeAll([{ key: 'k', budget: small }], waitUntil, 2)
    await vi.advanceTimersByTimeAsync(LATENCY)
    expect(await rest).toMatchObject([{ allowed: true }])
  })

  test('of a window that has ended, or of a denial, adds nothing', async () => {
    const spent = limiter.takeAll([{ key: 'k', budget: small }], waitUntil, 3)
    await vi.advanceTimersByTimeAsync(LATENCY)
    const denied = await decided(take('k', small))
    expect(limiter.giveBack([denied], waitUntil)).toMatchObject([{ remaining: 0 }])
    await vi.advanceTimersByTimeAsync(60_000)
    for (let i = 0; i < 3; i++) expect(await decided(take('k', small))).toMatchObject({ allowed: true })
    limiter.giveBack(await spent, waitUntil)
    expect(await decided(take('k', small))).toMatchObject({ allowed: false })
  })
})

describe('a store that is slow', () => {
  test('refuses none of a thousand at once for that, and stays exact', async () => {
    inRealTime()
    store.latency = 20
    const day: Budget = { name: 'write', limit: 120, windowSeconds: 86_400 }
    const decisions = await Promise.all(Array.from({ length: 1000 }, () => take('k', day)))
    expect(decisions.filter(({ allowed }) => allowed)).toHaveLength(120)
  })

  test('by nearly as long as one is waited for refuses none for that', async () => {
    store.latency = 4000
    const day: Budget = { ...small, windowSeconds: 86_400 }
    const decisions = await all(Array.from({ length: 5 }, () => take('k', day)))
    expect(decisions.filter(({ allowed }) => allowed)).toHaveLength(3)
  })
})

describe('when the store does not answer', () => {
  test('a failure is LimiterUnavailable, and the store is left alone for a second', async () => {
    store.mode = 'failing'
    await expect(decided(take())).rejects.toThrow(LimiterUnavailable)
    for (let i = 0; i < 50; i++) await expect(decided(take(`other-${i}`))).rejects.toThrow(LimiterUnavailable)
    expect(store.requests.length).toBeLessThanOrEqual(3)
    store.mode = 'up'
    await vi.advanceTimersByTimeAsync(1000)
    expect((await decided(take())).allowed).toBe(true)
  })

  test('a lease that hangs ends after five seconds; while it lasts, one request at a time waits', async () => {
    store.mode = 'hanging'
    const first = take()
    const outcome = expect(first).rejects.toThrow(LimiterUnavailable)
    await vi.advanceTimersByTimeAsync(5000)
    await outcome
    await vi.advanceTimersByTimeAsync(1000)
    const probe = expect(take('probe')).rejects.toThrow(LimiterUnavailable)
    await expect(take('other')).rejects.toThrow(LimiterUnavailable)
    expect(store.requests).toHaveLength(2)
    await vi.advanceTimersByTimeAsync(5000)
    await probe
  })

  test('leased tokens and remembered denials still hold', async () => {
    for (let i = 0; i < 2; i++) await decided(take())
    for (let i = 0; i < 4; i++) await decided(take('used-up', small))
    store.mode = 'failing'
    expect(take()).toMatchObject({ allowed: true })
    expect(take('used-up', small)).toMatchObject({ allowed: false })
  })
})

test('keys are forgotten when there are many, without a token lost', async () => {
  for (let i = 0; i < 2; i++) await decided(take('kept'))
  store.mode = 'failing'
  for (let i = 0; i < 30_000; i++) Promise.resolve(take(`key-${i}`)).catch(() => undefined)
  store.mode = 'up'
  await vi.advanceTimersByTimeAsync(2000)
  expect(store.requests).toContainEqual(
    expect.objectContaining({ key: 'kept', giveBack: expect.objectContaining({ tokens: 1 }) }),
  )
  expect((await decided(take('kept'))).remaining).toBe(117)
})

import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { windowEnd, type LimitStore } from '../../shared/durable/limits.ts'
import { upstash } from '../../functions/core/upstash.ts'
import { needs, REDIS } from '../support/machine.ts'
import { startRedisRest } from '../support/redisRest.ts'
import { ENDLESS, startLimitWorkers, type LimitWorkers } from './limitWorkers.ts'
import { useNet } from '../support/useNet.ts'

describe('the limiter on Redis', needs('redis-server', REDIS), () => {
  let store: LimitStore
  let workers: LimitWorkers

  const redis = useNet(() => startRedisRest())
  beforeAll(async () => {
    store = upstash({ ...redis, timeoutMs: 10_000 })
    workers = await startLimitWorkers({
      env: { UPSTASH_REDIS_REST_URL: redis.url, UPSTASH_REDIS_REST_TOKEN: redis.token },
    })
  })

  afterAll(() => workers.stop())

  describe('leases', () => {
    const budget = { limit: 64, windowSeconds: ENDLESS }

    test('shrink with what is left, down to one token, then nothing', async () => {
      const sizes: number[] = []
      for (let granted = -1; granted !== 0; sizes.push(granted)) {
        granted = (await store.lease({ key: 'shrink', ...budget, want: 16 })).granted
      }
      expect(sizes[0]).toBe(4)
      expect(sizes.at(-2)).toBe(1)
      expect(sizes.reduce((sum, size) => sum + size)).toBe(64)
    })

    test('never hand out a token twice under concurrency', async () => {
      const leases = await Promise.all(
        Array.from({ length: 100 }, (_, i) => store.lease({ key: 'race', ...budget, want: 1 + (i % 5) })),
      )
      const granted = leases.reduce((sum, lease) => sum + lease.granted, 0)
      const { remaining } = await store.lease({ key: 'race', ...budget, want: 0 })
      expect(granted + remaining).toBe(64)
    })

    test('give all that is needed or none, and a refusal costs nothing', async () => {
      await store.lease({ key: 'need', ...budget, want: 60, need: 60 })
      expect(await store.lease({ key: 'need', ...budget, want: 10, need: 10 })).toMatchObject({
        granted: 0,
        remaining: 4,
      })
      expect(await store.lease({ key: 'need', ...budget, want: 4, need: 4 })).toMatchObject({
        granted: 4,
        remaining: 0,
      })
    })

    test('take tokens back into their own window only', async () => {
      const { resetAt } = await store.lease({ key: 'back', ...budget, want: 10, need: 10 })
      expect(resetAt).toBe(windowEnd(Date.now(), ENDLESS))
      const again = await store.lease({ key: 'back', ...budget, want: 0, giveBack: { tokens: 4, resetAt } })
      expect(again).toMatchObject({ granted: 0, remaining: 58 })
      const old = await store.lease({
        key: 'back',
        ...budget,
        want: 0,
        giveBack: { tokens: 4, resetAt: resetAt - ENDLESS },
      })
      expect(old.remaining).toBe(58)
    })

    test('leave nothing in Redis that does not expire', async () => {
      await store.lease({ key: 'expires', ...budget, want: 1 })
      const keys = await redis.command('KEYS', '*')
      if (!Array.isArray(keys)) throw new Error('KEYS answers an array')
      expect(keys.length).toBeGreaterThan(0)
      for (const key of keys) expect(await redis.command('PTTL', String(key))).toBeGreaterThan(0)
    })

    test('fail with a wrong token', async () => {
      await expect(
        upstash({ url: redis.url, token: 'wrong' }).lease({ key: 'x', ...budget, want: 1 }),
      ).rejects.toThrow()
    })
  })

  test('three isolates together get exactly the limit', async () => {
    await whileHeard(async (key) => {
      const answers = await Promise.all(Array.from({ length: 180 }, (_, i) => workers.take(i % 3, { key, limit: 60 })))
      const allowed = answers.filter(({ status }) => status === 200).length
      expect(allowed).toBeLessThanOrEqual(60)
      if (answers.some(({ status }) => status === 503)) return false
      // A token whose taker lost a race for the last ones is back at once, and so is one that an isolate didn't use.
      await expect.poll(() => workers.left({ key, limit: 60 })).toBe(60 - allowed)
      const late = await Promise.all(Array.from({ length: 10 }, () => workers.take(0, { key, limit: 60 })))
      if (late.some(({ status }) => status === 503)) return false
      expect([...answers, ...late].filter(({ status }) => status === 200)).toHaveLength(60)
      return true
    })
  })

  test('a client that hangs up does not take down the lease that others wait for', async () => {
    await whileHeard(async (key) => {
      const url = `${workers.url}take?key=${key}&limit=120&window=${ENDLESS}`
      redis.latency = 150
      const sent = redis.commands.length
      const leaving = new AbortController()
      let isAnswered = false
      // It is answered only where Redis is thought to be away.
      const first = fetch(url, { signal: leaving.signal }).then(
        () => void (isAnswered = true),
        () => {},
      )
      await vi.waitUntil(() => isAnswered || redis.commands.length > sent, { timeout: 45_000 })
      leaving.abort()
      await first
      const second = isAnswered ? undefined : await fetch(url)
      redis.latency = 0
      return second?.status === 200
    })
  })

  /**
   * A busy machine may not be heard in time: what it was leased is lost then, and Redis is thought to be away for a moment.
   * With another key it is tried again.
   */
  async function whileHeard(attempt: (key: string) => Promise<boolean>): Promise<void> {
    await vi.waitUntil(() => attempt(`heard-${attempts++}`), { timeout: 50_000, interval: 500 })
  }
  let attempts = 0

  test('an outage is probed once in a while, and ends by itself', async () => {
    redis.latency = 2000
    expect((await workers.take(1, { key: 'outage' })).status).toBe(503)
    const sent = redis.commands.length
    for (let i = 0; i < 20; i++) expect((await workers.take(1, { key: `outage-${i}` })).status).toBe(503)
    expect(redis.commands.length - sent).toBeLessThan(20)
    redis.latency = 0
    for (const key of ['outage', 'outage-1'])
      await expect.poll(async () => (await workers.take(1, { key })).status).toBe(200)
  })
})

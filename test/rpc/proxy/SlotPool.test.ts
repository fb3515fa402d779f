import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SlotPool } from '../../../functions/rpc/proxy/slots/SlotPool.ts'

/** A pool of ten slots that nobody else uses, and what was claimed of it. */
function open() {
  const claims: number[] = []
  const work: Promise<unknown>[] = []
  const pool = new SlotPool({
    now: Date.now,
    claim: async (want) => {
      claims.push(want)
      return Math.min(want, 10)
    },
  })
  const waitUntil = (promise: Promise<unknown>) => void work.push(promise)
  return { pool, claims, work, waitUntil }
}

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

test('many requests wait for few claims', async () => {
  const { pool, claims, waitUntil } = open()
  for (let i = 0; i < 100; i++) {
    expect(await pool.take(waitUntil)).toBe(true)
    pool.give(waitUntil)
  }
  const taking = Promise.all(Array.from({ length: 12 }, () => pool.take(waitUntil)))
  await vi.advanceTimersByTimeAsync(50)
  const taken = await taking
  expect(taken.filter(Boolean)).toHaveLength(10)
  expect(claims.length).toBeLessThan(8)
})

test('idle slots go back however the last requests ended, and once they are all back nothing is claimed', async () => {
  const { pool, claims, work, waitUntil } = open()
  await pool.take(waitUntil)
  await pool.take(waitUntil)
  pool.give(waitUntil)
  // One is still in use when the idle ones are looked for.
  await vi.advanceTimersByTimeAsync(1500)
  pool.give(waitUntil)
  await vi.advanceTimersByTimeAsync(5000)
  expect(claims.at(-1)).toBe(0)
  expect(pool.isEmpty).toBe(true)
  await Promise.all(work)
  expect(vi.getTimerCount()).toBe(0)
})

test('a claim that will not last for another request is made again', async () => {
  const { pool, claims, waitUntil } = open()
  await pool.take(waitUntil)
  const before = claims.length
  await vi.advanceTimersByTimeAsync(40_000)
  expect(await pool.take(waitUntil)).toBe(true)
  expect(claims.length).toBe(before + 1)
})

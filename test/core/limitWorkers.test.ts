import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { ENDLESS, startLimitWorkers, type LimitWorkers, type TakeQuery } from './limitWorkers.ts'

let workers: LimitWorkers
let persist: string

beforeAll(async () => {
  persist = await mkdtemp(path.join(tmpdir(), 'limits-'))
  workers = await startLimitWorkers({ persist })
})

afterAll(async () => {
  await workers.stop()
  await rm(persist, { recursive: true })
})

/** Statuses of `count` concurrent requests, spread over the given clients. */
async function burst(clients: number[], count: number, query: TakeQuery): Promise<Record<number, number>> {
  const answers = await Promise.all(
    Array.from({ length: count }, (_, i) => workers.take(clients[i % clients.length] ?? 0, query)),
  )
  const statuses: Record<number, number> = {}
  for (const { status } of answers) statuses[status] = (statuses[status] ?? 0) + 1
  return statuses
}

/** Waits until each isolate has given back what it didn't use: all of a budget that is not left has got through. */
const returned = (allowed: number, query: TakeQuery & { limit: number }) =>
  vi.waitFor(async () => expect(await workers.left(query)).toBe(query.limit - allowed), { timeout: 45_000 })

/** Repeats a burst during which the window ends. */
async function burstInWindow(clients: number[], count: number, query: TakeQuery & { window: number }) {
  const current = () => Math.floor(Date.now() / (1000 * query.window))
  for (;;) {
    const began = current()
    await vi.waitUntil(() => current() !== began, { timeout: 45_000, interval: 20 })
    const statuses = await burst(clients, count, query)
    if (current() === began + 1) return statuses
  }
}

describe.concurrent('one budget over several isolates', () => {
  test('three isolates together get exactly the limit, and the rest is refused', async () => {
    const key = { key: 'exact', limit: 120 }
    const { 200: allowed = 0, 429: refused } = await burst([0, 1, 2], 360, key)
    expect(allowed).toBeLessThanOrEqual(120)
    expect(refused).toBe(360 - allowed)
    await returned(allowed, key)
    expect((await burst([0], 100, key))[200] ?? 0).toBe(120 - allowed)
  })

  test('a small budget is exact too', async () => {
    expect(await burst([0, 1, 2], 30, { key: 'small', limit: 6 })).toEqual({ 200: 6, 429: 24 })
  })

  test('no race of leases and returns passes the limit or loses a token', async () => {
    const key = { key: 'race', limit: 400 }
    let allowed = 0
    for (let round = 0; round < 8; round++) {
      for (const client of [0, 1, 2]) allowed += (await burst([client], 40, key))[200] ?? 0
      // Every other round meets leases and returns that are still under way.
      if (round % 2 === 1) await returned(allowed, key)
    }
    expect(allowed).toBeLessThanOrEqual(400)
    await returned(allowed, key)
    expect((await burst([0], 100, key))[200] ?? 0).toBe(Math.min(100, 400 - allowed))
  })

  test('keys do not share a budget', async () => {
    expect(await burst([0], 4, { key: 'mine', limit: 2 })).toEqual({ 200: 2, 429: 2 })
    expect(await burst([0], 1, { key: 'yours', limit: 2 })).toEqual({ 200: 1 })
  })

  test('tokens that an isolate leases and does not use come back for another', async () => {
    const key = { key: 'unused', limit: 160 }
    for (let i = 0; i < 5; i++) await workers.take(0, key)
    await returned(5, key)
    expect(await burst([1], 200, key)).toEqual({ 200: 155, 429: 45 })
  })

  test('a request that costs more than is left is refused, and a cheaper one goes on', async () => {
    const key = { key: 'batch', limit: 100 }
    expect((await workers.take(0, { ...key, cost: 90 })).status).toBe(200)
    expect((await workers.take(0, { ...key, cost: 20 })).status).toBe(429)
    expect((await workers.take(1, { ...key, cost: 20 })).status).toBe(429)
    expect((await workers.take(0, key)).status).toBe(200)
    expect((await workers.take(1, { ...key, cost: 9 })).status).toBe(200)
    expect((await workers.take(1, key)).status).toBe(429)
  })

  test('a new window brings a new budget, and the old one is deleted', async () => {
    const key = { key: 'window', limit: 3, window: 1 }
    expect(await burstInWindow([0, 1], 10, key)).toEqual({ 200: 3, 429: 7 })
    expect(await burstInWindow([0, 1], 10, key)).toEqual({ 200: 3, 429: 7 })
    await vi.waitFor(async () => expect(await storedKeys()).not.toContain('window'), { timeout: 45_000, interval: 100 })
  })
})

describe('the answer', () => {
  test('carries the policy and what is left, and counts down', async () => {
    const key = { key: 'headers', limit: 120, window: ENDLESS }
    const first = await workers.take(0, key)
    const second = await workers.take(0, key)
    expect(first.headers.get('ratelimit-policy')).toBe(`"read";q=120;w=${ENDLESS}`)
    expect(first.headers.get('ratelimit')).toMatch(/^"read";r=119;t=[1-9]\d*$/)
    expect(second.headers.get('ratelimit')).toMatch(/^"read";r=118;t=[1-9]\d*$/)
    expect(second.headers.get('x-ratelimit-limit')).toBe('120')
    expect(second.headers.get('x-ratelimit-remaining')).toBe('118')
    expect(Number(second.headers.get('x-ratelimit-reset'))).toBeLessThanOrEqual(ENDLESS)
    expect(second.headers.has('retry-after')).toBe(false)
  })

  test('of a refused request says when to come back', async () => {
    const key = { key: 'refused', limit: 1 }
    await workers.take(0, key)
    const refused = await workers.take(1, key)
    expect(refused.status).toBe(429)
    expect(refused.headers.get('retry-after')).toMatch(/^[1-9]\d*$/)
    expect(refused.headers.get('retry-after')).toBe(refused.headers.get('x-ratelimit-reset'))
    expect(refused.headers.get('x-ratelimit-remaining')).toBe('0')
  })
})

describe('what it costs the store', () => {
  test('a flood on a used-up key does not reach it', async () => {
    const key = { key: 'flood', limit: 1 }
    await burst([2], 2, key)
    const before = await workers.leases(2)
    expect(await burst([2], 300, key)).toEqual({ 429: 300 })
    expect((await workers.leases(2)) - before).toBeLessThanOrEqual(3)
  })

  test('concurrent requests for one key share their leases', async () => {
    const before = await workers.leases(2)
    expect(await burst([2], 200, { key: 'shared', limit: 12_000 })).toEqual({ 200: 200 })
    expect((await workers.leases(2)) - before).toBeLessThanOrEqual(20)
  })
})

test('a restart keeps the counts', async () => {
  const key = { key: 'restart', limit: 20 }
  expect(await burst([0, 1, 2], 12, key)).toEqual({ 200: 12 })
  await returned(12, key)
  await workers.stop()
  workers = await startLimitWorkers({ persist })
  expect(await storedKeys()).toContain('restart')
  expect(await burst([0, 1, 2], 20, key)).toEqual({ 200: 8, 429: 12 })
})

/** The keys with a row in any of the limiter's Durable Objects. */
async function storedKeys(): Promise<unknown[]> {
  const files = (await readdir(persist, { recursive: true })).filter((file) =>
    /LimitCounter.*[0-9a-f]{64}\.sqlite$/.test(file),
  )
  expect(files.length).toBeGreaterThan(0)
  return files.flatMap((file) => {
    const database = new DatabaseSync(path.join(persist, file), { readOnly: true })
    const keys = database
      .prepare('SELECT key FROM spent')
      .all()
      .map((row) => row['key'])
    database.close()
    return keys
  })
}

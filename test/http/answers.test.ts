import { describe, expect, test } from 'vitest'
import { ApiError } from '../../shared/errors/ApiError.ts'
import { Answers, type Answer } from '../../shared/http/answers.ts'
import type { HeaderTable } from '../../shared/http/headers.ts'
import { send } from '../../shared/http/send.ts'

const cache = { sMaxAge: 30, staleWhileRevalidate: 60 }

function setUp(freshMs = 1000) {
  const world: {
    now: number
    block: bigint
    produced: number
    failure?: unknown
    partial?: boolean
    isFinal?: boolean
  } = {
    now: 1_000_000,
    block: 100n,
    produced: 0,
  }
  const answers = new Answers({ freshMs, edge: undefined, now: () => world.now })
  const kept: Promise<unknown>[] = []
  const produce = async (): Promise<Answer> => {
    world.produced++
    await Promise.resolve()
    if (world.failure !== undefined) throw world.failure
    return {
      body: new TextEncoder().encode(String(world.block)),
      headers: new Headers(),
      blockNumber: world.block,
      partial: world.partial ?? false,
      isFinal: world.isFinal,
      storedAt: world.now,
    }
  }
  const load = (minBlock?: bigint) => answers.load('key', cache, minBlock, produce, (work) => kept.push(work))
  return { world, answers, load, kept }
}

describe('an answer of the newest block', () => {
  test('is kept for one block time and then read again', async () => {
    const { world, answers, load } = setUp()
    await load()
    expect(answers.fresh('key')).toBeDefined()
    world.now += 999
    await load()
    expect(world.produced).toBe(1)
    world.now += 1
    expect(answers.fresh('key')).toBeUndefined()
    await load()
    expect(world.produced).toBe(2)
  })

  test('is produced once for any number who ask at once', async () => {
    const { world, load } = setUp()
    const all = await Promise.all(Array.from({ length: 200 }, () => load()))
    expect(world.produced).toBe(1)
    expect(all.every(({ answer, stale }) => answer.blockNumber === 100n && !stale)).toBe(true)
  })

  test('is kept alive by waitUntil, so that its first client may leave', async () => {
    const { load, kept } = setUp()
    await load()
    expect(kept).toHaveLength(1)
  })
})

test('an answer as of a final block stays fresh, and is read once', async () => {
  const { world, answers, load } = setUp()
  world.isFinal = true
  await load()
  world.now += 3_600_000
  expect(answers.fresh('key')).toBeDefined()
  await load()
  expect(world.produced).toBe(1)
})

describe('an answer with a part that could not be read', () => {
  test('gives way to the last whole one within its stale window, which it never replaces', async () => {
    const { world, load } = setUp()
    await load()
    world.partial = true
    world.block = 101n
    for (let i = 0; i < 3; i++) {
      world.now += 20_000
      expect(await load()).toMatchObject({ stale: true, answer: { blockNumber: 100n } })
    }
    world.now += 30_000
    expect(await load()).toMatchObject({ stale: false, answer: { partial: true, blockNumber: 101n } })
  })

  test('is given without a whole one, for a block at most, and never stands in itself', async () => {
    const { world, load } = setUp()
    world.partial = true
    expect(await load()).toMatchObject({ stale: false, answer: { partial: true } })
    await load()
    expect(world.produced).toBe(1)
    world.now += 1000
    world.failure = new ApiError('upstream_failed')
    await expect(load()).rejects.toThrow('upstream_failed')
  })

  test('is given if the whole one is older than the requested block', async () => {
    const { world, load } = setUp()
    await load()
    world.partial = true
    world.block = 101n
    expect(await load(101n)).toMatchObject({ stale: false, answer: { partial: true, blockNumber: 101n } })
  })
})

describe('minBlock', () => {
  test('never gets an older answer, fresh or not', async () => {
    const { world, load } = setUp()
    await load()
    world.block = 105n
    expect((await load(103n)).answer.blockNumber).toBe(105n)
    expect(world.produced).toBe(2)
    expect((await load(105n)).answer.blockNumber).toBe(105n)
    expect(world.produced).toBe(2)
  })

  test('does not join a reading that began before and turns out too old', async () => {
    const { world, load } = setUp()
    const first = load()
    const wanting = load(101n)
    await first
    world.block = 101n
    expect((await wanting).answer.blockNumber).toBe(101n)
  })

  test('is behind_requested_block where the node has not got that far', async () => {
    const { load } = setUp()
    await expect(load(101n)).rejects.toMatchObject({ code: 'behind_requested_block' })
  })
})

describe('a failing node', () => {
  test('is stood in for by the last good answer within its stale window', async () => {
    const { world, load } = setUp()
    await load()
    world.failure = new ApiError('upstream_failed')
    world.now += 89_000
    expect(await load()).toMatchObject({ stale: true, answer: { blockNumber: 100n } })
    world.now += 1_000
    await expect(load()).rejects.toMatchObject({ code: 'upstream_failed' })
  })

  test('is never covered up if a newer block was requested', async () => {
    const { world, load } = setUp()
    await load()
    world.failure = new ApiError('upstream_timeout')
    world.now += 2000
    await expect(load(101n)).rejects.toMatchObject({ code: 'upstream_timeout' })
  })

  test('recovers with the next reading', async () => {
    const { world, load } = setUp()
    world.failure = new ApiError('upstream_failed')
    await expect(load()).rejects.toThrow()
    world.failure = undefined
    expect((await load()).stale).toBe(false)
  })

  test('a failure that is not an outage gets no substitute', async () => {
    const { world, load } = setUp()
    await load()
    world.now += 2000
    world.failure = new ApiError('not_a_vault')
    await expect(load()).rejects.toMatchObject({ code: 'not_a_vault' })
  })
})

test('an answer that is sent again has the headers of its own request, and none of an earlier one', () => {
  const answer: Answer = {
    body: new TextEncoder().encode('{}'),
    headers: new Headers({ 'content-type': 'application/json', etag: 'W/"1"', vary: 'Accept' }),
    blockNumber: 1n,
    storedAt: 0,
  }
  const headersOf = (own: HeaderTable, given: Record<string, string> = {}) =>
    Object.fromEntries(send(new Request('https://api.example.com/', { headers: given }), answer, own).headers)
  const shared = Object.fromEntries(answer.headers)
  expect(headersOf({ 'x-request-id': 'a', ratelimit: '2' })).toEqual({ ...shared, 'x-request-id': 'a', ratelimit: '2' })
  expect(headersOf({ 'x-request-id': 'b', ratelimit: '1' })).toEqual({ ...shared, 'x-request-id': 'b', ratelimit: '1' })
  expect(headersOf({ 'x-request-id': 'c' })).toEqual({ ...shared, 'x-request-id': 'c' })
  const { 'content-type': _, ...withoutType } = shared
  expect(headersOf({ 'x-request-id': 'd' }, { 'if-none-match': '"1"' })).toEqual({
    ...withoutType,
    'x-request-id': 'd',
  })
  for (const origin of ['https://one.example', 'https://two.example']) {
    const own = { vary: 'Origin', 'access-control-allow-origin': origin }
    expect(headersOf(own)).toEqual({ ...shared, ...own, vary: 'Origin, Accept' })
  }
  expect(headersOf({ 'x-request-id': 'e' })).toEqual({ ...shared, 'x-request-id': 'e' })
})

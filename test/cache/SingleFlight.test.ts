import path from 'node:path'
import { convertV4MiniflareOptions, Miniflare } from 'miniflare'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { COMPATIBILITY_DATE, COMPATIBILITY_FLAGS } from '../../platform/workers.ts'
import { SingleFlight } from '../../shared/cache/SingleFlight.ts'
import { bundleWorker } from '../support/bundleWorker.ts'
import { soak } from '../support/soak.ts'

describe('requests that ask for the same at once', () => {
  const kept: Promise<unknown>[] = []
  const waitUntil = (work: Promise<unknown>) => void kept.push(work)
  afterEach(() => vi.useRealTimers())

  test('share one work, and what it throws', async () => {
    const flights = new SingleFlight<number>()
    let works = 0
    const work = async () => ++works
    const all = Array.from({ length: 200 }, () => flights.run('a', work, { waitUntil }))
    expect([works, flights.size, flights.has('a'), flights.has('b')]).toEqual([1, 1, true, false])
    expect(new Set(await Promise.all(all))).toEqual(new Set([1]))
    const failing = () => Promise.reject(new Error('no'))
    const failed = [flights.run('a', failing, { waitUntil }), flights.run('a', work, { waitUntil })]
    expect((await Promise.allSettled(failed)).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect([works, flights.size]).toEqual([1, 0])
    await Promise.all(kept)
  })

  test('are not refused because the one that led was: one of them leads', async () => {
    vi.useFakeTimers()
    const flights = new SingleFlight<number>()
    const options = { waitUntil, isOwn: (error: unknown) => error instanceof RangeError }
    const refused = flights.run('a', () => Promise.reject(new RangeError('refused')), options)
    let works = 0
    const work = async () => {
      const number = ++works
      await new Promise((resolve) => setTimeout(resolve, 100))
      return number
    }
    const others = Array.from({ length: 5 }, () => flights.run('a', work, options))
    await expect(refused).rejects.toThrow('refused')
    await vi.advanceTimersByTimeAsync(200)
    expect(await Promise.all(others)).toEqual([1, 1, 1, 1, 1])
  })

  test('go on without one that was cut off, and nothing of it is remembered', async () => {
    vi.useFakeTimers()
    const flights = new SingleFlight<number>(1000)
    const never = () => new Promise<number>(() => undefined)
    void flights.run('a', never, { waitUntil })
    void flights.lead('b', never, waitUntil)
    const follower = flights.run('a', async () => 7, { waitUntil })
    await vi.advanceTimersByTimeAsync(999)
    expect([flights.has('a'), flights.size]).toEqual([true, 2])
    await vi.advanceTimersByTimeAsync(25)
    expect(await follower).toBe(7)
    expect([flights.has('b'), flights.size, vi.getTimerCount()]).toEqual([false, 0, 0])
  })

  test('follow one that takes long less often, and to its end', async () => {
    vi.useFakeTimers()
    const flights = new SingleFlight<number>(Infinity)
    const long = () => new Promise<number>((resolve) => setTimeout(() => resolve(1), 120_000))
    const led = flights.run('a', long, { waitUntil })
    const followed = flights.run('a', async () => 2, { waitUntil })
    await vi.advanceTimersByTimeAsync(120_020)
    expect([await led, await followed, vi.getTimerCount()]).toEqual([1, 1, 0])
  })
})

describe('in the runtime', () => {
  const warnings: string[] = []
  let runtime: Miniflare
  let host: string
  beforeAll(async () => {
    runtime = new Miniflare(
      convertV4MiniflareOptions({
        name: 'flights',
        modules: true,
        script: await bundleWorker({ file: path.join(import.meta.dirname, 'flightWorker.ts') }),
        compatibilityDate: COMPATIBILITY_DATE,
        compatibilityFlags: COMPATIBILITY_FLAGS,
        host: '127.0.0.1',
        port: 0,
        cf: false,
        unsafeDirectSockets: [{ host: '127.0.0.1', port: 0 }],
        handleStructuredLogs: ({ message }) => void warnings.push(message),
      }),
    )
    await runtime.ready
    host = (await runtime.unsafeGetDirectURL('flights')).origin
  })
  afterAll(() => runtime.dispose())

  const textAt = async (url: string) => (await fetch(url)).text()
  /** The answers to many requests for one work; every second one is answered before it ends. */
  async function ask(path: 'flight' | 'promise', { count = 40, also = '' } = {}) {
    const key = crypto.randomUUID()
    const all = Array.from({ length: count }, (_, i) =>
      textAt(`${host}/${path}?key=${key}${also}${i % 2 === 0 ? '' : '&impatient'}`),
    )
    await expect.poll(() => textAt(`${host}/requests?key=${key}`)).toBe(String(count))
    await Promise.all(all.filter((_, i) => i % 2 === 1))
    await textAt(`${host}/end?key=${key}`)
    return Promise.all(all)
  }
  const crossed = () => warnings.filter((warning) => warning.includes('different request context'))

  test(
    'none settles a promise of another that has ended; a shared promise does',
    { timeout: soak(60_000, 300_000) },
    async () => {
      for (let i = 0; i < soak(3, 50); i++) {
        expect(new Set(await ask('flight')).size).toBe(2)
        expect(await ask('flight', { also: '&fail' })).toContain('"late"')
      }
      expect(crossed()).toEqual([])
      await ask('promise')
      await expect.poll(() => crossed().length).toBeGreaterThan(0)
    },
  )

  test('400 share one work', async () => {
    const answers = await ask('flight', { count: 400 })
    expect(new Set(answers.filter((answer) => answer !== '"late"')).size).toBe(1)
  })
})

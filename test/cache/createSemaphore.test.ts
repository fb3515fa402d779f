import { describe, expect, test } from 'vitest'
import { createSemaphore } from '../../shared/cache/createSemaphore.ts'

const moment = () => new Promise((resolve) => setImmediate(resolve))

describe('slots', () => {
  test('are taken at once or not at all, and free again when they are released, or after their time', () => {
    let now = 0
    const semaphore = createSemaphore({ slots: 2, mostMs: 1000, now: () => now })
    const [release] = [semaphore.take(), semaphore.take()]
    expect(semaphore.take()).toBeUndefined()
    release?.()
    release?.()
    expect(semaphore.take()).toBeDefined()
    expect(semaphore.take()).toBeUndefined()
    // Work that was cut off releases nothing.
    now = 1000
    expect([semaphore.take(), semaphore.take(), semaphore.take()].map((one) => one !== undefined)).toEqual([
      true,
      true,
      false,
    ])
  })

  test('are given in the order of the calls, never more than there are', async () => {
    const semaphore = createSemaphore({ slots: 2, mostMs: 60_000, now: Date.now })
    const began: number[] = []
    let inside = 0
    let most = 0
    await Promise.all(
      Array.from({ length: 12 }, async (_, i) => {
        const release = await semaphore.wait()
        began.push(i)
        most = Math.max(most, ++inside)
        await moment()
        inside--
        release?.()
      }),
    )
    expect(began.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 12 }, (_, i) => i))
    expect(most).toBe(2)
    // Two neighbours may see their turn at once.
    for (const [at, i] of began.entries()) expect(Math.abs(at - i)).toBeLessThanOrEqual(1)
  })

  test('are not waited for after the signal fires: that work goes on without one, and takes none from others', async () => {
    const semaphore = createSemaphore({ slots: 1, mostMs: 60_000, now: Date.now })
    const first = semaphore.take()
    const release = await semaphore.wait({ signal: AbortSignal.abort() })
    expect(semaphore.take()).toBeUndefined()
    release?.()
    expect(semaphore.take()).toBeUndefined()
    first?.()
    expect(semaphore.take()).toBeDefined()
  })

  test('have a queue that is bounded in number and in bytes; one alone may keep more', async () => {
    const byNumber = createSemaphore({ slots: 1, mostMs: 60_000, now: Date.now, most: 2 })
    const first = await byNumber.wait()
    const second = byNumber.wait()
    expect(await byNumber.wait()).toBeUndefined()
    first?.()
    expect(await second).toBeDefined()
    const byBytes = createSemaphore({ slots: 1, mostMs: 60_000, now: Date.now, mostBytes: 10 })
    expect(await byBytes.wait({ bytes: 11 })).toBeDefined()
    expect(await byBytes.wait({ bytes: 1 })).toBeUndefined()
  })

  test('of requests that were cut off, waiting or inside, are passed over after their time', async () => {
    let now = 0
    const semaphore = createSemaphore({ slots: 1, mostMs: 100, now: () => now })
    semaphore.take()
    const waiting = [semaphore.wait(), semaphore.wait()]
    now = 100
    const release = await waiting[0]
    expect(semaphore.take()).toBeUndefined()
    release?.()
    expect(await waiting[1]).toBeDefined()
  })
})

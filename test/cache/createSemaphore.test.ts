import { describe, expect, test } from 'vitest'
import { createSemaphore } from '../../shared/cache/createSemaphore.ts'

const moment = () => new Promise((resolve) => setImmediate(resolve))

describe('places', () => {
  test('are taken at once or not at all, and free again when they are given back, or after their time', () => {
    let now = 0
    const places = createSemaphore({ places: 2, mostMs: 1000, now: () => now })
    const [leave] = [places.take(), places.take()]
    expect(places.take()).toBeUndefined()
    leave?.()
    leave?.()
    expect(places.take()).toBeDefined()
    expect(places.take()).toBeUndefined()
    // Those who were cut off give nothing back.
    now = 1000
    expect([places.take(), places.take(), places.take()].map((one) => one !== undefined)).toEqual([true, true, false])
  })

  test('are given in the order of asking, never more of them than there are', async () => {
    const places = createSemaphore({ places: 2, mostMs: 60_000, now: Date.now })
    const began: number[] = []
    let inside = 0
    let most = 0
    await Promise.all(
      Array.from({ length: 12 }, async (_, i) => {
        const leave = await places.wait()
        began.push(i)
        most = Math.max(most, ++inside)
        await moment()
        inside--
        leave?.()
      }),
    )
    expect(began.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 12 }, (_, i) => i))
    expect(most).toBe(2)
    // Two neighbours may see their turn at once.
    for (const [at, i] of began.entries()) expect(Math.abs(at - i)).toBeLessThanOrEqual(1)
  })

  test('are not waited for once the signal fires: that work goes on without one, and takes none from others', async () => {
    const places = createSemaphore({ places: 1, mostMs: 60_000, now: Date.now })
    const first = places.take()
    const leave = await places.wait({ signal: AbortSignal.abort() })
    expect(places.take()).toBeUndefined()
    leave?.()
    expect(places.take()).toBeUndefined()
    first?.()
    expect(places.take()).toBeDefined()
  })

  test('have a line that is bounded in number and in bytes; one alone may keep more', async () => {
    const byNumber = createSemaphore({ places: 1, mostMs: 60_000, now: Date.now, most: 2 })
    const first = await byNumber.wait()
    const second = byNumber.wait()
    expect(await byNumber.wait()).toBeUndefined()
    first?.()
    expect(await second).toBeDefined()
    const byBytes = createSemaphore({ places: 1, mostMs: 60_000, now: Date.now, mostBytes: 10 })
    expect(await byBytes.wait({ bytes: 11 })).toBeDefined()
    expect(await byBytes.wait({ bytes: 1 })).toBeUndefined()
  })

  test('of requests that were cut off, waiting or inside, are passed over after their time', async () => {
    let now = 0
    const places = createSemaphore({ places: 1, mostMs: 100, now: () => now })
    places.take()
    const waiting = [places.wait(), places.wait()]
    now = 100
    const leave = await waiting[0]
    expect(places.take()).toBeUndefined()
    leave?.()
    expect(await waiting[1]).toBeDefined()
  })
})

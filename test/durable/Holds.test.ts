import path from 'node:path'
import { convertV4MiniflareOptions, Miniflare } from 'miniflare'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bundleWorker } from '../support/bundleWorker.ts'

let runtime: Miniflare
beforeAll(async () => {
  runtime = new Miniflare(
    convertV4MiniflareOptions({
      modules: true,
      script: await bundleWorker({ file: path.join(import.meta.dirname, 'holdsWorker.ts') }),
      compatibilityDate: '2026-09-01',
      durableObjects: { HELD: { className: 'Held', useSQLite: true } },
      cf: false,
    }),
  )
})
afterAll(() => runtime.dispose())

/** Calls the object of a test. */
async function ask(name: string, method: string, ...args: readonly unknown[]): Promise<unknown> {
  const body = JSON.stringify({ binding: 'HELD', name, method, args })
  const answer = await runtime.dispatchFetch('http://held/', { method: 'POST', body })
  if (!answer.ok) throw new Error(await answer.text())
  return answer.json()
}

describe('take', () => {
  const take = (id: string, most = 2, seconds = 60) => ask('take', 'take', 'key', id, most, seconds)

  test('gives as many as there are, each id one, and says when the next is free', async () => {
    expect([await take('a', 2, 30), await take('b'), await take('a')]).toEqual([0, 0, 0])
    expect(await take('c')).toBeGreaterThan(25)
    expect(await take('c')).toBeLessThanOrEqual(30)
    // Fewer than before: both must go first, and of none at all nobody gets one.
    expect(await take('c', 1)).toBeGreaterThan(55)
    expect(await take('c', 0)).toBeGreaterThanOrEqual(1)
    expect(await ask('take', 'take', 'another key', 'c', 1, 60)).toBe(0)
  })

  test('what is given back is free, once, and so is what has expired', async () => {
    expect(await ask('take', 'release', 'key', 'a')).toBe(true)
    expect(await ask('take', 'release', 'key', 'a')).toBe(false)
    expect(await take('c')).toBe(0)
    expect(await take('d')).toBeGreaterThan(0)
    await ask('take', 'age', 60)
    expect(await take('d')).toBe(0)
    expect(await take('b')).toBe(0)
  })

  test('a hundred at once get what there is', async () => {
    const taken = await Promise.all(Array.from({ length: 100 }, (_, i) => ask('race', 'take', 'key', `${i}`, 7, 60)))
    expect(taken.filter((wait) => wait === 0)).toHaveLength(7)
  })
})

describe('claim', () => {
  const claim = (id: string, turn: number, want: number, need = want) =>
    ask('claim', 'claim', { key: 'key', id, turn, want, need, most: 10, seconds: 60 })

  test('grows by the free amount, shrinks on request, and never exceeds the total', async () => {
    // Its need, and a fourth of the rest.
    expect(await claim('a', 1, 9, 1)).toBe(3)
    expect(await claim('b', 1, 5)).toBe(5)
    expect(await claim('a', 2, 6)).toBe(3)
    expect(await claim('b', 2, 2)).toBe(2)
    expect(await claim('a', 3, 8)).toBe(8)
  })

  test('one that arrives after a later one changes nothing', async () => {
    expect(await claim('a', 2, 0)).toBe(8)
    expect(await claim('a', 4, 0)).toBe(0)
    expect(await claim('a', 3, 8)).toBe(0)
  })
})

test('the alarm deletes what has expired, and rings again as long as something is held', async () => {
  await ask('prune', 'take', 'key', 'a', 2, 10)
  await ask('prune', 'take', 'key', 'b', 2, 100)
  await ask('prune', 'age', 10)
  expect(await ask('prune', 'ring')).toEqual([1, true])
  await ask('prune', 'age', 100)
  expect(await ask('prune', 'ring')).toEqual([0, false])
})

import { join } from 'node:path'
import { convertV4MiniflareOptions, Miniflare } from 'miniflare'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { bundleWorker } from '../../support/bundleWorker.ts'

const Outcome = z.object({
  most: z.record(z.string(), z.int()),
  made: z.record(z.string(), z.int()),
  refused: z.array(z.string()),
})

let script: string
let runtime: Miniflare
beforeAll(async () => {
  script = await bundleWorker({ file: join(import.meta.dirname, 'slotsWorker.ts') })
})
// Slots of one test's isolates must not be held in the next.
beforeEach(async () => {
  runtime = new Miniflare(
    convertV4MiniflareOptions({
      name: 'slots',
      modules: true,
      script,
      compatibilityDate: '2026-09-01',
      durableObjects: { RPC_SLOTS: { className: 'RpcSlots', useSQLite: true } },
      cf: false,
    }),
  )
  await runtime.ready
})
afterEach(() => runtime.dispose())

async function race(what: { isolates: number; callers: number; each: number; most: number; rounds?: number }) {
  const callers = Array.from({ length: what.callers }, (_, i) => `caller-${i}`)
  const body = JSON.stringify({ rounds: 3, ...what, callers })
  const answer = await runtime.dispatchFetch('http://slots/', { method: 'POST', body })
  const { most, made, refused } = Outcome.parse(await answer.json())
  return { of: callers.map((caller) => most[caller] ?? 0), all: most['all'] ?? 0, made: made['all'] ?? 0, refused }
}

describe('over several isolates at once', () => {
  test.each([
    [11, 5],
    [40, 20],
  ])('with a ceiling of %i, one caller never has more than %i under way, and does have them', async (most, half) => {
    const { of, refused } = await race({ isolates: 4, callers: 1, each: half, most })
    expect(of).toEqual([expect.any(Number)])
    expect(of[0]).toBeLessThanOrEqual(half)
    expect(of[0]).toBeGreaterThan(half / 2)
    expect(refused).toEqual(['rpc_proxy_busy'])
  })

  test('a caller with one request in each of many isolates has no more than half either', async () => {
    const { of, made } = await race({ isolates: 16, callers: 1, each: 1, most: 10 })
    expect(of[0]).toBeLessThanOrEqual(5)
    expect(made).toBeGreaterThanOrEqual(5)
  })

  test('many callers never have more than the ceiling, and none of them more than half', async () => {
    const { of, all, refused } = await race({ isolates: 2, callers: 5, each: 6, most: 10 })
    expect(all).toBeLessThanOrEqual(10)
    expect(Math.max(...of)).toBeLessThanOrEqual(5)
    expect(refused).toEqual(['rpc_proxy_busy'])
  })
})

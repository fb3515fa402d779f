import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { boundOperations, storageBoundOf } from '../../schema/storageBounds.ts'
import { countStorageCalls } from './countStorageCalls.ts'
import { operations, startLive } from './live.ts'

let live: Awaited<ReturnType<typeof startLive>>
beforeAll(async () => {
  live = await startLive({ budgets: {} })
}, 120_000)
afterAll(() => live?.stop())

describe.each(operations)('$id', ({ id, operation }) => {
  test('makes no more calls to D1 and Durable Objects than its bound', async () => {
    const { total, d1, objects } = await countStorageCalls(live, operation)
    expect(total, `${d1} to D1, ${objects} to Durable Objects`).toBeLessThanOrEqual(storageBoundOf(id))
  })
})

test('every operation has one bound', () => {
  expect(boundOperations().toSorted()).toEqual(operations.map(({ id }) => id).toSorted())
})

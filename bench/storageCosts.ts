import { buildInProcess } from '../test/support/inProcess/loadWorkers.ts'
import { countStorageCalls, leastCalls } from '../test/laws/countStorageCalls.ts'
import { operations, startLive } from '../test/laws/live.ts'

/** All calls of the examples when they were first counted, at 27014138: to D1, and to Durable Objects. */
const BEFORE = { d1: 568, objects: 497 }

/**
 * Calls to D1 and to Durable Objects for which the answer to each operation’s example waits, for a new caller, with an
 * Idempotency-Key where it takes one.
 */
export async function storageCosts(): Promise<{ rows: string[][]; sums: string[][] }> {
  process.env['SEED'] ??= 'bench'
  await buildInProcess()
  const live = await startLive({ budgets: {} })
  try {
    const sum = { d1: 0, objects: 0 }
    const least = { d1: 0, objects: 0 }
    const rows: string[][] = []
    for (const { id, operation } of operations) {
      const counted = await countStorageCalls(live, operation)
      const { d1, objects, ofLimiter, total } = counted
      sum.d1 += d1
      sum.objects += objects
      const fewest = leastCalls(counted)
      least.d1 += fewest.d1
      least.objects += fewest.objects
      const limit = fewest.d1 + fewest.objects
      rows.push([id, String(total), String(d1), String(objects), String(ofLimiter), String(limit)])
    }
    const now = sum.d1 + sum.objects
    const limit = least.d1 + least.objects
    const before = BEFORE.d1 + BEFORE.objects
    return {
      rows: rows.toSorted((a, b) => Number(b[1]) - Number(a[1])),
      sums: [
        ['at 27014138', String(before), String(BEFORE.d1), String(BEFORE.objects), '1.00'],
        [
          'each count and session, one read and the write that it decides, one call to each other store: the limit',
          String(limit),
          String(least.d1),
          String(least.objects),
          (limit / before).toFixed(2),
        ],
        ['now', String(now), String(sum.d1), String(sum.objects), (now / before).toFixed(2)],
      ],
    }
  } finally {
    await live.stop()
  }
}

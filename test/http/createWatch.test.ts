import { beforeEach, expect, test } from 'vitest'
import type { Report, StatusBoardObject } from '../../shared/durable/statusBoard.ts'
import { createWatch, watched } from '../../shared/http/createWatch.ts'
import { recordOutcome } from '../../shared/log/requestScope.ts'

let now: number
let reports: Report[][]
let isDown: boolean
beforeEach(() => {
  now = 1_800_000_000_000
  reports = []
  isDown = false
})

/** The board as a Worker is bound to it. */
const board = () => {
  const report = async (given: Report[]) => {
    if (isDown) throw new Error('the board does not answer')
    reports.push(given)
  }
  const bound: unknown = { getByName: () => ({ report }) }
  if (!isBoard(bound)) throw new Error('no board')
  return createWatch(bound, () => now)
}
const isBoard = (value: unknown): value is DurableObjectNamespace<StatusBoardObject> => typeof value === 'object'

test('a change is reported, what is as it was once a minute, and each failure with how many came in a row', async () => {
  const watch = board()
  expect(watch.report()).toBeUndefined()
  watch.record('tradingApi', 'ok', 12)
  await watch.report()
  now += 1000
  watch.record('tradingApi', 'ok', 13)
  expect(watch.report()).toBeUndefined()
  now += 60_000
  watch.record('tradingApi', 'ok', 14)
  await watch.report()
  for (let i = 0; i < 3; i++) watch.record('tradingApi', 'failed', 15)
  now += 1000
  await watch.report()
  now += 1000
  watch.record('tradingApi', 'timeout', 16)
  await watch.report()
  expect(reports.flat().map(({ outcome, failures, hadOk, ms }) => [outcome, failures, hadOk, ms])).toEqual([
    ['ok', 0, true, 12],
    ['ok', 0, true, 14],
    ['failed', 3, false, 15],
    ['timeout', 1, false, 16],
  ])
})

test('reports keep their distance, and one that waits carries what comes meanwhile', async () => {
  const watch = board()
  watch.record('limiter', 'ok', 1)
  await watch.report()
  watch.record('paymaster', 'ok', 2)
  const waits = watch.report()
  watch.record('explorer', 'failed', 3)
  expect(watch.report()).toBeUndefined()
  await waits
  expect(reports.map((given) => given.map(({ what }) => what))).toEqual([['limiter'], ['paymaster', 'explorer']])
})

test('a clock that goes back delays no report by more than their distance', async () => {
  const watch = board()
  watch.record('limiter', 'ok', 1)
  await watch.report()
  now -= 3_600_000
  watch.record('limiter', 'failed', 1)
  await watch.report()
  now += 1000
  watch.record('limiter', 'failed', 1)
  await watch.report()
  expect(reports).toHaveLength(3)
})

test('a board that does not answer costs nobody anything, and hears of the next change', async () => {
  const watch = board()
  isDown = true
  watch.record('limiter', 'failed', 1)
  await watch.report()
  isDown = false
  now += 1000
  watch.record('limiter', 'ok', 1)
  await watch.report()
  expect(reports.flat()).toMatchObject([{ what: 'limiter', outcome: 'ok' }])
})

test('work outside any request reports at its end, also when it fails; without a watch nothing is remembered', async () => {
  recordOutcome('explorer', 'ok', 1)
  const watch = board()
  const work = watched(watch, async () => {
    recordOutcome('explorer', 'ok', 1)
    recordOutcome('labelProvider', 'throttled', 2)
    expect(reports).toEqual([])
    throw new Error('the job failed')
  })
  await expect(work).rejects.toThrow('the job failed')
  expect(reports).toMatchObject([[{ what: 'explorer' }, { what: 'labelProvider', outcome: 'throttled' }]])
})

import { beforeAll, describe, expect, test } from 'vitest'
import { BOARD, type BoardView, type Report, type StatusBoardObject } from '../../shared/durable/statusBoard.ts'
import { startLocalnet } from '../support/localnet.ts'
import { useNet } from '../support/useNet.ts'

let board: Pick<StatusBoardObject, 'report' | 'view' | 'keep' | 'samples'>
let aheadMs = 0
const net = useNet(() => startLocalnet({ families: ['vetoken'] }))
beforeAll(async () => {
  const found: unknown = (await net.objects('STATUS_BOARD')).getByName(BOARD)
  if (!isBoard(found)) throw new Error('no board')
  board = found
})

const isBoard = (value: unknown): value is typeof board => typeof value === 'object'

async function later(ms: number): Promise<BoardView> {
  aheadMs += ms
  await net.changeTime('core', { aheadMs })
  return board.view()
}
const now = () => Date.now() + aheadMs
const report = (own: Partial<Report>): Report => ({
  what: 'paymaster',
  outcome: 'ok',
  at: now(),
  ms: 10,
  failures: own.outcome === undefined || own.outcome === 'ok' ? 0 : 1,
  hadOk: own.outcome === undefined || own.outcome === 'ok',
  ...own,
})

test('failures of all isolates count in a row, and a good call of any ends them; since is when the state changed', async () => {
  const seen: unknown[] = []
  for (const outcome of ['ok', 'failed', 'timeout', 'failed', 'failed', 'throttled', 'ok'] as const) {
    await board.report([report({ outcome })])
    seen.push((await later(2000)).providers.paymaster?.state)
  }
  expect(seen).toEqual(['ok', 'degraded', 'degraded', 'down', 'down', 'degraded', 'ok'])
  const { since } = (await later(2000)).providers.paymaster ?? {}
  await board.report([report({ ms: 20 })])
  expect((await later(60_000)).providers.paymaster).toMatchObject({ state: 'ok', since, latencyMs: 20 })
})

test('what was shown an hour ago shows nothing any more, and what is shown then is so since then', async () => {
  await board.report([report({ what: 'explorer' })])
  const before = (await later(2000)).providers.explorer
  const old = (await later(3_700_000)).providers.explorer
  expect(old).toMatchObject({ state: 'unknown', latencyMs: null, lastCallAt: before?.lastCallAt })
  await board.report([report({ what: 'explorer' })])
  expect((await later(2000)).providers.explorer?.since).toBeGreaterThan(before?.since ?? 0)
})

test('race: a thousand reports at once are all counted, whatever is looked at meanwhile', async () => {
  const one = report({ what: 'labelProvider', outcome: 'failed', at: now() + 3_600_000 })
  await Promise.all(Array.from({ length: 1000 }, (_, i) => (i % 10 === 0 ? board.view() : board.report([one]))))
  const { labelProvider } = (await later(2000)).providers
  expect(labelProvider).toMatchObject({ state: 'down' })
  // A clock that is ahead makes nothing newer than now.
  expect(labelProvider?.lastCallAt).toBeLessThanOrEqual(Math.ceil(now() / 1000))
})

test('security: what is no part of the deployment is not kept', async () => {
  const stray: unknown = { ...report({}), what: 'anything'.repeat(1000) }
  const list = [stray].filter((given): given is Report => typeof given === 'object')
  await board.report(list)
  expect(Object.keys((await later(2000)).providers).toSorted()).toEqual(['explorer', 'labelProvider', 'paymaster'])
})

test('the schedule looks when nobody has for half a minute, so that it is known since when something is so', async () => {
  const { store } = await later(2000)
  expect(store.state).toBe('ok')
  const database = await net.database()
  await database.exec('ALTER TABLE index_streams RENAME TO index_streams_away')
  await board.keep()
  aheadMs += 40_000
  await net.changeTime('core', { aheadMs })
  await net.runSchedule('core')
  const { at, store: broken } = await later(1_000_000)
  await database.exec('ALTER TABLE index_streams_away RENAME TO index_streams')
  expect(broken.state).toBe('down')
  expect(broken.since).toBeLessThan(at - 900)
})

describe('samples', () => {
  const keepAt = async (ms: number) => {
    aheadMs += ms
    await net.changeTime('core', { aheadMs })
    await board.keep()
  }
  const newest = async () => (await board.samples()).at(-1)

  test('are one for each five minutes, however often the schedule runs, with the worst that was seen', async () => {
    // The store works again, and the next period begins: what was seen before counts no more.
    await keepAt(40_000)
    // So far from the last look that this one looks again.
    await keepAt(340_000 - ((Date.now() + aheadMs) % 300_000))
    const first = await newest()
    expect(first).toMatchObject({ rpc: 'ok', store: 'ok' })
    const before = (await board.samples()).length
    const database = await net.database()
    await database.exec('ALTER TABLE index_streams RENAME TO index_streams_away')
    await keepAt(40_000)
    await database.exec('ALTER TABLE index_streams_away RENAME TO index_streams')
    await keepAt(40_000)
    await Promise.all(Array.from({ length: 100 }, () => board.keep()))
    expect(await newest()).toEqual({ ...first, store: 'down', index: expect.any(String) })
    expect(await board.samples()).toHaveLength(before)
    await keepAt(300_000)
    expect(await newest()).toMatchObject({ at: (first?.at ?? 0) + 300, store: 'ok' })
  })

  test('are those of a day: older ones are deleted, and no time without one is filled', async () => {
    await keepAt(86_400_000)
    const kept = await board.samples()
    expect(kept.length).toBe(1)
    for (let i = 0; i < 3; i++) await keepAt(600_000)
    const times = (await board.samples()).map(({ at }) => at)
    expect(times.map((at) => at - (times[0] ?? 0))).toEqual([0, 600, 1200, 1800])
  })
})

import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { CANONICAL, HOT } from '../../../functions/social/reputation/lanes.ts'
import { addressOf, failing, keyOf, type Lanes, startLanes } from './startLanes.ts'

let lanes: Lanes
beforeEach(async () => {
  lanes = await startLanes()
})
afterEach(() => lanes.stop())

/** Profiles 1 to n, each with a wallet, whose keys are known and fetched; the lanes have begun to follow the feed. */
async function openProfiles(n: number): Promise<void> {
  await lanes.openMany(n)
  await lanes.run(CANONICAL)
  await lanes.run(HOT)
  lanes.fetched()
}

/** Small pages, so that few updates fill many. */
const small = { ...HOT, pageSize: 10, pages: 3 }
const update = (i: number, score: number, at: number) => lanes.reputation.scores.set(keyOf(i), score, at)
/** Runs a lane until it has read the feed to its end. */
async function catchUp(lane = small, most = 200): Promise<number> {
  for (let runs = 1; runs <= most; runs++) if ((await lanes.run(lane)).updates?.caughtUp) return runs
  throw new Error('it does not come to an end')
}

test('a first run begins now, and a later one fetches what has changed since', async () => {
  await lanes.open('p1', [{ address: addressOf(1), kind: 'owner' }])
  update(1, 1000, Date.now() - 3_600_000)
  const first = await lanes.run(CANONICAL)
  expect(first.updates).toMatchObject({ pages: 0, seen: 0, caughtUp: true })
  expect(first.synced).toMatchObject({ attempted: 1, updated: 1 })
  update(1, 1500, Date.now() + 1)
  const second = await lanes.run(CANONICAL)
  expect(second).toMatchObject({ tick: 'complete', updates: { pages: 1, seen: 1, caughtUp: true } })
  expect(second.updates?.tally).toMatchObject({ attempted: 1, updated: 1, profilesChanged: 1 })
  expect(await lanes.canonical('p1')).toEqual({ score: 1500, selected_userkey: keyOf(1) })
})

test('keys that nobody has are not fetched', async () => {
  await openProfiles(1)
  for (let i = 1; i <= 50; i++) update(i, 900 + i, Date.now() + i)
  expect((await lanes.run(CANONICAL)).updates).toMatchObject({ seen: 50 })
  expect(lanes.fetched()).toEqual([keyOf(1)])
})

test('each lane has a cursor of its own, and what one has fetched the other does not fetch again', async () => {
  await openProfiles(3)
  update(1, 1111, Date.now() + 1)
  await lanes.run(HOT)
  expect(lanes.fetched()).toEqual([keyOf(1)])
  expect((await lanes.run(CANONICAL)).updates).toMatchObject({ seen: 1, caughtUp: true })
  expect(lanes.fetched()).toEqual([])
})

test('the canonical lane finds what came late', async () => {
  await openProfiles(2)
  update(1, 1111, Date.now() + 2000)
  await lanes.run(CANONICAL)
  await lanes.run(HOT)
  lanes.fetched()
  // Older than what both have read.
  update(2, 2222, Date.now() - 60_000)
  await lanes.run(HOT)
  expect(lanes.fetched()).toEqual([])
  await lanes.run(CANONICAL)
  expect(lanes.fetched()).toEqual([keyOf(2)])
  expect(await lanes.canonical('p2')).toMatchObject({ score: 2222 })
})

describe('at the edge of a page nothing is lost', () => {
  let at = 0
  /** Opens profiles, and sets a time after all that was read. */
  const begin = async (n: number) => {
    await openProfiles(n)
    at = Date.now() + 1000
  }
  const all = Array.from({ length: 40 }, (_, i) => i + 1)
  const isAll = async () => {
    for (const i of all) expect(await lanes.canonical(`p${i}`), `p${i}`).toMatchObject({ score: 1000 + i })
  }

  test.each([
    ['each at its own time', (i: number) => i],
    ['many at one time across it', (i: number) => (i > 6 && i < 15 ? 0 : 10 * (i < 7 ? i - 10 : i))],
    ['more at one time than fit', (i: number) => (i > 5 && i < 30 ? 0 : 10 * (i < 6 ? i - 10 : i))],
    ['all at one time', () => 0],
  ])('%s, whatever the feed’s order', async (_, timeOf) => {
    for (const newestFirst of [false, true]) {
      await lanes.stop()
      lanes = await startLanes()
      await begin(40)
      lanes.reputation.newestFirst = newestFirst
      for (const i of all) update(i, 1000 + i, at + timeOf(i))
      expect(await catchUp()).toBeLessThan(12)
      await isAll()
      const fetched = lanes.fetched()
      expect(fetched.length).toBe(new Set(fetched).size)
    }
  })

  test('and a feed with the newest first is read to its end, however few pages a run may read', async () => {
    await begin(40)
    lanes.reputation.newestFirst = true
    // Far apart, so that the window is halved more often than a run has pages.
    for (const i of all) update(i, 1000 + i, at + 7 * i)
    expect(await catchUp({ ...small, pages: 2, replayMs: 600_000 })).toBeLessThan(40)
    await isAll()
  })

  test('what comes while it pages is read too', async () => {
    await begin(40)
    for (const i of all.slice(0, 30)) update(i, 1000 + i, at + i)
    await lanes.run({ ...small, pages: 1 })
    // One that was read moves to the end, and others join there.
    update(3, 1003, at + 500)
    for (const i of all.slice(30)) update(i, 1000 + i, at + i)
    await catchUp()
    await isAll()
  })

  test('more at one time than the longest page holds are left to the sweep', async () => {
    await begin(2)
    // Their scores come after the first thousand.
    lanes.reputation.scores.clear()
    for (let i = 3; i <= 1200; i++) update(i, 500, at)
    update(1, 1001, at)
    update(2, 1002, at + 50)
    await catchUp({ ...small, pages: 8 })
    expect(lanes.fetched()).toEqual([keyOf(2)])
    lanes.clock.aheadMs = 24 * 3_600_000 + 5000
    await lanes.run(CANONICAL)
    expect(await lanes.canonical('p1')).toMatchObject({ score: 1001 })
  })
})

test('a long replay does not keep the lane where it is', async () => {
  await openProfiles(2)
  const replaying = { ...small, replayMs: 600_000, pages: 2 }
  update(1, 1001, Date.now() + 1)
  await lanes.run(replaying)
  for (let i = 3; i <= 60; i++) update(i, 500, Date.now() - 1000 + i)
  update(2, 1002, Date.now() + 500)
  await catchUp(replaying)
  expect(await lanes.canonical('p2')).toMatchObject({ score: 1002 })
})

describe('security', () => {
  const answerWith = (values: unknown) => {
    lanes.reputation.respond = (response, { path }) => {
      if (!path.endsWith('/updates')) return false
      response.writeHead(200).end(JSON.stringify(values))
      return true
    }
  }

  test('items that are wrong, or from the future, are counted and move nothing', async () => {
    await openProfiles(1)
    const [before] = await lanes.rows(`select cursor_after from reputation_sync_state where sync_key = 'hot'`)
    update(1, 1234, Date.now() + 1)
    const soon = new Date(Date.now() + 1000).toISOString()
    answerWith({
      updates: [
        { userkey: keyOf(1), updatedAt: new Date(Date.now() + 3_600_000).toISOString() },
        { userkey: 5, updatedAt: soon },
        { userkey: keyOf(1), updatedAt: 'yesterday' },
        { userkey: keyOf(1) },
        { userkey: 'x'.repeat(201), updatedAt: soon },
        null,
        'text',
      ],
    })
    expect((await lanes.run(HOT)).updates).toMatchObject({ seen: 0, wrong: 7, caughtUp: true })
    expect(await lanes.rows(`select cursor_after from reputation_sync_state where sync_key = 'hot'`)).toEqual([before])
    expect(lanes.fetched()).toEqual([])
    answerWith([{ userkey: keyOf(1), updatedAt: soon }])
    expect((await lanes.run(HOT)).updates).toMatchObject({ seen: 1 })
    expect(await lanes.canonical('p1')).toMatchObject({ score: 1234 })
  })

  test.each([
    ['no list', { updates: 'none' }],
    ['an empty object', {}],
    ['more than were asked for', Array.from({ length: 201 }, () => null)],
    ['a full page of nothing', Array.from({ length: 200 }, () => ({}))],
  ])('%s is a failure, and the cursor stays', async (_, values) => {
    await openProfiles(1)
    const before = await lanes.rows('select * from reputation_sync_state order by sync_key')
    answerWith(values)
    await expect(lanes.run(HOT)).rejects.toMatchObject({ code: 'reputation_sync_failed' })
    const after = await lanes.rows('select * from reputation_sync_state order by sync_key')
    const cursors = (rows: Record<string, unknown>[]) => rows.map((row) => row['cursor_after'])
    expect(cursors(after)).toEqual(cursors(before))
  })

  test('an answer that is too long is not read to its end', async () => {
    await openProfiles(1)
    lanes.reputation.respond = failing(200, {}, JSON.stringify(['x'.repeat(1024 * 1024)]))
    await expect(lanes.run(HOT)).rejects.toMatchObject({ code: 'reputation_sync_failed' })
  })
})

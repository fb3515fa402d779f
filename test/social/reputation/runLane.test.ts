import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { CANONICAL, HOT } from '../../../functions/social/reputation/lanes.ts'
import { identityKeysOf } from '../../../functions/social/reputation/seedKeys.ts'
import { LeaseLost } from '../../../shared/store/leases.ts'
import { addressOf, failing, keyOf, type Lanes, startLanes } from './startLanes.ts'

let lanes: Lanes
beforeEach(async () => {
  lanes = await startLanes()
})
afterEach(() => lanes.stop())

const HOUR = 3_600_000
const owner = (i: number) => ({ address: addressOf(i), kind: 'owner' as const })
const open = (i: number) => lanes.open(`p${i}`, [owner(i)])
const set = (userkey: string, score: number | null, at = 1) => lanes.reputation.scores.set(userkey, score, at)
/** Answers of the scores alone; the feed is the provider's own. */
const scoresBy = (
  respond: NonNullable<Lanes['reputation']['respond']>,
): NonNullable<Lanes['reputation']['respond']> => {
  return (response, request) => request.path.endsWith('/userkeys') && respond(response, request)
}

describe('happy', () => {
  test('a profile’s score is that of its first key that has one', async () => {
    const smart = { address: addressOf(1), kind: 'smart' as const }
    const linked = [
      { kind: 'social' as const, id: '77', handle: 'ada' },
      { kind: 'chatapp' as const, id: '88', handle: null },
      { kind: 'svm' as const, id: 'x', handle: null },
      { kind: 'email' as const, id: 'ada@example.com', handle: null },
    ]
    await lanes.open('ada', [smart, owner(2), owner(3)], linked)
    set('service:telegram:88', 2800)
    const first = await lanes.run(CANONICAL)
    expect(first).toMatchObject({ tick: 'complete', reason: null })
    expect(first.seeded).toEqual({ profilesProcessed: 1, keysDerived: 5, keysUpserted: 5, keysRemoved: 0 })
    expect(first.synced).toMatchObject({ attempted: 5, updated: 5, failed: 0, profiles: 1, profilesChanged: 1 })
    expect(lanes.fetched().toSorted()).toEqual(
      [keyOf(1), keyOf(2), keyOf(3), 'service:telegram:88', 'service:x.com:77'].toSorted(),
    )
    expect(await lanes.canonical('ada')).toEqual({ score: 2800, selected_userkey: 'service:telegram:88' })

    const now = () => Date.now() + 1
    for (const [key, score] of [
      ['service:x.com:77', 100],
      [keyOf(2), 300],
      [keyOf(3), 300],
    ] as const) {
      set(key, score, now())
      await lanes.run(CANONICAL)
      const winner = key === keyOf(3) ? keyOf(2) : key
      expect(await lanes.canonical('ada')).toEqual({ score, selected_userkey: winner })
    }
    set(keyOf(3), 301, now() + 1)
    await lanes.run(CANONICAL)
    expect(await lanes.canonical('ada')).toEqual({ score: 301, selected_userkey: keyOf(3) })
    set(keyOf(1), 5, now() + 2)
    await lanes.run(CANONICAL)
    expect(await lanes.canonical('ada')).toEqual({ score: 5, selected_userkey: keyOf(1) })
  })

  test('a second run has nothing left to do, and changes nothing', async () => {
    await lanes.openMany(5)
    set(keyOf(2), 1500)
    await lanes.run(CANONICAL)
    const tables = ['user_reputation_identity_keys', 'reputation_userkey_scores', 'canonical_reputation_scores']
    const all = () => Promise.all(tables.map((table) => lanes.rows(`select * from ${table}`)))
    const before = await all()
    lanes.fetched()
    const again = await lanes.run(CANONICAL)
    expect(again.seeded).toMatchObject({ profilesProcessed: 5, keysUpserted: 0, keysRemoved: 0 })
    expect(again.synced).toMatchObject({ attempted: 0 })
    expect(lanes.fetched()).toEqual([])
    expect(await all()).toEqual(before)
  })

  test('keys are fetched again when their time has come: six hours, a day where there is no score', async () => {
    await open(1)
    await open(2)
    set(keyOf(1), 1500)
    await lanes.run(CANONICAL)
    lanes.fetched()
    lanes.clock.aheadMs = 5.9 * HOUR
    await lanes.run(CANONICAL)
    expect(lanes.fetched()).toEqual([])
    lanes.clock.aheadMs = 6.1 * HOUR
    set(keyOf(1), null)
    await lanes.run(CANONICAL)
    expect(lanes.fetched()).toEqual([keyOf(1)])
    expect(await lanes.score(keyOf(1))).toMatchObject({ status: 'not_found', score: null })
    expect(await lanes.canonical('p1')).toBeUndefined()
    lanes.clock.aheadMs = 24.1 * HOUR
    await lanes.run(CANONICAL)
    expect(lanes.fetched()).toEqual([keyOf(2)])
  })

  test('more profiles than a run takes have their turn, and then the first again', async () => {
    await lanes.openMany(1130)
    const first = await lanes.run(CANONICAL)
    expect(first.seeded).toMatchObject({ profilesProcessed: 1000, keysUpserted: 1000 })
    expect(first.synced).toMatchObject({ attempted: 1000 })
    expect(Math.max(...lanes.reputation.requests.map(({ userkeys }) => userkeys.length))).toBe(100)
    const second = await lanes.run(CANONICAL)
    expect(second.seeded).toMatchObject({ profilesProcessed: 130, keysUpserted: 130 })
    expect(second.synced).toMatchObject({ attempted: 130 })
    expect((await lanes.run(CANONICAL)).seeded).toMatchObject({ profilesProcessed: 1000, keysUpserted: 0 })
  })

  test('a wallet that moves takes its score along, and one that is unlinked takes it away', async () => {
    await lanes.open('a', [owner(1), owner(2)])
    await lanes.open('b', [owner(3)])
    set(keyOf(1), 2000)
    set(keyOf(2), 1000)
    await lanes.run(CANONICAL)
    expect(await lanes.canonical('a')).toMatchObject({ score: 2000 })
    lanes.fetched()
    await lanes.rows(`update profile_wallets set profile_id = 'b', canonical = 0 where address = ?`, addressOf(1))
    expect((await lanes.run(CANONICAL)).seeded).toMatchObject({ keysUpserted: 1, keysRemoved: 1 })
    expect(await lanes.canonical('a')).toMatchObject({ score: 1000 })
    expect(await lanes.canonical('b')).toMatchObject({ score: 2000 })
    await lanes.rows('delete from profile_wallets where address = ?', addressOf(1))
    await lanes.run(CANONICAL)
    expect(await lanes.canonical('b')).toBeUndefined()
    expect(await lanes.score(keyOf(1))).toBeUndefined()
  })
})

describe('error', () => {
  const GOOD = { score: 1500, selected_userkey: keyOf(1) }
  beforeEach(async () => {
    await lanes.openMany(3)
    set(keyOf(1), 1500)
    await lanes.run(CANONICAL)
    lanes.fetched()
    lanes.clock.aheadMs = 25 * HOUR
  })

  test.each([
    ['fails', failing(503)],
    ['is gone', failing(404)],
    ['redirects', failing(302, { location: 'http://127.0.0.1:1/' })],
    ['answers garbage', failing(200, {}, '<html>')],
    ['answers no UTF-8', failing(200, {}, '\ufffd'.repeat(3).replace(/./g, '\u00ff'))],
    ['answers a list', failing(200, {}, '[]')],
    ['cuts the connection', (response: Parameters<ReturnType<typeof failing>>[0]) => Boolean(response.destroy())],
  ])('a provider that %s fails the run, and the last good scores stay', async (_, respond) => {
    lanes.reputation.respond = scoresBy(respond)
    await expect(lanes.run(CANONICAL)).rejects.toMatchObject({ code: 'reputation_sync_failed' })
    expect(await lanes.score(keyOf(1))).toMatchObject({ score: 1500, status: 'stale' })
    expect(await lanes.canonical('p1')).toEqual(GOOD)
    lanes.reputation.respond = undefined
    lanes.clock.aheadMs += 1.1 * HOUR
    set(keyOf(1), 1600)
    expect(await lanes.run(CANONICAL)).toMatchObject({ tick: 'complete', synced: { updated: 3 } })
    expect(await lanes.canonical('p1')).toMatchObject({ score: 1600 })
  })

  test('items that are wrong or missing are counted, and of their keys the last good scores stay', async () => {
    const items: Record<string, unknown>[] = [
      {},
      { [keyOf(1)]: { score: 2801, level: 'x' } },
      { [keyOf(1)]: { score: -1 } },
      { [keyOf(1)]: { score: 1.5 } },
      { [keyOf(1)]: { score: '1500' } },
      { [keyOf(1)]: 1500 },
      { [keyOf(1)]: { score: 1, level: 'x'.repeat(65) } },
    ]
    for (const item of items) {
      lanes.reputation.respond = scoresBy(failing(200, {}, JSON.stringify({ [keyOf(2)]: null, ...item })))
      await lanes.rows('update reputation_userkey_scores set due_at = 0 where userkey <> ?', keyOf(3))
      const { synced } = await lanes.run({ ...CANONICAL, profiles: 1 })
      expect(synced, JSON.stringify(item)).toMatchObject({ updated: 1, failed: expect.any(Number) })
      expect(synced?.failed).toBeGreaterThan(0)
      expect(await lanes.score(keyOf(1))).toMatchObject({ score: 1500, status: 'stale' })
      expect(await lanes.canonical('p1')).toEqual(GOOD)
    }
  })

  test('a key that the provider refuses does not hold up the others', async () => {
    await lanes.openMany(30, 4)
    lanes.reputation.respond = scoresBy((response, { userkeys }) => {
      if (!userkeys.includes(keyOf(17))) return false
      response.writeHead(400).end('{}')
      return true
    })
    const { synced, tick } = await lanes.run(CANONICAL)
    expect({ tick, synced }).toMatchObject({ tick: 'complete', synced: { attempted: 30, updated: 29, failed: 1 } })
    expect(await lanes.score(keyOf(17))).toMatchObject({ status: 'error' })
    expect(lanes.reputation.requests.length).toBeLessThan(20)
  })

  test('one that throttles is left alone for as long as it says', async () => {
    lanes.reputation.respond = failing(429, { 'retry-after': '600' })
    await expect(lanes.run(CANONICAL)).rejects.toMatchObject({
      code: 'reputation_sync_failed',
      headers: { 'retry-after': '600' },
    })
    expect(lanes.reputation.requests).toHaveLength(1)
    lanes.reputation.respond = undefined
    for (const lane of [CANONICAL, HOT])
      expect(await lanes.run(lane)).toMatchObject({ tick: 'skipped', reason: 'provider_throttled', updates: null })
    expect(lanes.reputation.requests).toHaveLength(1)
    expect(await lanes.score(keyOf(1))).toMatchObject({ score: 1500, status: 'matched' })
    lanes.clock.aheadMs += 601_000
    expect(await lanes.run(CANONICAL)).toMatchObject({ tick: 'complete', synced: { updated: 3 } })
  })

  test('a broken feed does not hold up the sweep, nor a broken sweep the keys of new profiles', async () => {
    await open(9)
    lanes.reputation.respond = (response, { path }) => path.endsWith('/updates') && failing(500)(response, never)
    await expect(lanes.run(CANONICAL)).rejects.toMatchObject({ code: 'reputation_sync_failed' })
    expect(await lanes.score(keyOf(9))).toMatchObject({ status: 'not_found' })
    await open(10)
    lanes.reputation.respond = failing(500)
    await expect(lanes.run(CANONICAL)).rejects.toMatchObject({ code: 'reputation_sync_failed' })
    expect(await lanes.score(keyOf(10))).toMatchObject({ status: 'error' })
  })
  const never = { path: '', query: new URLSearchParams(), userkeys: [] }

  test('a store that is away is that', async () => {
    await lanes.rows('alter table reputation_userkey_scores rename to away')
    try {
      await expect(lanes.run(CANONICAL)).rejects.toMatchObject({ code: 'store_unavailable' })
    } finally {
      await lanes.rows('alter table away rename to reputation_userkey_scores')
    }
    expect(await lanes.rows('select * from reputation_sync_leases')).toEqual([])
  })
})

describe('time', () => {
  const hang: NonNullable<Lanes['reputation']['respond']> = () => true

  test('a provider that never answers costs a run its time, and no more', async () => {
    await open(1)
    await lanes.run(CANONICAL)
    await lanes.rows('update reputation_userkey_scores set due_at = 0')
    lanes.reputation.respond = hang
    expect(await lanes.run(CANONICAL, { workMs: 300, endMs: 600 })).toMatchObject({
      tick: 'partial',
      reason: 'time_over',
    })
    expect(await lanes.rows('select * from reputation_sync_leases')).toEqual([])
    lanes.reputation.respond = undefined
    expect(await lanes.run(CANONICAL)).toMatchObject({ tick: 'complete', synced: { updated: 1 } })
  })

  test('steps that there is no time for are not begun', async () => {
    await open(1)
    const at = (workMs: number) => lanes.run(CANONICAL, { workMs, endMs: workMs + 3000 })
    expect(await at(15_000)).toMatchObject({ tick: 'partial', seeded: null, synced: {}, projection: {} })
    expect(await at(11_000)).toMatchObject({ tick: 'partial', seeded: null, synced: null, projection: {} })
    expect(await at(9000)).toMatchObject({ tick: 'partial', seeded: null, synced: null, projection: null, updates: {} })
    expect(await at(25_000)).toMatchObject({ tick: 'complete', seeded: { keysUpserted: 1 }, synced: { updated: 1 } })
  })

  test('what is left of a sweep is done by the next run', async () => {
    await lanes.openMany(250)
    let answered = 0
    lanes.reputation.respond = scoresBy(() => {
      // The first part takes until the time is over.
      if (++answered === 1) lanes.clock.aheadMs += 53_000
      return false
    })
    const first = await lanes.run(CANONICAL)
    expect(first).toMatchObject({ tick: 'partial', reason: 'time_over', synced: { attempted: 100 } })
    lanes.reputation.respond = undefined
    expect(await lanes.run(CANONICAL)).toMatchObject({ tick: 'complete', synced: { attempted: 150 } })
  })
})

describe('concurrency', () => {
  test('of several runs at once one does the work, and the others are skipped; the lanes do not hold up each other', async () => {
    await lanes.openMany(20)
    const reports = await Promise.all([...Array.from({ length: 5 }, () => lanes.run(CANONICAL)), lanes.run(HOT)])
    const held = reports.filter(({ reason }) => reason === 'lease_held')
    expect(held).toHaveLength(4)
    expect(held.every(({ tick, updates }) => tick === 'skipped' && updates === null)).toBe(true)
    expect(reports.at(-1)?.tick).toBe('complete')
    const fetched = lanes.fetched()
    expect(fetched.length).toBe(20)
    expect(await lanes.run(CANONICAL)).toMatchObject({ tick: 'complete' })
  })

  test('the lease of a run that was cut off ends by itself', async () => {
    await open(1)
    const now = Math.floor(lanes.now() / 1000)
    await lanes.parts.store.leases.take('canonical', now, 60)
    expect(await lanes.run(CANONICAL)).toMatchObject({ tick: 'skipped', reason: 'lease_held' })
    lanes.clock.aheadMs = 61_000
    expect(await lanes.run(CANONICAL)).toMatchObject({ tick: 'complete' })
  })

  test('a run without its lease changes neither keys nor creators, nor how far the lane has come', async () => {
    await open(1)
    const { store } = lanes.parts
    const lost = { work: 'canonical', owner: 'cut off' } as const
    const [profile] = await store.keys.profilesAfter('', 1)
    const added = profile ? identityKeysOf(profile) : []
    expect(added).toHaveLength(1)
    const state = () => lanes.rows('select * from reputation_sync_state')
    const before = await state()
    const seeding = store.keys.changeKeys(lost, { added, removed: [] }, { cursorAfter: 'p1' })
    await expect(seeding).rejects.toBeInstanceOf(LeaseLost)
    const projection = { chainId: 31_337, limit: 10, owners: [], at: 1 }
    await expect(store.creators.project(lost, projection, { lastSyncedAt: 1 })).rejects.toBeInstanceOf(LeaseLost)
    expect(await lanes.rows('select * from user_reputation_identity_keys')).toEqual([])
    expect(await lanes.rows('select * from reputation_userkey_scores')).toEqual([])
    expect(await state()).toEqual(before)
  })

  test('a run that was thought to be cut off moves no cursor, and leaves the lease to its successor', async () => {
    await open(1)
    await lanes.run(CANONICAL)
    lanes.reputation.scores.set(keyOf(1), 1234, Date.now() + 5)
    const cursor = () => lanes.rows(`select cursor_after from reputation_sync_state where sync_key = 'canonical'`)
    const before = await cursor()
    lanes.reputation.respond = scoresBy(() => {
      void lanes.rows(`update reputation_sync_leases set lease_owner = 'successor'`)
      return false
    })
    expect(await lanes.run(CANONICAL)).toMatchObject({ tick: 'partial', reason: 'lease_lost' })
    expect(await cursor()).toEqual(before)
    expect(await lanes.rows('select lease_owner from reputation_sync_leases')).toEqual([{ lease_owner: 'successor' }])
  })

  test('a fetch that began earlier and ends later changes nothing', async () => {
    await open(1)
    await lanes.run(CANONICAL)
    const { scores } = lanes.parts.store
    const at = Math.floor(Date.now() / 1000)
    const answer = (score: number) => [{ userkey: keyOf(1), updatedMs: null, score: { score, level: null } }]
    await scores.saveScores(answer(2000), at + 20)
    await scores.saveScores(answer(1000), at + 10)
    await scores.saveScores([{ userkey: keyOf(1), updatedMs: null, score: undefined }], at + 10)
    expect(await lanes.score(keyOf(1))).toMatchObject({ score: 2000, status: 'matched', fetched_at: at + 20 })
  })
})

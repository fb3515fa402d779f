import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { SCHEDULES } from '../../functions/social/schedules.ts'
import { CanonicalReputationSync } from '../../schema/social/reputationSync.ts'
import { dataOf } from '../account/support.ts'
import { failing } from './reputation/startLanes.ts'
import { startChatNet } from './startChatNet.ts'
import { useNet, useRpcProxy } from '../support/useNet.ts'

const proxy = useRpcProxy()
const net = useNet(() => startChatNet({ families: ['account', 'social', 'vault'], nodeUrl: proxy.nodeUrl }))
beforeAll(() => net.listed())
beforeEach(async () => {
  for (const table of ['state', 'leases']) await net.rows(`delete from reputation_sync_${table}`)
  await net.rows('delete from creator_reputation')
})
afterEach(async () => {
  net.reputation.respond = undefined
  proxy.mode = 'pass'
  await net.changeTime('social', {})
})

const post = (headers: Readonly<Record<string, string>> = net.cron) => net.post('reputation-sync', undefined, headers)
const sync = async () => dataOf(await post(), CanonicalReputationSync)
const ownerKey = () => `address:${net.addressOf('owner').toLowerCase()}`
const creators = () => net.rows('select * from creator_reputation order by vault')

describe('happy', () => {
  test('collects keys, fetches scores, and works out those of profiles and creators', async () => {
    net.reputation.scores.set(ownerKey(), 1900)
    proxy.reset()
    const first = await sync()
    const vaults = (await net.rows('select vault from vaults')).length
    expect(first).toMatchObject({
      tick: 'complete',
      reason: null,
      updates: { pages: 0, caughtUp: true },
      seeded: { profilesProcessed: 4 },
      creatorProjection: { owners: 'read', ownersRead: vaults },
      health: { scoresStale: false, projectionStale: false },
      limits: { pageSize: 500, pages: 5, keys: 1000, profiles: 1000, vaults: 10_000, budgetMs: 52_000 },
    })
    expect(first.synced?.updated).toBe(first.seeded?.keysUpserted)
    expect(first.rollupAfterSync).toMatchObject({ processed: 4 })
    const [creator, ...others] = (await creators()).filter(({ user_id: user }) => user === 'profile-owner')
    expect(creator).toMatchObject({ owner: net.addressOf('owner').toLowerCase(), score: 1900, level: 'reputable' })
    expect(1 + others.length).toBe(first.creatorProjection?.updated)

    net.reputation.scores.set(ownerKey(), 2100, Date.now() + 1)
    expect(await sync()).toMatchObject({
      tick: 'complete',
      updates: { updatesSeen: 1, refreshedUserkeys: 1, caughtUp: true },
      seeded: { keysUpserted: 0 },
      synced: { attempted: 0 },
      creatorProjection: { owners: 'recent', ownersRead: 0, updated: 1 + others.length },
    })
    expect((await creators()).filter(({ score }) => score === 2100)).toHaveLength(1 + others.length)
  })

  test('runs by its schedule, and is skipped while another run is under way', async () => {
    await net.runSchedule('social', SCHEDULES.canonical)
    expect(await net.rows(`select sync_key from reputation_sync_state where last_synced_at > 0 order by 1`)).toEqual([
      { sync_key: 'canonical' },
      { sync_key: 'projection' },
    ])
    await net.rows(`insert into reputation_sync_leases values ('canonical', 'another', ?)`, 2 ** 33)
    expect(await sync()).toMatchObject({ tick: 'skipped', reason: 'lease_held', updates: null, health: null })
  })

  test('owners are read in one request, and a new one takes over', async () => {
    await sync()
    const before = await creators()
    await net.changeTime('social', { aheadMs: 3_700_000 })
    await net.rows(`update creator_reputation set owner = ?`, '0x'.padEnd(42, '1'))
    proxy.reset()
    expect((await sync()).creatorProjection).toMatchObject({ owners: 'read' })
    const calls = proxy.requests.filter(({ calls }) => calls.some(({ method }) => method === 'eth_call'))
    expect(calls.filter((request) => JSON.stringify(request).includes('8da5cb5b'))).toHaveLength(1)
    expect((await creators()).map(({ owner }) => owner)).toEqual(before.map(({ owner }) => owner))
  })
})

describe('error', () => {
  test('a provider that fails is 500, and one that throttles says for how long', async () => {
    await sync()
    net.reputation.respond = failing(503)
    expect(await post()).toMatchObject({ status: 500, code: 'reputation_sync_failed' })
    net.reputation.respond = failing(429, { 'retry-after': '77' })
    const throttled = await post()
    expect(throttled).toMatchObject({ status: 500, code: 'reputation_sync_failed' })
    expect(throttled.headers.get('retry-after')).toBe('77')
    expect(await sync()).toMatchObject({ tick: 'skipped', reason: 'provider_throttled' })
  })

  test('a chain that cannot be read leaves the owners known before, and is left alone for a while', async () => {
    await sync()
    const before = await creators()
    const hour = 3_700_000
    await net.changeTime('social', { aheadMs: hour })
    proxy.mode = 'drop'
    expect(await sync()).toMatchObject({ tick: 'complete', creatorProjection: { owners: 'unavailable' } })
    expect(await sync()).toMatchObject({ creatorProjection: { owners: 'backoff' } })
    expect(await creators()).toEqual(before)
    proxy.mode = 'pass'
    await net.changeTime('social', { aheadMs: hour + 901_000 })
    expect(await sync()).toMatchObject({ creatorProjection: { owners: 'read' } })
  })
})

describe('security', () => {
  test('is for the scheduler alone', async () => {
    expect(await post(await net.session('owner'))).toMatchObject({ status: 401, code: 'unauthenticated' })
    expect(await net.rows('select * from reputation_sync_state')).toEqual([])
    const { 'x-cron-secret': _, authorization = '' } = z.record(z.string(), z.string()).parse(net.cron)
    expect((await post({ 'x-cron-secret': authorization.replace('Bearer ', '') })).status).toBe(200)
  })

  test('the provider gets the client’s name, and nothing about people but their keys', async () => {
    net.reputation.requests.splice(0)
    await net.rows('update reputation_userkey_scores set due_at = 0')
    await sync()
    expect(net.reputation.requests.length).toBeGreaterThan(0)
    for (const { userkeys } of net.reputation.requests)
      for (const userkey of userkeys)
        expect(userkey).toMatch(/^(address:0x[0-9a-f]{40}|service:(x\.com|telegram):\d+)$/)
  })
})

import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { SCHEDULES } from '../../functions/social/schedules.ts'
import { HotReputationSync } from '../../schema/social/reputationSync.ts'
import { dataOf } from '../account/support.ts'
import { failing } from './reputation/startLanes.ts'
import { startChatNet } from './startChatNet.ts'
import { useNet } from '../support/useNet.ts'

const net = useNet(() => startChatNet())
beforeAll(async () => {
  await net.listed()
  await net.runSchedule('social', SCHEDULES.canonical)
})
afterEach(async () => {
  net.reputation.respond = undefined
  await net.changeTime('social', {})
})

const post = (headers: Readonly<Record<string, string>> = net.cron) =>
  net.post('reputation-sync-hot', undefined, headers)
const sync = async () => dataOf(await post(), HotReputationSync)
const SOCIAL_KEY = 'service:x.com:10000001'
const fetched = () => net.reputation.requests.splice(0).flatMap(({ userkeys }) => userkeys)

describe('happy', () => {
  test('follows the feed with a cursor of its own, and brings creators up to date', async () => {
    expect(await sync()).toMatchObject({ tick: 'complete', updates: { pages: 0 }, socialSeedSync: { attempted: 0 } })
    net.reputation.scores.set(SOCIAL_KEY, 1700, Date.now() + 1)
    expect(await sync()).toMatchObject({
      tick: 'complete',
      reason: null,
      updates: { updatesSeen: 1, refreshedUserkeys: 1, caughtUp: true },
      health: { scoresStale: false },
      limits: { pageSize: 200, pages: 2, keys: 250, profiles: 0, vaults: 500 },
    })
    const [creator] = await net.rows(`select * from creator_reputation where user_id = 'profile-owner'`)
    expect(creator).toMatchObject({ selected_userkey: SOCIAL_KEY, score: 1700 })
  })

  test('fetches the social keys of creators after a day, and no others', async () => {
    fetched()
    await net.changeTime('social', { aheadMs: 23 * 3_600_000 })
    expect(await sync()).toMatchObject({ socialSeedSync: { attempted: 0 }, health: { scoresStale: true } })
    await net.changeTime('social', { aheadMs: 25 * 3_600_000 })
    expect(await sync()).toMatchObject({ socialSeedSync: { attempted: 1, updated: 1 }, health: { scoresStale: false } })
    expect(fetched()).toEqual([SOCIAL_KEY])
  })

  test('runs by its schedule', async () => {
    await net.rows(`delete from reputation_sync_state where sync_key = 'hot'`)
    await net.runSchedule('social', SCHEDULES.hot)
    expect(await net.rows(`select last_synced_at > 0 ok from reputation_sync_state where sync_key = 'hot'`)).toEqual([
      { ok: 1 },
    ])
  })

  test('of a profile that is gone nothing is left', async () => {
    const mine = `select 1 one from user_reputation_identity_keys where user_id = 'profile-agent'`
    expect(await net.rows(mine)).not.toEqual([])
    const known = await net.rows('select userkey from reputation_userkey_scores')
    for (const table of ['profile_wallets', 'linked_accounts'])
      await net.rows(`delete from ${table} where profile_id = 'profile-agent'`)
    await net.rows(`delete from profiles where id = 'profile-agent'`)
    await net.runSchedule('social', SCHEDULES.prune)
    expect(await net.rows(mine)).toEqual([])
    expect(await net.rows('select userkey from reputation_userkey_scores')).toHaveLength(known.length - 3)
  })

  test('two at once do the work once', async () => {
    net.reputation.scores.set(SOCIAL_KEY, 1800, Date.now() + 2)
    fetched()
    const runs = await Promise.all([sync(), sync(), sync()])
    expect(runs.filter(({ tick }) => tick === 'complete').length).toBeGreaterThan(0)
    for (const { tick, reason } of runs) if (tick !== 'complete') expect(reason).toBe('lease_held')
    expect(fetched()).toEqual([SOCIAL_KEY])
  })
})

describe('error', () => {
  test('a provider that fails is 500, and the score stays', async () => {
    net.reputation.respond = failing(500)
    expect(await post()).toMatchObject({ status: 500, code: 'reputation_sync_failed' })
    const [row] = await net.rows(`select score from canonical_reputation_scores where user_id = 'profile-owner'`)
    expect(row).toEqual({ score: 1800 })
  })
})

describe('security', () => {
  test('is for the scheduler alone', async () => {
    expect(await post(await net.session('owner'))).toMatchObject({ status: 401, code: 'unauthenticated' })
  })
})

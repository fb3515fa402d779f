import { describe, expect, test } from 'vitest'
import { TRUST_ZONES } from '../../../schema/workspace/trustZones.ts'
import { keys, startKeeprNet, TYPES } from './startKeeprNet.ts'
import { useNet } from '../../support/useNet.ts'

const net = useNet(() => startKeeprNet())

describe('listPendingKeeprActions', () => {
  test('what is due of one zone, the oldest first: the filter comes before the bound', async () => {
    const own: number[] = []
    for (let i = 0; i < 12; i++) {
      own.push(await net.enqueue(TYPES.market_maintenance))
      await net.enqueue(TYPES.financial_execution)
    }
    const [first = 0, second = 0, third = 0, fourth = 0, ...others] = own
    await net.set(first, `status = 'retry', attempt_count = 2, next_attempt_at = unixepoch() - 1, last_error = 'busy'`)
    await net.set(second, `status = 'retry', attempt_count = 1, next_attempt_at = unixepoch() + 60`)
    await net.set(third, `status = 'executing'`)
    await net.set(fourth, `status = 'executed'`)
    const { actions, count } = await net.pending('market_maintenance', { limit: '3' })
    expect(actions.map(({ id }) => id)).toEqual([first, ...others.slice(0, 2)])
    expect(count).toBe(3)
    expect(actions[0]).toMatchObject({
      status: 'retry',
      attempt: 3,
      lastError: 'busy',
      trustZone: 'market_maintenance',
      actionType: TYPES.market_maintenance,
      action: { reason: 'test' },
      groupId: 'aurora',
    })
    expect((await net.pending('market_maintenance')).count).toBe(9)
    expect((await net.pending('financial_execution')).count).toBe(10)
    expect(await net.pending('queue_messaging_monitoring')).toEqual({ actions: [], count: 0 })
  })

  test('a key for several zones lists all of them, or one on request', () => {
    const shared = 'the key of two zones, in these tests'
    const names = ['KPR_ZONE_KEY_FINANCIAL_EXECUTION', 'KPR_ZONE_KEY_MARKET_MAINTENANCE']
    return net.withVariables(Object.fromEntries(names.map((name) => [name, shared])), async () => {
      const headers = { ...keys('financial_execution'), 'x-keepr-zone-key': shared }
      const zonesOf = async (query: Record<string, string>) => {
        const { json } = await net.list({ ...query, limit: '50' }, headers)
        return TRUST_ZONES.filter((zone) => JSON.stringify(json).includes(`"trustZone":"${zone}"`))
      }
      expect(await zonesOf({})).toEqual(['financial_execution', 'market_maintenance'])
      expect(await zonesOf({ zone: 'market_maintenance' })).toEqual(['market_maintenance'])
    })
  })

  test('another zone is 403, a bound out of range 400', async () => {
    const headers = keys('market_maintenance')
    expect(await net.list({ zone: 'financial_execution' }, headers)).toMatchObject({ status: 403, code: 'forbidden' })
    for (const query of [{ limit: '-1' }, { limit: '51' }])
      expect(await net.list(query, headers)).toMatchObject({ status: 400, code: 'invalid_request' })
  })
})

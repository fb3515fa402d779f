import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { TRUST_ZONES, type TrustZone } from '../../../schema/workspace/trustZones.ts'
import { LEASE_SECONDS, MOST_ATTEMPTS } from '../../../functions/workspace/store/keeperActions.ts'
import { API_KEY, keys, startKeeprNet, TYPES, zoneKey } from './startKeeprNet.ts'
import { useNet } from '../../support/useNet.ts'

const net = useNet(() => startKeeprNet())

const claimed = async (worker?: string) => {
  const id = await net.enqueue()
  expect(await net.report({ id, status: 'executing', worker })).toMatchObject({ updated: true, attempt: 1 })
  return id
}

describe('happy', () => {
  test('an attempt begins, is held for five minutes, and is done', async () => {
    const id = await net.enqueue()
    const began = Date.now()
    const taken = await net.report({ id, status: 'executing', worker: 'one' })
    expect(taken).toMatchObject({
      id,
      status: 'executing',
      trustZone: 'financial_execution',
      updated: true,
      attempt: 1,
    })
    const seconds = (Date.parse(taken.leaseExpiresAt ?? '') - began) / 1000
    expect(seconds).toBeGreaterThan(LEASE_SECONDS - 2)
    expect(seconds).toBeLessThan(LEASE_SECONDS + 60)
    const done = await net.report({ id, status: 'executed', attempt: 1, worker: 'one' })
    expect(done).toMatchObject({ status: 'executed', updated: true, leaseExpiresAt: null, nextAttemptAt: null })
    expect(await net.row(id)).toMatchObject({ status: 'executed', executed_at: expect.any(Number), last_error: null })
  })

  test('one that is to be retried is due after the delay, and gets its next attempt', async () => {
    const id = await claimed()
    const before = Math.floor(Date.now() / 1000)
    const retried = {
      id,
      status: 'retry',
      attempt: 1,
      error: `no\u0000 answer ${'x'.repeat(3000)}`,
      retryDelaySeconds: 90,
    }
    const answer = await net.report(retried)
    expect(answer).toMatchObject({ status: 'retry', updated: true, attempt: 1, leaseExpiresAt: null })
    expect(Date.parse(answer.nextAttemptAt ?? '') / 1000).toBeGreaterThanOrEqual(before + 90)
    const lastError = z.string().parse((await net.row(id))?.['last_error'])
    expect([lastError.length, lastError.startsWith('no answer x')]).toEqual([2000, true])
    expect(await net.report({ id, status: 'executing', attempt: 2 })).toMatchObject({ updated: true, attempt: 2 })
  })

  test('the last attempt that is to be retried fails', async () => {
    const id = await net.enqueue()
    for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt++) {
      await net.report({ id, status: 'executing' })
      const { status, updated } = await net.report({ id, status: 'retry', attempt })
      expect([status, updated]).toEqual([attempt < MOST_ATTEMPTS ? 'retry' : 'failed', true])
    }
    expect(await net.row(id)).toMatchObject({ status: 'failed', last_error: 'max retries', next_attempt_at: null })
  })

  test('the same report again gets the same answer, and its worker extends its lease', async () => {
    const id = await claimed('one')
    await net.set(id, 'lease_until = 5')
    const extended = await net.report({ id, status: 'executing', attempt: 1, worker: 'one' })
    expect(extended).toMatchObject({ updated: true, attempt: 1 })
    expect(Date.parse(extended.leaseExpiresAt ?? '')).toBeGreaterThan(Date.now())
    const retry = { id, status: 'retry', attempt: 1, worker: 'one', error: 'busy' }
    expect(await net.report(retry)).toEqual(await net.report(retry))
    await net.report({ id, status: 'executing', worker: 'one' })
    const executed = { id, status: 'executed', attempt: 2, worker: 'one' }
    expect(await net.report(executed)).toMatchObject({ updated: true })
    expect(await net.report(executed)).toMatchObject({ updated: true, status: 'executed' })
  })
})

describe('the guard table', () => {
  /** Each state with what leads to it: two attempts were begun, except of what is pending. */
  const STATES: Readonly<Record<string, string>> = {
    pending: `status = 'pending'`,
    retry: `status = 'retry', attempt_count = 2, last_report = 'retry'`,
    'retry after its lease': `status = 'retry', attempt_count = 2, last_report = 'expired'`,
    executing: `status = 'executing', attempt_count = 2, lease_until = 9999999999`,
    'executing for the fifth time': `status = 'executing', attempt_count = 5, lease_until = 9999999999`,
    executed: `status = 'executed', attempt_count = 2, last_report = 'executed'`,
    failed: `status = 'failed', attempt_count = 2, last_report = 'failed'`,
    'failed after five attempts': `status = 'failed', attempt_count = 5, last_report = 'retry'`,
  }
  const LAST: Readonly<Record<string, number>> = {
    pending: 0,
    'executing for the fifth time': 5,
    'failed after five attempts': 5,
  }
  /** Next state by state and report about the last attempt (or of executing, the next); all else changes nothing. */
  const ARROWS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    pending: { executing: 'executing' },
    retry: { executing: 'executing' },
    'retry after its lease': { executing: 'executing' },
    executing: { executed: 'executed', failed: 'failed', retry: 'retry' },
    'executing for the fifth time': { executed: 'executed', failed: 'failed', retry: 'failed' },
  }
  /** Reports that were heard before, and hold. */
  const HEARD: Readonly<Record<string, string>> = {
    retry: 'retry',
    executed: 'executed',
    failed: 'failed',
    'failed after five attempts': 'retry',
  }
  const isWaiting = (state: string) => state === 'pending' || state.startsWith('retry')

  test.each(Object.keys(STATES))('%s', async (state) => {
    const last = LAST[state] ?? 2
    for (const report of ['executing', 'executed', 'failed', 'retry'])
      for (const attempt of [last - 1, last, last + 1].filter((one) => one > 0)) {
        const id = await net.enqueue()
        await net.set(id, STATES[state] ?? '')
        const before = await net.row(id)
        const answer = await net.post({ id, status: report, attempt }, keys('financial_execution'))
        const row = await net.row(id)
        const context = `${report} ${attempt}`
        const isAbout = attempt === (report === 'executing' && isWaiting(state) ? last + 1 : last)
        const to = isAbout ? ARROWS[state]?.[report] : undefined
        if (to !== undefined) expect([context, answer.status, row?.['status']]).toEqual([context, 200, to])
        else expect([context, row]).toEqual([context, before])
        const isLate = state === 'retry after its lease' && report !== 'executing'
        if (!isAbout || isLate) expect([context, answer.code]).toEqual([context, 'attempt_superseded'])
        else
          expect([context, answer.json]).toMatchObject([
            context,
            { data: { updated: to !== undefined || HEARD[state] === report, status: row?.['status'] } },
          ])
      }
  })
})

describe('workers that fail', () => {
  test('the action of one that died is given back, and what it says later is 409', async () => {
    const id = await claimed('dead')
    await net.sweep()
    expect(await net.row(id)).toMatchObject({ status: 'executing' })
    await net.set(id, 'lease_until = unixepoch() - 1')
    await net.sweep()
    expect(await net.row(id)).toMatchObject({ status: 'retry', lease_until: null, last_error: expect.any(String) })
    const late = { id, status: 'executed', attempt: 1, worker: 'dead' }
    expect(await net.post(late, keys('financial_execution'))).toMatchObject({ status: 409, code: 'attempt_superseded' })
    expect(await net.report({ id, status: 'executing', worker: 'next' })).toMatchObject({ attempt: 2, updated: true })
    expect(await net.post(late, keys('financial_execution'))).toMatchObject({ status: 409 })
    expect(await net.row(id)).toMatchObject({ status: 'executing', lease_owner: 'next' })
  })

  test('one that dies every time does not have it for ever', async () => {
    const id = await claimed()
    await net.set(id, `attempt_count = ${MOST_ATTEMPTS}, lease_until = 1`)
    await net.sweep()
    expect(await net.row(id)).toMatchObject({ status: 'failed', last_error: 'max retries' })
  })

  test('what was under way before leases were kept is given back, too', async () => {
    const id = await net.enqueue()
    await net.set(id, `status = 'executing', attempt_count = 1`)
    await net.sweep()
    expect(await net.row(id)).toMatchObject({ status: 'retry' })
  })
})

describe('concurrency', () => {
  test('of many workers one gets the action', async () => {
    const id = await net.enqueue()
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, i) => net.report({ id, status: 'executing', attempt: 1, worker: `worker-${i}` })),
    )
    expect(answers.filter(({ updated }) => updated)).toHaveLength(1)
    expect(await net.row(id)).toMatchObject({ attempt_count: 1 })
  })

  test('of reports that contradict each other one holds', async () => {
    const id = await claimed()
    const answers = await Promise.all(
      ['executed', 'failed', 'retry'].map((status) => net.report({ id, status, attempt: 1 })),
    )
    expect(answers.filter(({ updated }) => updated)).toHaveLength(1)
    expect(new Set(answers.map(({ status }) => status)).size).toBe(1)
  })
})

describe('error', () => {
  const report = { id: 1, status: 'executing' }
  test.each([
    ['a wrong key', keys('financial_execution', 'x'.repeat(40))],
    ['no key of a zone', { authorization: `Bearer ${API_KEY}` }],
    ['a wrong key of a zone', { authorization: `Bearer ${API_KEY}`, 'x-keepr-zone-key': 'x'.repeat(40) }],
    ['the key of the zone alone', { 'x-keepr-zone-key': zoneKey('financial_execution') }],
  ])('%s is 401', async (_, headers) => {
    expect(await net.post(report, headers)).toMatchObject({ status: 401, code: 'unauthenticated' })
  })

  test.each([
    { id: 2 ** 53 },
    { status: 'pending' },
    { attempt: 0 },
    { status: 'executed' },
    { retryDelaySeconds: 0 },
    { retryDelaySeconds: 86_401 },
    { worker: '' },
  ])('%o is 400', async (wrong) => {
    expect(await net.post({ ...report, ...wrong }, keys('financial_execution'))).toMatchObject({
      status: 400,
      code: 'invalid_request',
    })
  })

  test('an unknown id is 404', async () => {
    const all = keys('financial_execution')
    expect(await net.post({ id: 2 ** 50, status: 'executing' }, all)).toMatchObject({ code: 'action_not_found' })
  })

  test('another worker than the one that began the attempt gets 409', async () => {
    const id = await claimed('one')
    for (const worker of ['two', undefined])
      expect(await net.post({ id, status: 'executed', attempt: 1, worker }, keys('financial_execution'))).toMatchObject(
        {
          code: 'attempt_superseded',
        },
      )
    expect(await net.row(id)).toMatchObject({ status: 'executing' })
  })
})

describe('security', () => {
  test.each(TRUST_ZONES)('%s: its key alone, whatever the action itself says', async (zone) => {
    const id = await net.enqueue(TYPES[zone])
    await net.set(id, `action = '{"actionType":"notify.x","trustZone":"queue_messaging_monitoring"}'`)
    for (const other of TRUST_ZONES.filter((one) => one !== zone))
      expect(await net.post({ id, status: 'executing' }, keys(other))).toMatchObject({
        status: 403,
        code: 'forbidden',
      })
    expect(await net.row(id)).toMatchObject({ status: 'pending', trust_zone: zone })
    expect(await net.report({ id, status: 'executing' }, zone)).toMatchObject({ updated: true, trustZone: zone })
  })

  test.each<[string, TrustZone]>([
    ['', 'market_maintenance'],
    ['runtime.tick', 'market_maintenance'],
    ['keeper.report', 'financial_execution'],
    ['chatapp.notifyHolders', 'queue_messaging_monitoring'],
    ['chatapp.kick', 'financial_execution'],
    ['notify', 'financial_execution'],
    ['NOTIFY.all', 'financial_execution'],
    [' notify.all', 'financial_execution'],
    ['strategy.rebalance', 'financial_execution'],
    ['bridge.send', 'financial_execution'],
    ['whatever', 'financial_execution'],
  ])('an action of type "%s" is %s', async (type, zone) => {
    expect(await net.row(await net.enqueue(type))).toMatchObject({ trust_zone: zone })
  })

  test('during a rotation both keys open, afterwards the new one alone', async () => {
    const name = 'KPR_ZONE_KEY_FINANCIAL_EXECUTION'
    const fresh = { KPR_API_KEY: 'n'.repeat(40), [name]: 'z'.repeat(40) }
    const newKeys = { authorization: `Bearer ${fresh.KPR_API_KEY}`, 'x-keepr-zone-key': 'z'.repeat(40) }
    const isOpen = async (headers: Record<string, string>) => (await net.list({}, headers)).status === 200
    const old = { KPR_API_KEY_PREVIOUS: API_KEY, [`${name}_PREVIOUS`]: zoneKey('financial_execution') }
    await net.withVariables({ ...fresh, ...old }, async () => {
      expect([await isOpen(newKeys), await isOpen({ ...keys('financial_execution') })]).toEqual([true, true])
    })
    await net.withVariables(fresh, async () => {
      expect([await isOpen(newKeys), await isOpen({ ...keys('financial_execution') })]).toEqual([true, false])
    })
  })

  test('who has no key uses up no budget of those who have one', () =>
    net.withVariables({ LIMIT_MULTIPLIER: '1', LIMIT_KEEPR_REFUSED: '3' }, async () => {
      const client = { 'cf-connecting-ip': '192.0.2.7' }
      const refused = []
      for (let i = 0; i < 5; i++) refused.push((await net.post({}, client)).status)
      expect(refused).toEqual([401, 401, 401, 429, 429])
      expect((await net.list({}, { ...client, ...keys('financial_execution') })).status).toBe(200)
    }))
})

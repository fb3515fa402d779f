import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { SingleFlight } from '../../../shared/cache/SingleFlight.ts'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import { createIntelligenceStore } from '../../../functions/agents/store/intelligence.ts'
import { holdTimeOuts } from '../../support/holdTimeOuts.ts'
import { all, openIsolate, waitUntil } from './sources/support.ts'
import { startIntelligenceNet } from './startIntelligenceNet.ts'
import { prepared, useNet } from '../../support/useNet.ts'

const net = useNet(() => startIntelligenceNet())
const database = prepared(() => net.database())

const open = (budget?: Parameters<typeof openIsolate>[2], now?: () => number) =>
  openIsolate(database, net.providers.variables, budget, now)
/** Number of parts of a wallet that the store keeps. */
const keptOf = (wallet: string) =>
  database
    .prepare('select count(*) as kept from wallet_intelligence_cache where address = ? and data is not null')
    .bind(wallet.toLowerCase())
    .first<number>('kept')
const seconds = () => Math.floor(Date.now() / 1000)

test('a hundred identical requests at once are one reading', async () => {
  const wallet = net.newWallet()
  net.providers.known.fund(wallet, net.newWallet())
  const answers = await Promise.all(Array.from({ length: 100 }, () => net.read({ address: wallet, chains: '8453' })))
  expect(new Set(answers.map(({ graph }) => JSON.stringify(graph))).size).toBe(1)
  expect(net.requestsTo('explorer', `fundedby&address=${wallet}`)).toHaveLength(1)
  expect(net.requestsTo('portfolio', `${wallet}/portfolio`)).toHaveLength(1)
})

describe('several isolates', () => {
  test('ask each provider once, and all answer the same', async () => {
    const wallet = net.newWallet()
    net.providers.known.fund(wallet, net.newWallet())
    const reports = await Promise.all(Array.from({ length: 6 }, () => open().read(all(wallet), { waitUntil })))
    expect(new Set(reports.map(({ graph }) => JSON.stringify({ ...graph, generatedAt: '' }))).size).toBe(1)
    for (const { graph } of reports)
      expect(graph.sources).toMatchObject({ funderTrace: 'ok', portfolio: 'ok', ens: 'ok' })
    expect(net.requestsTo('explorer', `fundedby&address=${wallet}`)).toHaveLength(1)
    expect(net.requestsTo('portfolio', `${wallet}/portfolio`)).toHaveLength(1)
  })

  test('that leave out the cache share what one of them reads meanwhile, and take nothing older', async () => {
    const wallet = net.newWallet()
    await open().read(all(wallet), { waitUntil })
    net.providers.known.accounts.set(wallet, [{ handle: 'new', address: net.newWallet() }])
    const later = () => open(undefined, () => Date.now() + 1000)
    const reports = await Promise.all(Array.from({ length: 4 }, () => later().read(all(wallet, true), { waitUntil })))
    expect(reports.map(({ summary }) => summary.socialHandle)).toEqual(['new', 'new', 'new', 'new'])
    expect(net.requestsTo('portfolio', `${wallet}/portfolio`)).toHaveLength(2)
  })

  test('take over from one that died while it was reading', async () => {
    const wallet = net.newWallet()
    const store = createIntelligenceStore(database)
    const first = await open().read(all(wallet), { waitUntil })
    expect(first.cacheStatus).toBe('miss')
    await database.exec('update wallet_intelligence_cache set expires_at = 0')
    const { results } = await database
      .prepare('select key, source from wallet_intelligence_cache where address = ?')
      .bind(wallet.toLowerCase())
      .all<{ key: string; source: string }>()
    expect(results).toHaveLength(6)
    const rows = results.map((row) => ({ ...row, address: wallet }))
    const dead = await store.lease(rows, { owner: 'dead', now: seconds(), until: seconds() + 1 })
    expect(dead).toHaveLength(6)
    const { graph } = await open().read(all(wallet), { waitUntil })
    expect(graph.sources).toMatchObject({ funderTrace: 'ok', portfolio: 'ok', social: 'ok' })
    expect(net.requestsTo('portfolio', `${wallet}/portfolio`)).toHaveLength(2)
  })

  test('have what one has read while it waits for a source that never ends', async () => {
    const wallet = net.newWallet()
    net.providers.fail('portfolio', 'silence')
    const timeOuts = holdTimeOuts()
    const slow = open().read(all(wallet), { waitUntil })
    await expect.poll(() => keptOf(wallet)).toBe(5)
    const other = open({ sourceMs: 2500, totalMs: 3000 }).read(all(wallet), { waitUntil })
    await expect.poll(timeOuts.held).toContain(3000)
    timeOuts.fire(3000)
    expect((await other).graph.sources).toMatchObject({ portfolio: 'timeout', social: 'ok', funderTrace: 'ok' })
    net.providers.fail('portfolio', undefined)
    timeOuts.fire()
    await slow
  })

  test('do not wait for one that never ends', async () => {
    const wallet = net.newWallet()
    net.providers.fail('portfolio', 'silence')
    const timeOuts = holdTimeOuts()
    const slow = open().read(all(wallet), { waitUntil })
    await expect.poll(() => net.requestsTo('portfolio', wallet).length).toBeGreaterThan(0)
    const other = open({ sourceMs: 2500, totalMs: 3000 }).read(all(wallet), { waitUntil })
    await expect.poll(timeOuts.held).toContain(3000)
    timeOuts.fire(3000)
    expect((await other).graph.sources.portfolio).toBe('timeout')
    net.providers.fail('portfolio', undefined)
    timeOuts.fire()
    expect((await slow).graph.sources.portfolio).toBe('timeout')
  })
})

test('who joins a reading that is refused reads for himself', async () => {
  const wallet = net.newWallet()
  const isolate = open()
  const { promise: isLeading, resolve: lead } = Promise.withResolvers<void>()
  const { promise: isRefused, reject: refuse } = Promise.withResolvers<void>()
  const spend = () => {
    lead()
    return isRefused
  }
  const refused = expect(isolate.read(all(wallet), { waitUntil, spend })).rejects.toMatchObject({
    code: 'rate_limited',
  })
  await isLeading
  const joins = vi.spyOn(SingleFlight.prototype, 'join')
  onTestFinished(() => joins.mockRestore())
  const joined = isolate.read(all(wallet), { waitUntil, spend: async () => {} })
  await expect.poll(() => joins.mock.calls.length).toBeGreaterThan(0)
  refuse(new ApiError('rate_limited', 'retry after 9 seconds'))
  await refused
  expect((await joined).graph.target).toBe(wallet)
})

test('more readings than there is room for wait for their turn, and no longer than their time', async () => {
  const isolate = open({ sourceMs: 4000, totalMs: 5000 })
  const reports = await Promise.all(Array.from({ length: 40 }, () => isolate.read(all(net.newWallet()), { waitUntil })))
  for (const { graph } of reports) expect(['ok', 'partial', 'timeout']).toContain(graph.sources.portfolio)
  expect(reports.map(({ graph }) => graph.sources.portfolio)).toContain('ok')
})

describe('the store', () => {
  const wallet = `0x${'12'.repeat(20)}` as const
  const part = (key: string) => ({ key, source: 'ens', address: wallet })

  test('gives a lease to exactly one of many', async () => {
    const store = createIntelligenceStore(database)
    const terms = (owner: string) => ({ owner, now: 1000, until: 1015 })
    const given = await Promise.all(
      Array.from({ length: 20 }, (_, i) => store.lease([part('a'), part('b')], terms(`owner-${i}`))),
    )
    expect(
      given
        .flat()
        .map(({ key }) => key)
        .toSorted(),
    ).toEqual(['a', 'b'])
    expect(await store.lease([part('a')], { owner: 'next', now: 1014, until: 1030 })).toEqual([])
    expect(await store.lease([part('a')], { owner: 'next', now: 1015, until: 1030 })).toEqual([
      { key: 'a', kept: null },
    ])
  })

  test('a release by another changes nothing', async () => {
    const store = createIntelligenceStore(database)
    await store.lease([part('c')], { owner: 'one', now: 1000, until: 1015 })
    await store.release('c', 'two')
    expect(await store.lease([part('c')], { owner: 'two', now: 1001, until: 1015 })).toEqual([])
    await store.release('c', 'one')
    expect(await store.lease([part('c')], { owner: 'two', now: 1001, until: 1015 })).toMatchObject([{ key: 'c' }])
  })

  test('keeps for its time, nothing that is too long, and deletes what has expired', async () => {
    const store = createIntelligenceStore(database)
    await database.exec('delete from wallet_intelligence_cache')
    await store.lease([part('d'), part('e')], { owner: 'one', now: 1000, until: 1015 })
    const read = { readAt: 1001, until: 4601 }
    const tooLong = `"${'x'.repeat(65_536)}"`
    await store.keep(
      [
        { ...read, key: 'd', data: '{"name":"x"}' },
        { ...read, key: 'e', data: tooLong },
      ],
      [],
      1001,
    )
    expect(await store.find(['d', 'e'], 4600)).toEqual([{ key: 'd', data: '{"name":"x"}', createdAt: 1001 }])
    expect(await store.find(['d'], 4601)).toEqual([])
    // The lease of a part that was stored since brings the part along.
    const again = await store.lease([part('d')], { owner: 'two', now: 1002, until: 1015 })
    expect(again).toEqual([{ key: 'd', kept: { key: 'd', data: '{"name":"x"}', createdAt: 1001 } }])
    await store.lease([part('f')], { owner: 'one', now: 5000, until: 5015 })
    await store.keep([{ key: 'f', data: 'null', readAt: 5001, until: 8601 }], [], 5001)
    const { results } = await database.prepare('select key from wallet_intelligence_cache').all()
    expect(results).toEqual([{ key: 'f' }])
    const label = { address: wallet, chainId: 1, label: null }
    await store.keep([], [{ ...label, readAt: 1000, until: 2000 }], 1000)
    await store.keep([], [{ ...label, chainId: 10, label: '{}', readAt: 2000, until: 3000 }], 2000)
    expect([await store.findLabel(wallet, 1, 1999), await store.findLabel(wallet, 10, 2999)]).toEqual([undefined, '{}'])
  })
})

import { pad, toHex, type Address } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createChain, type Chain } from '../../shared/chain/chain.ts'
import { requestScope } from '../../shared/log/requestScope.ts'
import { noTime } from '../../shared/log/Time.ts'
import { createRpc } from '../../shared/chain/rpc.ts'
import type { EventList } from '../../shared/events/EventList.ts'
import { eventsFromNode, LOG_BOUNDS, readEvents } from '../../shared/events/eventsFromNode.ts'
import { createStore, type Store } from '../../functions/core/store/createStore.ts'
import { openEventChain, openNarrowProvider, EVENT, OTHER_EVENT } from '../core/logIndexChain.ts'
import { asReached } from '../../shared/store/logs.ts'
import { queryPlan } from '../store/queryPlan.ts'
import { startRpcProxy, type ProxiedCall, type RpcProxy } from '../support/rpcProxy.ts'
import { migratedD1 } from '../support/inProcess/migratedD1.ts'

const emitter: Address = pad('0xe0', { size: 20 })
const main = { stream: 's', address: emitter, topics: [EVENT] }
const beside = [{ stream: 'b', address: emitter, topics: [OTHER_EVENT] }]

let events: Awaited<ReturnType<typeof openEventChain>>
let proxy: RpcProxy
let chain: Chain
let store: Store
let d1: D1Database
beforeAll(async () => {
  events = await openEventChain()
  await events.emitter(emitter)
  // Blocks 1 to 3, and 123 to 125, with nothing in between.
  for (let i = 1; i <= 3; i++) await events.emit(emitter, i)
  await events.mine(119)
  await events.emit(emitter, 4)
  await events.emit(emitter, 5, { event: OTHER_EVENT })
  await events.emit(emitter, 6, { topic: pad('0x02') })
  proxy = await startRpcProxy(events.anvil.url)
  const config = { chainId: 31337, contracts: {}, blockTimeMs: 0, demoVaults: [], startBlock: 0 }
  chain = createChain(config, createRpc({ urls: [proxy.url] }))
  d1 = await migratedD1()
  store = createStore(d1)
})
afterAll(async () => {
  await proxy.stop()
  await events.anvil.stop()
})
beforeEach(() => proxy.reset())

const bounds = { span: 10, requests: 10 }
const fromNode = (list: Partial<EventList> = {}) => eventsFromNode(chain, { main, limit: 10, ...list }, bounds)
const valuesOf = (logs: readonly { data: string }[]) => logs.map(({ data }) => Number(data))
const ranges = () =>
  proxy.requests.flatMap(({ calls }) =>
    calls.flatMap(({ method, params }) => {
      const { fromBlock, toBlock } = Object(params[0])
      return method === 'eth_getLogs' ? [[Number(fromBlock), Number(toBlock)]] : []
    }),
  )

describe('from the node', () => {
  test('reads newest first, so many blocks a request and requests a page at most, and says where it ended', async () => {
    const page = await fromNode()
    expect(valuesOf(page.events)).toEqual([6, 4])
    expect(ranges()).toHaveLength(10)
    for (const [from, to] of ranges()) expect((to ?? 0) - (from ?? 0) + 1).toBeLessThanOrEqual(10)
    expect(page).toMatchObject({ truncated: true, toBlock: 125, fromBlock: 26 })
    expect(page.asOf).toMatchObject({ chainId: 31337, blockNumber: '125', source: 'rpc' })
    expect(LOG_BOUNDS).toEqual({ span: 9_900, requests: 10 })
  })

  test('goes on where a bounded page ended, and reaches the beginning', async () => {
    const first = await fromNode()
    const next = await fromNode({ before: { blockNumber: first.fromBlock, logIndex: 0 } })
    expect(valuesOf(next.events)).toEqual([3, 2, 1])
    expect(next).toMatchObject({ truncated: false, fromBlock: 0 })
  })

  test('stops at a full page', async () => {
    const page = await fromNode({ limit: 2 })
    expect([valuesOf(page.events), ranges().length, page.truncated]).toEqual([[6, 4], 1, false])
  })

  test('keeps to the requested blocks, position and argument', async () => {
    expect(valuesOf((await fromNode({ fromBlock: 2, toBlock: 3 })).events)).toEqual([3, 2])
    expect(valuesOf((await fromNode({ before: { blockNumber: 125, logIndex: 0 }, limit: 1 })).events)).toEqual([4])
    expect(valuesOf((await fromNode({ topic1: pad('0x02'), fromBlock: 120 })).events)).toEqual([6])
    expect((await fromNode({ fromBlock: 2_000 })).events).toEqual([])
  })

  test('includes accompanying events of the same blocks only', async () => {
    const page = await eventsFromNode(chain, { main, beside, limit: 10, fromBlock: 120 })
    expect([valuesOf(page.events), page.beside]).toEqual([[6, 4], []])
  })

  test('asks for less where the node refuses the range', async () => {
    const { rpc, ranges: requested, server } = await openNarrowProvider(events.anvil.url, () => 30)
    const list = { main, limit: 10, fromBlock: 60 }
    const page = await eventsFromNode(createChain(chain.config, rpc), list, { span: 100, requests: 10 })
    expect([valuesOf(page.events), page.truncated]).toEqual([[6, 4], false])
    expect(requested).toEqual([66, 25, 25, 16])
    server.close()
  })

  test('a node that is behind leaves out no event of the newest blocks: another is called, and for minBlock too', async () => {
    const config = { ...chain.config, blockTimeMs: 3_600_000 }
    const block: unknown = await events.ask('eth_getBlockByNumber', toHex(124), false)
    const behind = ({ method, params }: ProxiedCall) =>
      method === 'eth_blockNumber'
        ? { result: toHex(124) }
        : method === 'eth_getBlockByNumber' && params[0] === 'latest'
          ? { result: block }
          : method === 'eth_getLogs' && Number(Object(params[0]).toBlock) > 124
            ? { result: [] }
            : undefined
    proxy.mode = { replies: behind }
    const two = createChain(config, createRpc({ urls: [proxy.url, events.anvil.url], blockTimeMs: config.blockTimeMs }))
    const page = await requestScope.run({ id: 'x', minBlock: 125n }, () => eventsFromNode(two, { main, limit: 2 }))
    expect([page.asOf.blockNumber, valuesOf(page.events)]).toEqual(['125', [6, 4]])
  })

  test('a node of another chain, and a dead one, are outages', async () => {
    proxy.mode = { chainId: 1 }
    await expect(fromNode()).rejects.toMatchObject({ code: 'upstream_failed' })
    proxy.mode = { status: 429, retryAfter: 7 }
    await expect(fromNode()).rejects.toMatchObject({ code: 'upstream_rate_limited' })
  })
})

describe('from the index', () => {
  const now = 1_800_000_000
  const read = (list: Partial<EventList> = {}, at = now, minBlock = 0) =>
    readEvents({ chain, store, now: () => at * 1000 }, { main, beside, limit: 10, fromBlock: 120, ...list }, minBlock)

  beforeAll(async () => {
    const insert = (sql: string) => d1.prepare(sql).run()
    await insert(
      `insert into chains (id, chain_id, genesis, head_number, head_time, checked_at) values (1, 31337, '0x1', 125, 7, ${now})`,
    )
    for (const [stream, next] of [
      ['s', 126],
      ['b', 125],
    ] as const)
      await insert(`insert into index_streams values (1, '${stream}', 0, '', 0, ${next}, '0xc', ${next}, 9900, ${now})`)
    const log = (stream: string, block: number, value: number) =>
      insert(
        `insert into logs values (1, '${stream}', ${block}, 0, '0xb', ${block}, '0xa', '${emitter}', '${EVENT}', '${pad('0x01')}', null, null, '${pad(toHex(value))}')`,
      )
    await log('s', 123, 4)
    await log('s', 124, 44)
    await log('s', 125, 6)
    await log('b', 124, 5)
    await log('b', 121, 9)
  })

  test('answers as of the block that all of its streams have, and no newer', async () => {
    const page = await read()
    expect(proxy.requests).toEqual([])
    expect([valuesOf(page.events), valuesOf(page.beside)]).toEqual([[44, 4], [5]])
    expect(page.asOf).toEqual({
      chainId: 31337,
      blockNumber: '124',
      timestamp: 125,
      source: 'index',
      behindBlocks: 1,
    })
    expect(page).toMatchObject({ toBlock: 124, truncated: false })
  })

  test('reads the page in the call that finds its block, while the job adds blocks and takes them back', async () => {
    const move = (next: number) => d1.prepare(`update index_streams set next_block = ${next} where stream = 'b'`).run()
    const scope = () => ({ id: crypto.randomUUID(), minBlock: undefined, store: noTime() })
    const seen = new Set<string>()
    for (let i = 0; i < 40; i++) {
      const [page] = await Promise.all([requestScope.run(scope(), () => read()), move(i % 2 === 0 ? 126 : 125)])
      seen.add(page.asOf.blockNumber)
      expect(valuesOf(page.events)).toEqual(page.asOf.blockNumber === '125' ? [6, 44, 4] : [44, 4])
    }
    expect(seen.size).toBeGreaterThan(0)
    await move(125)
  })

  test('keeps to the requested blocks and position', async () => {
    expect(valuesOf((await read({ toBlock: 123 })).events)).toEqual([4])
    expect(valuesOf((await read({ before: { blockNumber: 124, logIndex: 0 } })).events)).toEqual([4])
    expect(valuesOf((await read({ before: { blockNumber: 9_999, logIndex: 0 } })).events)).toEqual([44, 4])
    expect(valuesOf((await read({ fromBlock: 124 })).events)).toEqual([44])
  })

  test('leaves it to the node where it was not filled lately, is far behind, lacks a stream, or is older than wanted', async () => {
    expect((await read({}, now + 181)).asOf.source).toBe('rpc')
    expect((await read({}, now, 125)).asOf.source).toBe('rpc')
    const other = { ...main, stream: 'not begun' }
    expect((await read({ main: other })).asOf.source).toBe('rpc')
    await d1.prepare('update chains set head_number = head_number + 200').run()
    expect((await read()).asOf.source).toBe('rpc')
    await d1.prepare('update chains set head_number = head_number - 200').run()
    expect((await read()).asOf.source).toBe('index')
  })

  test('another chain under the same id that is looked at by now takes its place', async () => {
    await d1
      .prepare(`insert into chains (id, chain_id, genesis, checked_at) values (2, 31337, '0x2', ${now + 1})`)
      .run()
    expect((await read()).asOf.source).toBe('rpc')
    await d1.prepare('delete from chains where id = 2').run()
  })

  test('finds its rows by index seeks', async () => {
    const seek =
      /^SEARCH logs USING INDEX \S+ \(chain=\? AND stream=\? AND address=\?.* AND \(block_number,log_index\)<\(\?,\?\)\)$/
    const page = { chain: 1, stream: 's', before: { blockNumber: 9, logIndex: 0 }, fromBlock: 1, limit: 10 }
    for (const of of [{ address: emitter }, { address: emitter, topic1: pad('0x01') }])
      expect(await queryPlan(d1, (spied) => createStore(spied).logs.page({ ...page, of }))).toMatch(
        /^SEARCH logs USING INDEX /,
      )
    expect(
      await queryPlan(d1, (spied) => createStore(spied).logs.page({ ...page, of: { address: emitter }, fromBlock: 0 })),
    ).toMatch(seek)
    expect(
      await queryPlan(d1, (spied) => createStore(spied).logs.beside({ ...page, of: { address: emitter } }, ['s', 'b'])),
    ).toMatch(/^SEARCH logs USING (INDEX|PRIMARY KEY)\b.*\(chain=\? AND stream=\? AND block_number=\?\)/)
    const reached = { ...page, ...asReached(31337, ['s', 'b']), of: { address: emitter }, fromBlock: 0 }
    for (const before of [undefined, { blockNumber: 9, logIndex: 0 }])
      expect(await queryPlan(d1, (spied) => createStore(spied).logs.page({ ...reached, before }))).toMatch(
        /^SEARCH logs USING INDEX \S+ \(chain=\? AND stream=\? AND address=\?.*(block_number|\(block_number,log_index\))<[=(?]/m,
      )
    expect(await queryPlan(d1, (spied) => createStore(spied).logs.count(1, 's', EVENT, 9))).toMatch(
      /^SEARCH logs USING /,
    )
  })
})

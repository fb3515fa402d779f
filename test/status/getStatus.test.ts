import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { startDexApi } from '../../localnet/dexApi/startDexApi.ts'
import { envelope } from '../../schema/common.ts'
import { DeploymentStatus } from '../../schema/status/index.ts'
import { PROVIDER_NAMES } from '../../schema/providers.ts'
import { sessionOf } from '../build/support.ts'
import { dex, startMarketNet } from '../market/dex/support.ts'
import { ask } from '../support/ask.ts'
import { startBeside } from '../support/startBeside.ts'
import { useNet, useRpcProxy } from '../support/useNet.ts'

const WORKERS = ['core', 'market', 'status'] as const
/** More than what is kept of a look, and than the least time between two reports. */
const STEP_MS = 2000

const proxy = useRpcProxy()
let owner: Record<string, string>
let aheadMs = 0
const api = useNet(() => startDexApi())
const net = useNet(() =>
  startMarketNet({
    families: ['account', 'market', 'status'],
    variables: api.variables,
    nodeUrl: proxy.nodeUrl,
  }),
)
beforeAll(async () => {
  api.serveChain({ rpcUrl: net.rpcUrl, ...net.world })
  owner = await sessionOf(net, 'owner')
  await net.runSchedule('core')
})
beforeEach(() => {
  api.respond = undefined
})

/** Nothing that was kept counts any more. */
async function later(ms = STEP_MS): Promise<void> {
  aheadMs += ms
  for (const worker of WORKERS) await net.changeTime(worker, { aheadMs })
}

const get = (query = '') => fetch(`${net.api}/v1/status${query}`)

async function status() {
  await later()
  const answer = await get()
  expect(answer.status).toBe(200)
  return z.parse(envelope(DeploymentStatus), await answer.json()).data
}

async function refused(query: string): Promise<string> {
  const answer = await get(query)
  expect(answer.headers.get('cache-control')).toBe('no-store')
  const { error } = z.object({ error: z.string() }).parse(await answer.json())
  return `${answer.status} ${error}`
}

async function provider(name: (typeof PROVIDER_NAMES)[number]) {
  const { providers } = await status()
  return providers.find((one) => one.name === name)
}

const quote = () => {
  const { usdc: tokenIn, creatorCoin: tokenOut } = net.world.contracts
  return dex(net, 'quote', owner, { tokenIn, tokenOut, amount: '10000000', source: 'api' })
}

describe('getStatus', () => {
  test('reports nodes, index, limiter and store, each with its state and since when, and every provider', async () => {
    const first = await status()
    expect(first).toMatchObject({
      chainId: 31337,
      rpc: { state: 'ok', blockNumber: expect.stringMatching(/^[1-9]\d*$/), error: null, nodes: ['ok'] },
      index: { state: 'ok', lagBlocks: 0 },
      store: { state: 'ok', latencyMs: expect.any(Number) },
    })
    // The calls of this request have been reported before the next one.
    expect(await status()).toMatchObject({ status: 'ok', limiter: { state: 'ok' }, rpc: { since: first.rpc.since } })
    expect(first.providers.map(({ name }) => name)).toEqual(PROVIDER_NAMES)
    expect(first.providers.find(({ name }) => name === 'trendProvider')?.state).toBe('not_configured')
  })

  test('looks at a node at most once a second, however many ask', async () => {
    await status()
    await later()
    proxy.reset()
    const answers = await Promise.all(Array.from({ length: 50 }, () => get('?require=rpc')))
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]))
    expect(proxy.requests).toHaveLength(1)
  })

  test('says of a dead node that it is down, and that nobody knows the lag; and since when it is back', async () => {
    await status()
    proxy.mode = 'drop'
    const dead = await status()
    expect(dead).toMatchObject({
      status: 'down',
      rpc: { state: 'down', blockNumber: null, latencyMs: null, error: 'upstream_failed', nodes: ['down'] },
      index: { state: 'unknown', lagBlocks: null, blockNumber: expect.any(String) },
    })
    expect(await refused('?require=rpc,index&maxLagBlocks=999999')).toBe(
      '503 requirement_not_met: rpc is down; index is unknown; the lag of the index is not known, and maxLagBlocks is 999999',
    )
    expect((await get('?require=store')).status).toBe(200)
    proxy.reset()
    const back = await status()
    expect(back).toMatchObject({ status: 'ok', rpc: { state: 'ok' }, index: { state: 'ok' } })
    expect(Date.parse(back.rpc.since ?? '')).toBeGreaterThan(Date.parse(dead.rpc.since ?? ''))
  })

  test('says of an index that has stopped how far it is behind', async () => {
    await ask(net.rpcUrl, 'anvil_mine', '0x14')
    expect(await status()).toMatchObject({ status: 'ok', index: { state: 'ok', lagBlocks: 20 } })
    expect((await get('?maxLagBlocks=20')).status).toBe(200)
    expect(await refused('?maxLagBlocks=19')).toBe(
      '503 requirement_not_met: the index is 20 blocks behind, and maxLagBlocks is 19',
    )
    await ask(net.rpcUrl, 'anvil_mine', '0x80')
    expect(await status()).toMatchObject({ status: 'degraded', index: { state: 'degraded', lagBlocks: 148 } })
    await later(200_000)
    expect((await status()).index).toMatchObject({ state: 'down', lagBlocks: 148 })
    expect(await refused('?require=index')).toBe('503 requirement_not_met: index is down')
    await net.runSchedule('core')
    expect((await status()).index).toMatchObject({ state: 'ok', lagBlocks: 0 })
  })

  test('says of a store that does not answer that it is down, and that the index is unknown', async () => {
    const database = await net.database()
    await database.exec('ALTER TABLE index_streams RENAME TO index_streams_away')
    try {
      expect(await status()).toMatchObject({
        status: 'down',
        store: { state: 'down', latencyMs: null },
        index: { state: 'unknown', lagBlocks: null, blockNumber: null },
        rpc: { state: 'ok' },
      })
      expect(await refused('?maxLagBlocks=0&require=store')).toContain('store is down; the lag of the index')
    } finally {
      await database.exec('ALTER TABLE index_streams_away RENAME TO index_streams')
    }
    expect((await status()).store.state).toBe('ok')
  })

  test('says of a provider what its last real calls showed, and asks it nothing', async () => {
    expect(await provider('tradingApi')).toEqual({
      name: 'tradingApi',
      state: 'unknown',
      since: null,
      latencyMs: null,
      lastCallAt: null,
    })
    expect(await refused('?require=tradingApi')).toBe('503 requirement_not_met: tradingApi is unknown')
    const stateNow = async () => {
      const before = api.requests().length
      const found = await provider('tradingApi')
      expect(api.requests()).toHaveLength(before)
      return found?.state
    }
    expect((await quote()).status).toBe(200)
    expect(await stateNow()).toBe('ok')
    api.respond = (response) => void response.writeHead(500).end()
    const states: unknown[] = []
    for (let i = 0; i < 4; i++) {
      expect((await quote()).status).toBe(502)
      states.push(await stateNow())
    }
    expect(states).toEqual(['degraded', 'degraded', 'down', 'down'])
    api.respond = (response) => void response.writeHead(429, { 'retry-after': '7' }).end()
    await quote()
    expect(await stateNow()).toBe('degraded')
    // It was answered: that the request itself was refused says nothing of the service.
    api.respond = (response) => void response.writeHead(400).end()
    await quote()
    expect(await stateNow()).toBe('ok')
    await later(3_700_000)
    expect(await provider('tradingApi')).toMatchObject({ state: 'unknown', lastCallAt: expect.any(String) })
  })

  test('without a provider says that it is not configured, and without a limiter still answers', async () => {
    const others = {
      DEX_API_KEY: '',
      UPSTASH_REDIS_REST_URL: 'http://127.0.0.1:9',
      UPSTASH_REDIS_REST_TOKEN: 'of-a-service-that-is-not-there',
    }
    await net.withVariables(others, async () => {
      expect((await provider('tradingApi'))?.state).toBe('not_configured')
      expect(await refused('?require=tradingApi')).toBe('503 requirement_not_met: tradingApi is not_configured')
      await expect.poll(async () => (await status()).limiter.state).toBe('down')
    })
  })

  test('has the last 24 hours on request: what the schedule saw, and unknown before', async () => {
    const at = new Date(Date.now() + aheadMs).toISOString()
    await net.runSchedule('core')
    await later(40_000)
    await net.runSchedule('core')
    await later(40_000)
    expect((await status()).history).toBeUndefined()
    const answer = await get('?history=24h')
    const { history } = z.parse(envelope(DeploymentStatus), await answer.json()).data
    expect(history?.rpc[0]?.state).toBe('unknown')
    expect(history?.rpc.at(-1)?.state).toBe('ok')
    for (const runs of Object.values(history ?? {})) {
      const times = runs.map(({ from }) => from)
      expect(times).toEqual(times.toSorted())
      expect((times.at(-1) ?? '') <= new Date(Date.parse(at) + 300_000).toISOString()).toBe(true)
    }
    expect(await refused('?history=7d')).toMatch(/^400 invalid_request: history: must/)
  })

  test('refuses unknown names and invalid numbers', async () => {
    const bad = ['?require=', '?require=rpc,,index', '?require=nodes', '?require=__proto__', '?maxLagBlocks=-1']
    const huge = [`?maxLagBlocks=${'9'.repeat(16)}`, '?maxLagBlocks=1e3', `?require=${'rpc,'.repeat(200)}rpc`]
    for (const query of [...bad, ...huge, '?require=rpc&require=index'])
      expect(await refused(query), query).toMatch(/^400 invalid_request: (require|maxLagBlocks): must/)
    expect((await get(`?maxLagBlocks=${'9'.repeat(15)}&require=rpc,rpc`)).status).toBe(200)
  })

  test('answers what it knows where neither the board nor a family does: nothing', async () => {
    const alone = await startBeside('status', {
      market: () => new Response(null, { status: 500 }),
      rpc: () => Response.json({ data: { providers: { paymaster: true, rpcProxy: false } } }),
    })
    try {
      const answer = await fetch(`${alone.host}/api/v1/status`)
      expect(answer.status).toBe(200)
      const { data } = z.parse(envelope(DeploymentStatus), await answer.json())
      const { providers, rpc, index, limiter, store } = data
      expect([rpc, index, limiter, store].map(({ state }) => state)).toEqual(Array.from({ length: 4 }, () => 'unknown'))
      expect(data).toMatchObject({ status: 'degraded', chainId: null, checkedAt: null })
      const day = await fetch(`${alone.host}/api/v1/status?history=24h`)
      expect(await day.json()).toMatchObject({ data: { history: null } })
      const stateOf = (name: string) => providers.find((one) => one.name === name)?.state
      // Of the one that fails nobody knows what it has configured.
      expect(['paymaster', 'rpcProxy', 'tradingApi'].map(stateOf)).toEqual(['unknown', 'not_configured', 'unknown'])
      for (const query of ['?require=store', '?maxLagBlocks=999999999999999'])
        expect((await fetch(`${alone.host}/api/v1/status${query}`)).status).toBe(503)
    } finally {
      await alone.stop()
    }
  })
})

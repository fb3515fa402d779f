import { z } from '@hono/zod-openapi'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { envelope, minBlock } from '../../schema/common.ts'
import { operation } from '../../schema/operation.ts'
import { type LimitStore, windowEnd } from '../../shared/durable/limits.ts'
import { Env } from '../../shared/env/env.ts'
import { serve } from '../../shared/http/serve.ts'
import { configureLog } from '../../shared/log/log.ts'

const getThing = operation({
  operationId: 'getThing',
  method: 'get',
  path: '/social/thing',
  tags: ['social'],
  summary: 'A read',
  'x-limit': 'read',
  'x-answer': 'envelope',
  'x-cache': { sMaxAge: 30, staleWhileRevalidate: 60 },
  'x-errors': ['upstream_failed', 'upstream_timeout', 'upstream_rate_limited', 'rpc_not_configured'],
  'x-needs': {},
  request: { query: z.object({ minBlock }) },
  responses: {
    200: { description: 'It', content: { 'application/json': { schema: envelope(z.object({ n: z.number() })) } } },
  },
})

/** A store in memory with budgets of `limit`. */
function countingStore(limit: number): LimitStore {
  const left = new Map<string, number>()
  return {
    async lease({ key, want, windowSeconds }) {
      const before = left.get(key) ?? limit
      const granted = Math.min(want, before)
      left.set(key, before - granted)
      return { granted, remaining: before - granted, resetAt: windowEnd(Date.now(), windowSeconds) }
    },
  }
}

const ctx = { waitUntil: () => undefined, passThroughOnException: () => undefined, props: {} }

function start(limit = 1000) {
  let handled = 0
  const answer = serve({
    name: 'social',
    env: Env,
    operations: { getThing },
    handlers: {
      getThing: async () => {
        handled++
        return { data: { n: 1 }, asOf: { chainId: 8453, blockNumber: '10', timestamp: 1, source: 'rpc' } }
      },
    },
    context: (common) => common,
  })
  const env = {
    BASE_URL: 'https://api.example.com/api',
    TRUSTED_ORIGINS: 'https://app.example.com',
    EDGE_CACHE: 'off',
    LOG_LEVEL: 'off',
    LIMIT_READ: String(limit),
    LIMITS: countingStore(limit),
    STATUS_BOARD: {},
  }
  const send = async (headers: Record<string, string> = {}, method = 'GET', query = '') =>
    answer(new Request(`https://api.example.com/api/social/thing${query}`, { method, headers }), env, ctx)
  return { send, handled: () => handled }
}

/** Everything of an answer but what each has for itself. */
async function partsOf(response: Response) {
  const own = ['x-request-id', 'ratelimit', 'x-ratelimit-remaining', 'x-ratelimit-reset', 'server-timing']
  const headers = [...response.headers].filter(([name]) => !own.includes(name))
  return { status: response.status, headers, text: await response.text() }
}

beforeEach(() => configureLog({ level: 'off', write: () => undefined }))
afterEach(() => configureLog({ level: 'warn', write: (level, line) => console[level](line) }))

describe('a read that the isolate has', () => {
  it('is what the pipeline answers', async () => {
    const { send, handled } = start()
    await send()
    for (const [headers, method] of [
      [{}, 'GET'],
      [{ 'if-none-match': '*' }, 'GET'],
      [{}, 'HEAD'],
      [{ 'x-request-id': 'an-id-of-the-caller' }, 'GET'],
    ] as const) {
      const warm = await send(headers, method)
      configureLog({ level: 'debug' })
      const ofPipeline = await send(headers, method)
      configureLog({ level: 'off' })
      expect(await partsOf(warm)).toEqual(await partsOf(ofPipeline))
    }
    expect(handled()).toBe(1)
  })

  it('has its own id, or that of its caller, and nothing of an earlier one', async () => {
    const { send } = start()
    const ids = []
    for (const id of [undefined, 'first-caller', 'second-caller', undefined, 'no'])
      ids.push((await send(id === undefined ? {} : { 'x-request-id': id })).headers.get('x-request-id'))
    expect(ids.slice(1, 3)).toEqual(['first-caller', 'second-caller'])
    expect(new Set(ids).size).toBe(5)
    expect(ids).not.toContain('no')
  })

  it('counts against the budget of its address, and states it', async () => {
    const { send } = start(8)
    const remaining = async (ip: string) =>
      Number((await send({ 'cf-connecting-ip': ip })).headers.get('x-ratelimit-remaining'))
    expect(await remaining('192.0.2.1')).toBe(7)
    expect(await remaining('192.0.2.1')).toBe(6)
    expect(await remaining('192.0.2.2')).toBe(7)
    expect(await remaining('192.0.2.1')).toBe(5)
    expect((await send({ 'cf-connecting-ip': '192.0.2.2' })).headers.get('ratelimit')).toMatch(/^"read";r=6;t=\d+$/)
  })

  it('security: is refused when the budget is used up, to its address alone', async () => {
    const { send } = start(8)
    const statuses = []
    for (let i = 0; i < 10; i++) statuses.push((await send({ 'cf-connecting-ip': '192.0.2.1' })).status)
    expect(statuses).toEqual([...Array.from({ length: 8 }, () => 200), 429, 429])
    expect((await send({ 'cf-connecting-ip': '192.0.2.2' })).status).toBe(200)
  })

  it('is read again for a block that it may not have', async () => {
    const { send, handled } = start()
    await send({}, 'GET', '?minBlock=10')
    await send({}, 'GET', '?minBlock=10')
    expect((await send({}, 'GET', '?minBlock=11')).status).toBe(503)
    expect(handled()).toBe(2)
  })
})

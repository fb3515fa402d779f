import { z } from '@hono/zod-openapi'
import { beforeEach, expect, test } from 'vitest'
import { envelope, minBlock } from '../../schema/common.ts'
import { operation } from '../../schema/operation.ts'
import { Problem } from '../../schema/problem.ts'
import { type LimitStore, windowEnd } from '../../shared/durable/limits.ts'
import { Env } from '../../shared/env/env.ts'
import { serve } from '../../shared/http/serve.ts'

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
  request: { query: z.object({ minBlock, size: z.enum(['1', '2']).optional() }) },
  responses: { 200: { description: 'It', content: { 'application/json': { schema: envelope(z.object({})) } } } },
})

const LIMITS: LimitStore = {
  lease: async ({ limit, windowSeconds }) => ({
    granted: limit,
    remaining: 0,
    resetAt: windowEnd(Date.now(), windowSeconds),
  }),
}
const env = {
  BASE_URL: 'https://api.example.com/api',
  TRUSTED_ORIGINS: 'https://app.example.com',
  EDGE_CACHE: 'off',
  LIMITS,
  STATUS_BOARD: {},
}
const ctx = { waitUntil: () => undefined, passThroughOnException: () => undefined, props: {} }
let handled = 0
const start = () =>
  serve({
    name: 'social',
    env: Env,
    operations: { getThing },
    handlers: {
      getThing: async () => {
        handled++
        return { data: {}, asOf: { chainId: 8453, blockNumber: '10', timestamp: 1, source: 'rpc' } }
      },
    },
    context: (common) => common,
  })

let answer: ReturnType<typeof start>
beforeEach(() => {
  handled = 0
  answer = start()
})
const send = async (query: string, headers: Record<string, string> = {}, method = 'GET') =>
  answer(new Request(`https://api.example.com/api/social/thing${query}`, { method, headers }), env, ctx)
const strict = { prefer: 'handling=strict' }
const outcome = ({ status, headers }: Response) => [status, headers.get('x-unknown-parameters'), headers.get('vary')]

test('unknown parameters are named on every answer to their URL, warm or cold, and on no other', async () => {
  for (let i = 0; i < 3; i++) {
    expect(outcome(await send('?minBlok=1'))).toEqual([200, 'minBlok; did-you-mean=minBlock', 'Prefer'])
    expect(outcome(await send(''))).toEqual([200, null, null])
    expect(outcome(await send('?sise=1&size=1'))).toEqual([200, 'sise; did-you-mean=size', 'Prefer'])
    expect(outcome(await send('?size=1', strict))).toEqual([200, null, null])
  }
  expect(handled).toBe(2)
  const etag = (await send('')).headers.get('etag') ?? ''
  expect(outcome(await send('?x=1', { 'if-none-match': etag }))).toEqual([304, 'x', 'Prefer'])
  expect(outcome(await send('?x=1', {}, 'HEAD'))).toEqual([200, 'x', 'Prefer'])
})

test('a strict caller is refused by a URL that is answered for others, before and after', async () => {
  for (let i = 0; i < 2; i++) {
    const refused = await send('?x=1', { ...strict, accept: 'application/problem+json' })
    expect(outcome(refused)).toEqual([400, 'x', 'Prefer, Accept'])
    expect(refused.headers.get('preference-applied')).toBe('handling=strict')
    expect(Problem.parse(await refused.json())).toMatchObject({
      code: 'invalid_request',
      fields: [{ pointer: '#/query/x' }],
    })
    expect(outcome(await send('?x=1'))).toEqual([200, 'x', 'Prefer'])
  }
  expect(handled).toBe(1)
})

test('a request that is wrong otherwise names them too', async () => {
  expect(outcome(await send('?size=3&siz=1'))).toEqual([400, 'siz; did-you-mean=size', 'Prefer, Accept'])
})

import * as z from 'zod'
import { beforeEach, describe, expect, test } from 'vitest'
import { envelope, minBlock } from '../../schema/common.ts'
import { operation, optionally } from '../../schema/operation.ts'
import { ApiError } from '../../shared/errors/ApiError.ts'
import type { LimitStore } from '../../shared/durable/limits.ts'
import { windowEnd } from '../../shared/durable/limits.ts'
import { Env } from '../../shared/env/env.ts'
import type { Handler } from '../../shared/http/handler.ts'
import { serve } from '../../shared/http/serve.ts'
import { sessionOf } from '../support/sessionOf.ts'

const getCaller = operation({
  operationId: 'getCaller',
  method: 'get',
  path: '/social/thing',
  tags: ['social'],
  summary: 'A read that stores something on request',
  'x-limit': 'read',
  'x-auth-when': { query: 'store', is: true, auth: 'write', limit: 'write' },
  security: optionally('write'),
  'x-answer': 'envelope',
  'x-cache': { sMaxAge: 30, staleWhileRevalidate: 60 },
  'x-needs': {},
  request: { query: z.object({ store: z.stringbool().default(false), minBlock }) },
  responses: {
    200: { description: 'It', content: { 'application/json': { schema: envelope(z.object({ by: z.string() })) } } },
  },
})

const USER = `0x${'11'.repeat(20)}` as const
let handled = 0
let isLimiterUp = true
let block = '10'
const spent = new Map<string, number>()

const limits: LimitStore = {
  async lease({ key, limit, windowSeconds, want, need = 1, giveBack }) {
    if (!isLimiterUp) throw new Error('connection refused')
    const before = (spent.get(key) ?? 0) - (giveBack?.tokens ?? 0)
    const granted = Math.min(limit - before, Math.max(want, need))
    spent.set(key, before + granted)
    return { granted, remaining: limit - before - granted, resetAt: windowEnd(Date.now(), windowSeconds) }
  },
}

const handler: Handler<typeof getCaller> = async ({ principal }) => {
  handled++
  const by = principal && 'address' in principal ? principal.address : 'nobody'
  return { data: { by }, asOf: { chainId: 8453, blockNumber: block, timestamp: 1, source: 'rpc' } }
}

const start = () =>
  serve({
    name: 'social',
    env: Env,
    operations: { getCaller },
    handlers: { getCaller: handler },
    context: (common) => common,
    authenticate: () => async (request, requirement) => {
      expect(requirement).toMatchObject({ kind: 'write', isLeftToHandler: false, takesEnding: false })
      if (request.headers.get('authorization') !== 'Bearer right') throw new ApiError('unauthenticated', 'sign in')
      return sessionOf(USER)
    },
  })

let answer: ReturnType<typeof start>
const env = {
  BASE_URL: 'https://api.example.com/api',
  TRUSTED_ORIGINS: 'https://app.example.com',
  EDGE_CACHE: 'off',
  LIMIT_WRITE: '3',
  LIMITS: limits,
  STATUS_BOARD: {},
}
const ctx = { waitUntil: () => undefined, passThroughOnException: () => undefined, props: {} }

async function send(query: string, headers: Record<string, string> = {}): Promise<Response> {
  return answer(new Request(`https://api.example.com/api/social/thing${query}`, { headers }), env, ctx)
}
const signedIn = { authorization: 'Bearer right' }
const outcome = async (response: Response): Promise<unknown> => {
  const { data, error }: { data?: { by: string }; error?: string } = await response.json()
  return [response.status, data?.by ?? error?.split(':')[0]]
}

beforeEach(() => {
  handled = 0
  isLimiterUp = true
  block = '10'
  spent.clear()
  answer = start()
})

describe('a read that needs a credential only if a parameter says so', () => {
  test('ignores credentials, right or wrong, without it, and is the same for everyone', async () => {
    for (const headers of [{}, signedIn, { authorization: 'Bearer wrong' }])
      for (const query of ['', '?store=false'])
        expect(await outcome(await send(query, headers))).toEqual([200, 'nobody'])
    expect(handled).toBe(1)
    expect((await send('')).headers.get('cache-control')).toContain('public')
  })

  test('refuses it without a credential, and acts for the principal with one', async () => {
    expect(await outcome(await send('?store=true'))).toEqual([401, 'unauthenticated'])
    expect(await outcome(await send('?store=true', { authorization: 'Bearer wrong' }))).toEqual([
      401,
      'unauthenticated',
    ])
    expect(handled).toBe(0)
    expect(await outcome(await send('?store=true', signedIn))).toEqual([200, USER])
  })

  test('never takes the answer to such a request from a cache, and never keeps it', async () => {
    expect(await outcome(await send(''))).toEqual([200, 'nobody'])
    for (const _ of [1, 2]) {
      const stored = await send('?store=true', signedIn)
      expect(stored.headers.get('cache-control')).toBe('no-store')
      expect(stored.headers.get('etag')).toBeNull()
      expect(await outcome(stored)).toEqual([200, USER])
    }
    expect(handled).toBe(3)
    expect(await outcome(await send('?store=true'))).toEqual([401, 'unauthenticated'])
    expect(await outcome(await send(''))).toEqual([200, 'nobody'])
  })

  test('keeps the promise of minBlock there too', async () => {
    expect(await outcome(await send('?store=true&minBlock=11', signedIn))).toEqual([503, 'behind_requested_block'])
    block = '11'
    expect(await outcome(await send('?store=true&minBlock=11', signedIn))).toEqual([200, USER])
  })

  test('counts it against the budget of writes, even where nobody is signed in, and leaves that of reads alone', async () => {
    const statuses = []
    for (const headers of [{}, signedIn, signedIn, signedIn]) statuses.push((await send('?store=true', headers)).status)
    expect(statuses).toEqual([401, 200, 200, 429])
    const denied = await send('?store=true', signedIn)
    expect(Number(denied.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await send('')).status).toBe(200)
  })

  test('an outage of the limiter stops it, and no read', async () => {
    isLimiterUp = false
    expect(await outcome(await send('?store=true', signedIn))).toEqual([503, 'limiter_unavailable'])
    expect(await outcome(await send(''))).toEqual([200, 'nobody'])
    expect(handled).toBe(1)
  })

  test('allows credentials for pages of a trusted origin, and for no others', async () => {
    const from = async (origin: string) => (await send('', { origin })).headers.get('access-control-allow-origin')
    expect(await from('https://app.example.com')).toBe('https://app.example.com')
    expect(await from('https://evil.example')).not.toBe('https://evil.example')
  })
})

import * as z from 'zod'
import { envelope, minBlock } from '../../schema/common.ts'
import { operation } from '../../schema/operation.ts'
import { type LimitStore, windowEnd } from '../../shared/durable/limits.ts'
import { Env } from '../../shared/env/env.ts'
import { serve } from '../../shared/http/serve.ts'

const getNumber = operation({
  operationId: 'getNumber',
  method: 'get',
  path: '/social/number',
  tags: ['social'],
  summary: 'A read',
  'x-limit': 'read',
  'x-answer': 'envelope',
  'x-cache': { sMaxAge: 30, staleWhileRevalidate: 60 },
  'x-errors': ['upstream_failed', 'upstream_timeout', 'upstream_rate_limited', 'rpc_not_configured'],
  'x-needs': {},
  request: { query: z.object({ minBlock, size: z.enum(['1', '2']).optional() }) },
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

/** A family with one read, and how often that read was made. */
export function startRead(limit = 1000) {
  let handled = 0
  const answer = serve({
    name: 'social',
    env: Env,
    operations: { getNumber },
    handlers: {
      getNumber: async () => {
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
    answer(new Request(`https://api.example.com/api/social/number${query}`, { method, headers }), env, ctx)
  return { send, handled: () => handled }
}

import { expect, test } from 'vitest'
import type { Decision } from '../../shared/http/limiter.ts'
import { limitHeaders } from '../../shared/http/limitHeaders.ts'

const decision = (changes: Partial<Decision>): Decision => ({
  allowed: true,
  name: 'read',
  limit: 120,
  remaining: 118,
  resetSeconds: 34,
  windowSeconds: 60,
  ...changes,
})

test('an allowed request gets policy and state, and no Retry-After', () => {
  expect(limitHeaders([decision({})])).toEqual({
    'ratelimit-policy': '"read";q=120;w=60',
    ratelimit: '"read";r=118;t=34',
    'x-ratelimit-limit': '120',
    'x-ratelimit-remaining': '118',
    'x-ratelimit-reset': '34',
  })
})

test('the headers state the budget with the least left', () => {
  const headers = limitHeaders([
    decision({ remaining: 50 }),
    decision({ name: 'build', limit: 60, remaining: 3, resetSeconds: 9 }),
  ])
  expect(headers['ratelimit']).toBe('"build";r=3;t=9')
})

test('Retry-After is the latest reset among the denied budgets only', () => {
  const headers = limitHeaders([
    decision({ allowed: false, remaining: 0, resetSeconds: 5 }),
    decision({ allowed: false, remaining: 2, resetSeconds: 20 }),
    decision({ allowed: true, remaining: 0, resetSeconds: 55 }),
  ])
  expect(headers['retry-after']).toBe('20')
  expect(headers['ratelimit']).toBe('"read";r=0;t=5')
})

test('headers are added to those that are there, and none without a decision', () => {
  expect(limitHeaders([], { vary: 'Origin' })).toEqual({ vary: 'Origin' })
  expect(limitHeaders([decision({})], { vary: 'Origin' })).toHaveProperty('vary', 'Origin')
})

import { expect, test } from 'vitest'
import { ERRORS } from '../../schema/errors.ts'
import { ApiError } from '../../shared/errors/ApiError.ts'
import { errorResponse } from '../../shared/http/errorResponse.ts'

test('every 502 and 504 of the catalogue says when to come back', () => {
  const waiting = Object.entries(ERRORS).filter(([, { status }]) => status === 502 || status === 504)
  expect(waiting.length).toBeGreaterThan(2)
  expect(waiting.filter(([, { retryAfter = 0 }]) => retryAfter < 1)).toEqual([])
  expect(errorResponse(new ApiError('upstream_failed'), {}).headers.get('retry-after')).toBe('2')
})

test('what a node says of its own pause wins', () => {
  const { headers } = errorResponse(new ApiError('upstream_timeout', undefined, { 'retry-after': '31' }), {})
  expect(headers.get('retry-after')).toBe('31')
})

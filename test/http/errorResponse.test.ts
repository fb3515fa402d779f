import { expect, test } from 'vitest'
import { codesOf } from '../../schema/codesOf.ts'
import { ERRORS } from '../../schema/errors.ts'
import { vault } from '../../schema/vault/index.ts'
import { ApiError } from '../../shared/errors/ApiError.ts'
import { errorResponse } from '../../shared/http/errorResponse.ts'
import { takeUndeclared } from '../support/undeclaredErrors.ts'

const { getVaultReport: operation } = vault
const exchange = {
  request: new Request('https://api.example.com/api/x'),
  baseUrl: 'https://api.example.com/api',
  operation,
}

test('every 502 and 504 of the catalogue says when to come back', () => {
  const waiting = Object.entries(ERRORS).filter(([, { status }]) => status === 502 || status === 504)
  expect(waiting.length).toBeGreaterThan(2)
  expect(waiting.filter(([, { retry }]) => typeof retry !== 'number' || retry < 1)).toEqual([])
  expect(errorResponse(new ApiError('upstream_failed'), {}).headers.get('retry-after')).toBe('2')
})

test('what a node says of its own pause wins', () => {
  const { headers } = errorResponse(new ApiError('upstream_timeout', undefined, { 'retry-after': '31' }), {})
  expect(headers.get('retry-after')).toBe('31')
})

test('a code that the operation does not declare is answered, and reported so that tests fail', () => {
  for (const code of codesOf(operation)) errorResponse(new ApiError(code), {}, exchange)
  expect(takeUndeclared()).toEqual([])
  const answer = errorResponse(new ApiError('not_an_auction'), { 'x-request-id': 'one' }, exchange)
  expect([answer.status, answer.headers.get('x-error-code')]).toEqual([404, 'not_an_auction'])
  expect(takeUndeclared()).toEqual([expect.stringContaining('"code":"not_an_auction"')])
})

test('an error that is not in the catalogue is answered as internal_error, without its text', async () => {
  const answer = errorResponse(new TypeError('secret'), {}, exchange)
  expect(answer.status).toBe(500)
  expect(await answer.text()).toBe('{"success":false,"error":"internal_error"}')
})

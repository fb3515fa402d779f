import { expect, test } from 'vitest'
import { ERROR_CODES, ERRORS } from '../../schema/errors.ts'
import { ApiError } from '../../shared/http/ApiError.ts'
import { errorResponse } from '../../shared/http/errorResponse.ts'

test.each(ERROR_CODES.filter((code) => [502, 504].includes(ERRORS[code].status)))(
  '%s says when to come back',
  (code) => {
    const { headers } = errorResponse(new ApiError(code), {})
    expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
  },
)

test('what a node says of its own pause wins', () => {
  const { headers } = errorResponse(new ApiError('upstream_timeout', undefined, { 'retry-after': '31' }), {})
  expect(headers.get('retry-after')).toBe('31')
})

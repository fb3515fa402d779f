import { expect, test } from 'vitest'
import { retryAfterOf } from '../../shared/provider/retryAfterOf.ts'

const now = Date.parse('2026-11-20T10:00:00.500Z')

test.each<readonly [string | undefined, number | undefined]>([
  ['17', 17],
  ['0', 1],
  ['999999', 3600],
  ['Fri, 20 Nov 2026 10:00:07 GMT', 7],
  ['Sat, 21 Nov 2026 10:00:07 GMT', 3600],
  ['Fri, 20 Nov 2026 10:00:00 GMT', undefined],
  ['Wed, 21 Oct 2015 07:28:00 GMT', undefined],
  ['Xyz, 99 Abc 2026 99:99:99 GMT', undefined],
  ['2026-11-20T10:00:07Z', undefined],
  ['-1', undefined],
  ['1.5', undefined],
  ['1e3', undefined],
  ['9'.repeat(30), undefined],
  ['soon', undefined],
  ['', undefined],
  [undefined, undefined],
])('Retry-After %j asks to wait %j seconds', (given, seconds) => {
  expect(retryAfterOf(new Headers(given === undefined ? {} : { 'retry-after': given }), now)).toBe(seconds)
})

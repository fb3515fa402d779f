import { expect, test } from 'vitest'
import { decoded } from '../../shared/text/decoded.ts'

test('escapes are decoded', () => {
  expect(decoded('/docs/%C3%A9t%C3%A9%20')).toBe('/docs/été ')
})

test.each(['%', '/docs/%E0%A4%A', '%zz', '100%', '%ff'])('%j, whose escapes are wrong, stays as it is', (text) => {
  expect(decoded(text)).toBe(text)
})

import { expect, test } from 'vitest'
import { partsOf } from '../../shared/http/parts.ts'

test.each([
  ['http://h/api/v1/x', '/api/v1/x', '', undefined],
  ['http://h:1/api/v1/x?a=1&b=%2F', '/api/v1/x', '?a=1&b=%2F', undefined],
  ['http://h/x?minBlock=5', '/x', '', '5'],
  ['http://h/x?a=1&minBlock=5&b=2', '/x', '?a=1&b=2', '5'],
  ['http://h/x#part', '/x', '', undefined],
])('%s', (url, path, search, minBlock) => {
  expect(partsOf(url)).toMatchObject({ path, search, minBlock })
})

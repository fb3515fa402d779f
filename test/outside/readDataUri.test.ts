import { describe, expect, test } from 'vitest'
import { readDataUri } from '../../shared/outside/readDataUri.ts'
import { Unread } from '../../shared/outside/ReadOutside.ts'

const read = (uri: string, maxBytes = 100) => {
  const { contentType, bytes } = readDataUri(uri, maxBytes)
  return [contentType, new TextDecoder().decode(bytes)]
}
function failureOf(uri: string, maxBytes = 100): string | undefined {
  try {
    readDataUri(uri, maxBytes)
    return undefined
  } catch (error) {
    return error instanceof Unread ? error.failure : String(error)
  }
}
const DEFAULT = 'text/plain;charset=US-ASCII'

test.each([
  ['data:,plain', DEFAULT, 'plain'],
  ['data:application/json,{"a":1}', 'application/json', '{"a":1}'],
  ['data:application/json;charset=utf-8,%7B%22a%22:%22%C3%A4%22%7D', 'application/json;charset=utf-8', '{"a":"ä"}'],
  ['DATA:Text/HTML;BASE64,PGI+', 'Text/HTML', '<b>'],
  ['data:application/json;base64,eyJhIjoxfQ==', 'application/json', '{"a":1}'],
  ['data:application/json;base64,eyJhIjoxfQ', 'application/json', '{"a":1}'],
  ['data:application/json;base64,eyJh%49joxfQ%3D%3D#part', 'application/json', '{"a":1}'],
  ['data:;base64,eyJh\nIjox fQ==', DEFAULT, '{"a":1}'],
  ['data:;charset=utf-8,ä', 'text/plain;charset=utf-8', 'ä'],
  ['data:application/json,{"name":"Agent #1, 100%"}', 'application/json', '{"name":"Agent #1, 100%"}'],
  ['data:,%zz%4', DEFAULT, '%zz%4'],
  ['data:,', DEFAULT, ''],
])('decodes %s', (uri, contentType, text) => {
  expect(read(uri)).toEqual([contentType, text])
})

test('bytes that are not text come out as they are', () => {
  expect([...readDataUri('data:,%00%ff%80', 3).bytes]).toEqual([0, 255, 128])
  expect([...readDataUri('data:;base64,AP+A', 3).bytes]).toEqual([0, 255, 128])
})

test('what is not a data URI is refused', () => {
  for (const uri of ['data:', 'data:text/plain', `data:${'x'.repeat(300)},x`, 'data:;base64,=', 'data:;base64,a'])
    expect(failureOf(uri), uri).toBe('refused')
})

describe('security', () => {
  test('the bound is of decoded bytes, exactly, and holds before anything is decoded', () => {
    for (const prefix of ['data:,', 'data:;charset=utf-8,']) {
      expect(failureOf(prefix + 'x'.repeat(100))).toBeUndefined()
      expect(failureOf(prefix + '%41'.repeat(100))).toBeUndefined()
      expect(failureOf(prefix + 'x'.repeat(101))).toBe('too_large')
      expect(failureOf(prefix + 'ä'.repeat(51))).toBe('too_large')
    }
    for (const length of [98, 99, 100]) {
      expect(failureOf(`data:;base64,${btoa('x'.repeat(length))}`, length)).toBeUndefined()
      expect(failureOf(`data:;base64,${btoa('x'.repeat(length + 1))}`, length)).toBe('too_large')
    }
    expect(failureOf(`data:,${'x'.repeat(50_000_000)}`)).toBe('too_large')
    expect(failureOf(`data:;base64,${'A'.repeat(50_000_000)}`)).toBe('too_large')
    expect(failureOf(`data:${'x'.repeat(50_000_000)}`)).toBe('refused')
  })
})

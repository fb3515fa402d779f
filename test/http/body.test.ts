import { describe, expect, test } from 'vitest'
import { parseBody, readBytes } from '../../shared/http/body.ts'

/** `duplex` lets Node take a stream as a body. */
const init = { method: 'POST', duplex: 'half' }
const post = (body: BodyInit, headers: Record<string, string> = {}) =>
  new Request('http://x/', { ...init, body, headers })

const streamOf = (chunks: number, size: number) => {
  let sent = 0
  const stream = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (sent++ === chunks) controller.close()
      else controller.enqueue(new Uint8Array(size).fill(32))
    },
  })
  return { stream, sent: () => sent }
}

describe('readBytes', () => {
  test('a body of exactly the bound is read whole', async () => {
    expect(await readBytes(post('x'.repeat(64)), 64)).toHaveLength(64)
  })

  test('a Content-Length over the bound is refused without reading', async () => {
    const { stream, sent } = streamOf(10, 10)
    await expect(readBytes(post(stream, { 'content-length': '65' }), 64)).rejects.toMatchObject({
      code: 'body_too_large',
    })
    expect(sent()).toBeLessThan(2)
  })

  test('a stream without a length is counted, and refused as soon as it is over', async () => {
    const { stream, sent } = streamOf(1000, 100)
    await expect(readBytes(post(stream), 256)).rejects.toMatchObject({
      code: 'body_too_large',
    })
    expect(sent()).toBeLessThan(10)
  })

  test('a length that lies does not get more in', async () => {
    await expect(readBytes(post('x'.repeat(100), { 'content-length': '5' }), 64)).rejects.toMatchObject({
      code: 'body_too_large',
    })
  })

  test('a compressed body is refused: its size says nothing', async () => {
    await expect(readBytes(post('x', { 'content-encoding': 'gzip' }), 64)).rejects.toMatchObject({
      code: 'unsupported_encoding',
    })
  })
})

describe('parseBody', () => {
  const parse = (text: string, kind: 'object' | 'json') => parseBody(new TextEncoder().encode(text), kind)

  test.each(['', '[]', '[1,2]', 'null', '"text"', '7', 'true'])('kind object takes %j as an empty object', (text) => {
    expect(parse(text, 'object')).toEqual({})
  })

  test('kind json takes any JSON as it is', () => {
    expect(parse('[{"a":1}]', 'json')).toEqual([{ a: 1 }])
    expect(parse('null', 'json')).toBeNull()
  })

  test.each(['{', '{"a":}', 'nope', '{"a":1}x'])('%j is invalid_json', (text) => {
    expect(() => parse(text, 'object')).toThrow('invalid_json')
  })

  test('bytes that are not UTF-8 are invalid_json', () => {
    expect(() => parseBody(new Uint8Array([0x22, 0xff, 0xfe, 0x22]), 'json')).toThrow('invalid_json')
  })

  test('deep nesting is refused, also where it would overflow a stack', () => {
    expect(parse(`${'['.repeat(32)}${']'.repeat(32)}`, 'json')).toBeDefined()
    expect(() => parse(`${'['.repeat(34)}${']'.repeat(34)}`, 'json')).toThrow('invalid_json')
    expect(() => parse(`${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`, 'json')).toThrow('invalid_json')
  })

  test.each(['{"__proto__":{"admin":true}}', '{"a":[{"\\u005f_proto__":1}]}'])(
    'a member named __proto__, which a copy would lose, is refused wherever it stands: %s',
    (text) => {
      expect(() => parse(text, 'object')).toThrow('invalid_json')
      expect(parse('{"a":"__proto__"}', 'object')).toEqual({ a: '__proto__' })
    },
  )
})

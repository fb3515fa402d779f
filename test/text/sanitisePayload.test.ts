import { anything, assert, dictionary, property, string } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sanitisePayload } from '../../shared/text/sanitisePayload.ts'

const sanitised = (payload: Record<string, unknown>): unknown => JSON.parse(sanitisePayload(payload))

describe('what is kept', () => {
  test('plain values as they are', () => {
    const payload = { a: 1, b: 'text', c: true, d: null, e: [1, 2], f: { g: 'h' } }
    expect(sanitised(payload)).toEqual(payload)
  })
})

describe('what is cut', () => {
  test('texts, lists, objects, names and depth', () => {
    expect(sanitised({ a: 'x'.repeat(600) })).toEqual({ a: 'x'.repeat(512) })
    expect(sanitised({ a: Array(30).fill(1) })).toEqual({ a: Array(20).fill(1) })
    expect(
      Object.keys(Object(sanitised(Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`k${i}`, 1]))))),
    ).toHaveLength(40)
    expect(sanitised({ [` ${'k'.repeat(80)}`]: 1 })).toEqual({ ['k'.repeat(64)]: 1 })
    expect(sanitised({ a: { b: { c: { d: { e: 1 } } } } })).toEqual({ a: { b: { c: { d: '[max-depth]' } } } })
  })

  test('what is no JSON, and what would be the prototype of something', () => {
    expect(sanitised({ a: Number.NaN, b: Infinity, c: undefined, d: () => 1, e: [undefined, 1] })).toEqual({
      a: null,
      b: null,
      e: [null, 1],
    })
    expect(sanitised(JSON.parse('{"__proto__":{"x":1},"constructor":1,"prototype":1,"a":1}'))).toEqual({ a: 1 })
  })

  test('e-mail addresses', () => {
    expect(sanitised({ a: 'ada@example.com', b: { c: ['from ada@example.com'] } })).toEqual({
      a: '[e-mail]',
      b: { c: ['[e-mail]'] },
    })
  })

  test('all of it, where it is too long together', () => {
    expect(sanitised(Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`k${i}`, 'x'.repeat(512)])))).toEqual({})
  })
})

test('of anything at all something is made that is short and JSON', () => {
  assert(
    property(dictionary(string(), anything()), (payload) => {
      const text = sanitisePayload(payload)
      expect(new TextEncoder().encode(text).length).toBeLessThanOrEqual(8192)
      expect(JSON.parse(text)).toBeTypeOf('object')
    }),
    { numRuns: 200 },
  )
})

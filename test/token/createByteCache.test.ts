import { expect, test } from 'vitest'
import { createByteCache } from '../../functions/token/createByteCache.ts'

test('the least recently used goes first when the bound is passed', () => {
  const cache = createByteCache(25)
  const made: string[] = []
  for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) {
    cache.get(key, () => {
      made.push(key)
      return new Uint8Array(10)
    })
  }
  expect(made).toEqual(['a', 'b', 'c', 'b'])
})

test('what fails is made anew, and what is larger than the cache is handed out without displacing the rest', () => {
  const cache = createByteCache(5)
  const small = cache.get('small', () => new Uint8Array(3))
  expect(() =>
    cache.get('a', () => {
      throw new Error('no')
    }),
  ).toThrow('no')
  expect(cache.get('a', () => new Uint8Array(50)).length).toBe(50)
  expect(cache.get('a', () => new Uint8Array(2)).length).toBe(2)
  expect(cache.get('small', () => new Uint8Array(3))).toBe(small)
})

import { describe, expect, test } from 'vitest'
import { ISOLATE_BYTES, Memory } from '../../shared/cache/Memory.ts'
import { seeded } from '../support/pictures.ts'
import { soak } from '../support/soak.ts'

function setUp(share = 10_000) {
  const world = { now: 1_000_000 }
  const memory = new Memory(() => world.now)
  const cache = memory.cache<string>(share, (value) => value.length)
  return { world, memory, cache, later: (milliseconds: number) => world.now + milliseconds }
}

describe('a cache', () => {
  test('keeps a value until its time', () => {
    const { world, cache, later } = setUp()
    cache.set('a', 'value', later(1000))
    world.now += 999
    expect(cache.get('a')).toBe('value')
    world.now += 1
    expect(cache.get('a')).toBeUndefined()
    expect(cache.bytes).toBe(0)
  })

  test('counts keys as well as values, and nothing twice', () => {
    const { cache, later } = setUp()
    cache.set('k', 'v', later(1000))
    const short = cache.bytes
    cache.set('k', 'v', later(2000))
    expect(cache.bytes).toBe(short)
    cache.set('k'.repeat(501), 'v', later(1000))
    expect(cache.bytes - short).toBeGreaterThanOrEqual(short + 500)
  })

  test('lets the least recently used go when its share is full', () => {
    const { cache, later } = setUp(1000)
    cache.set('a', 'x'.repeat(100), later(1000))
    cache.set('b', 'x'.repeat(100), later(1000))
    cache.get('a')
    cache.set('c', 'x'.repeat(100), later(1000))
    expect(['a', 'b', 'c'].map((key) => cache.get(key)?.length)).toEqual([100, undefined, 100])
  })

  test('does not keep what is larger than its share, and displaces nothing for it', () => {
    const { cache, later } = setUp(1000)
    cache.set('a', 'small', later(1000))
    cache.set('b', 'x'.repeat(1000), later(1000))
    expect([cache.get('a'), cache.get('b')]).toEqual(['small', undefined])
  })

  test('lets go what expired and nobody asks for', () => {
    const { world, cache, later } = setUp()
    for (let i = 0; i < 20; i += 1) cache.set(`key ${i}`, 'value', later(1000))
    const before = cache.bytes
    world.now += 60_000
    cache.set('one', 'value', later(1000))
    expect(cache.bytes).toBeLessThan(before / 10)
  })
})

describe('the caches of an isolate', () => {
  test('share its memory: one takes nothing from another, and together they have no more than there is', () => {
    const { memory, cache, later } = setUp()
    cache.set('a', 'value', later(1000))
    const other = memory.cache<string>(ISOLATE_BYTES - 10_000, (value) => value.length)
    for (let i = 0; i < 2000; i += 1) other.set(`key ${i}`, 'x'.repeat(50_000), later(1000))
    expect(cache.get('a')).toBe('value')
    expect(memory.bytes).toBe(cache.bytes + other.bytes)
    expect(memory.bytes).toBeLessThanOrEqual(ISOLATE_BYTES)
    expect(() => memory.cache(1, () => 0)).toThrow('the caches need')
  })

  test('stay within it and count right under any use', () => {
    const random = seeded(4)
    const { world, memory, cache, later } = setUp()
    const mirror = new Map<string, string>()
    for (let i = 0; i < soak(20_000, 2_000_000); i += 1) {
      const key = `key ${random() % 300}`
      if (random() % 2 === 0) {
        const value = 'x'.repeat(random() % 3000)
        cache.set(key, value, later(random() % 500))
        mirror.set(key, value)
      } else {
        const found = cache.get(key)
        if (found !== undefined) expect(found).toBe(mirror.get(key))
      }
      if (random() % 50 === 0) world.now += random() % 400
      expect(memory.bytes).toBeLessThanOrEqual(10_000)
      expect(memory.bytes).toBeGreaterThanOrEqual(0)
    }
    world.now += 100_000
    for (const key of mirror.keys()) cache.get(key)
    expect(memory.bytes).toBe(0)
  })
})

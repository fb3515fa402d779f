import { describe, expect, it } from 'vitest'
import { skeleton } from '../../shared/text/skeleton.ts'

describe('the skeleton of a name', () => {
  it.each([
    ['AURORA', 'aurora'],
    ['AURORA', 'АURОRА'],
    ['AURORA', 'ＡＵＲＯＲＡ'],
    ['AURORA', '𝐀𝐔𝐑𝐎𝐑𝐀'],
    ['Aurora', 'Áürórà'],
    ['AURORA', 'AUR0RA'],
    ['Aurora Fields', 'AuroraFields'],
    ['LINE', 'L1NE'],
    ['LINE', 'l|ne'],
    ['modern', 'modem'],
    ['WAVE', 'VVAVE'],
    ['PEPE', 'РЕРЕ'],
    ['USDC', 'U$DC'],
    ['USDC', 'US\u200bDC'],
  ])('is one for %s and %s', (one, other) => expect(skeleton(other)).toBe(skeleton(one)))

  it.each([
    ['AURORA', 'AURA'],
    ['AURORA', '■AURORA'],
    ['FERRY', 'BERRY'],
    ['ABC', 'ABD'],
  ])('is not one for %s and %s', (one, other) => expect(skeleton(other)).not.toBe(skeleton(one)))

  it('is empty for what has nothing to compare', () => expect(skeleton(' .-\u0301\u200d ')).toBe(''))

  it('is its own', () => {
    for (const text of ['AURORA', 'Сlоud 9', 'rnodern']) expect(skeleton(skeleton(text))).toBe(skeleton(text))
  })
})

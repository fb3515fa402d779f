import { numberToHex, type Address } from 'viem'
import { describe, expect, it } from 'vitest'
import { coinIsToken0, isOtherPair } from '../../../shared/domain/lpstrat/pair.ts'

const [coin, dollars, other] = [1n, 2n, 3n].map((n) => numberToHex(n, { size: 20 }))
if (!coin || !dollars || !other) throw new Error('three addresses are needed')
const strategy = (usdc: Address | null) => ({ asset: coin, usdc })
const pair = (token0: Address | null, token1: Address | null) => ({ token0, token1 })

describe('a strategy that does not name its dollars', () => {
  it('has another pair only where its coin is missing', () => {
    expect(isOtherPair(pair(coin, other), strategy(null))).toBe(false)
    expect(isOtherPair(pair(other, coin), strategy(null))).toBe(false)
    expect(isOtherPair(pair(other, dollars), strategy(null))).toBe(true)
  })

  it('has no known side of its coin', () => {
    expect(coinIsToken0(pair(coin, other), strategy(null))).toBeNull()
  })
})

describe('a strategy that names its dollars', () => {
  it('has only the pair of both', () => {
    expect(isOtherPair(pair(dollars, coin), strategy(dollars))).toBe(false)
    expect(isOtherPair(pair(coin, other), strategy(dollars))).toBe(true)
    expect(isOtherPair(pair(null, dollars), strategy(dollars))).toBe(false)
  })

  it('has its coin on one side of that pair, and on neither of another', () => {
    expect(coinIsToken0(pair(coin, dollars), strategy(dollars))).toBe(true)
    expect(coinIsToken0(pair(dollars, coin), strategy(dollars))).toBe(false)
    expect(coinIsToken0(pair(coin, other), strategy(dollars))).toBeNull()
    expect(coinIsToken0(pair(null, dollars), strategy(dollars))).toBeNull()
  })
})

import { describe, expect, test } from 'vitest'
import { coinPrice, ratioAt, sqrtPriceRatio } from '../../../shared/domain/dex/ticks.ts'

const known = { coinIsToken0: true, coinDecimals: 18, usdDecimals: 6 }

describe('the price of a coin in a pool with dollars', () => {
  test.each([
    // dollars per coin in base units, coin is token0, coin decimals, dollar decimals, price: by hand
    [{ over: 1n, under: 1n }, true, 18, 18, '1'],
    [{ over: 1n, under: 10n ** 12n }, true, 18, 6, '1'],
    [{ over: 10n ** 12n, under: 1n }, false, 18, 6, '1'],
    [{ over: 4n, under: 1n }, false, 6, 6, '0.25'],
    [{ over: 3n, under: 2n }, true, 6, 8, '0.015'],
  ])(
    '%o with the coin as token0 %s, decimals %i and %i, is %s',
    (ratio, coinIsToken0, coinDecimals, usdDecimals, price) =>
      expect(coinPrice(ratio, { coinIsToken0, coinDecimals, usdDecimals })).toBe(price),
  )

  test('is unknown where anything of it is', () => {
    const ratio = { over: 1n, under: 1n }
    expect(coinPrice(null, known)).toBeNull()
    for (const part of ['coinIsToken0', 'coinDecimals', 'usdDecimals'])
      expect(coinPrice(ratio, { ...known, [part]: null })).toBeNull()
  })

  test('by its square root and by its tick is the same at a tick: 1.0001 to the power of 2, at the tick 2', () => {
    // 1.0001 * 2^96 is the square root of 1.0001^2.
    const byRoot = coinPrice(sqrtPriceRatio((10_001n << 96n) / 10_000n), { ...known, usdDecimals: 18 })
    expect(byRoot).toBe('1.00020001')
    expect(coinPrice(ratioAt(2), { ...known, usdDecimals: 18 })).toBe(byRoot)
  })
})

test('there is no price at an unset square root, and beyond the ticks of Uniswap v3', () => {
  expect([sqrtPriceRatio(null), sqrtPriceRatio(0n), ratioAt(null), ratioAt(887_273), ratioAt(-887_273)]).toEqual(
    Array.from({ length: 5 }, () => null),
  )
  expect(ratioAt(-887_272)).not.toBeNull()
})

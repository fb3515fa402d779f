import { describe, expect, test } from 'vitest'
import { CAP_TICKET, dollars, fairPrize, usd1e6 } from '../../../functions/lottery/jackpot/usd.ts'

const E18 = 10n ** 18n

describe('usd1e6', () => {
  test.each([
    ['one coin at one dollar', E18, E18, 18, 1_000_000n],
    ['nothing', 0n, E18, 18, 0n],
    ['less than a millionth of a dollar, rounded down', 999_999_999_999n, E18, 18, 0n],
    ['a millionth of a dollar', 1_000_000_000_000n, E18, 18, 1n],
    ['a coin of 6 decimals', 1_500_000n, 2n * E18, 6, 3_000_000n],
    ['a coin without decimals', 3n, 5n * E18, 0, 15_000_000n],
    ['amounts beyond 2^53', 10n ** 30n, 3n * E18, 18, 3n * 10n ** 18n],
  ])('%s', (_, assets, price, decimals, usd) => {
    expect(usd1e6(assets, price, decimals)).toBe(usd)
  })
})

describe('dollars', () => {
  test.each([
    [0n, '0'],
    [1n, '0.000001'],
    [15_250_000n, '15.25'],
    [750_000_000n, '750'],
    [2n ** 63n, '9223372036854.775808'],
    [null, null],
  ])('%s is %s', (usd, text) => expect(dollars(usd)).toBe(text))
})

describe('fairPrize', () => {
  test('is 750 USD while the curve of chances is straight, and grows above its ceiling', () => {
    for (const ticket of [1n, 5n, 1000n, 10_000n])
      expect(fairPrize(ticket * 1_000_000n, ticket * 4n)).toBe(750_000_000n)
    expect(fairPrize(CAP_TICKET, 40_000n)).toBe(750_000_000n)
    expect(fairPrize(20_000_000_000n, 40_000n)).toBe(1_500_000_000n)
  })

  test('shrinks with a boost, and is null if a ticket cannot win', () => {
    expect(fairPrize(CAP_TICKET, 75_000n)).toBe(400_000_000n)
    expect(fairPrize(1n, 0n)).toBeNull()
  })
})

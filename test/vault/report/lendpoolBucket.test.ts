import { expect, test } from 'vitest'
import { lendpoolBucket } from '../../../functions/vault/report/lendpoolBucket.ts'

const equal = { coinDecimals: 18, usdDecimals: 18 }

test('with equal decimals and the whole value it is 4156 less a bucket for every 50 ticks, in either order of tokens', () => {
  for (const tick of [-100_000, -51, -50, -49, -1, 0, 1, 49, 50, 51, 100_000]) {
    const expected = Math.min(7388, Math.max(1, 4156 - Math.floor(tick / 50)))
    expect(lendpoolBucket({ ...equal, tick, coinIsToken0: false }, 10_000)).toBe(expected)
    expect(lendpoolBucket({ ...equal, tick: -tick, coinIsToken0: true }, 10_000)).toBe(expected)
  }
})

test('a coin of 18 decimals at par with a dollar of 6 is at the bucket of price 1', () => {
  const parTick = Math.round(12 * (Math.log(10) / Math.log(1.0001)))
  for (const coinIsToken0 of [true, false]) {
    const bucket = lendpoolBucket(
      { tick: coinIsToken0 ? -parTick : parTick, coinIsToken0, coinDecimals: 18, usdDecimals: 6 },
      10_000,
    )
    expect([4156, 4157]).toContain(bucket)
  }
})

test('a coin of 2 cents is 50 coins a dollar: the price of that bucket is 35 coins at 70 % loan-to-value', () => {
  const tick = Math.floor(Math.log(0.02 * 1e-12) / Math.log(1.0001))
  const bucket = lendpoolBucket({ tick, coinIsToken0: true, coinDecimals: 18, usdDecimals: 6 }, 7000)
  expect(1.0001 ** (50 * (4156 - bucket))).toBeGreaterThan(34.8)
  expect(1.0001 ** (50 * (4156 - bucket))).toBeLessThan(35.2)
  expect(lendpoolBucket({ tick, coinIsToken0: true, coinDecimals: 18, usdDecimals: 6 }, 3500)).toBeGreaterThan(bucket)
})

test('stays within what a lender may choose', () => {
  expect(lendpoolBucket({ ...equal, tick: 887_272, coinIsToken0: false }, 10_000)).toBe(1)
  expect(lendpoolBucket({ ...equal, tick: -887_272, coinIsToken0: false }, 1)).toBe(7388)
})

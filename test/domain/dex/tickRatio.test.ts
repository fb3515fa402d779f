import { expect, test } from 'vitest'
import { maxTick, tickRatio } from '../../../shared/domain/dex/ticks.ts'

/** Two positive ratios agree to one part in 10^fractionDigits. */
function expectClose(
  a: { over: bigint; under: bigint },
  b: { over: bigint; under: bigint },
  fractionDigits: number,
): void {
  const [left, right] = [a.over * b.under, b.over * a.under]
  const off = left > right ? left - right : right - left
  expect(off * 10n ** BigInt(fractionDigits)).toBeLessThan(right)
}

test('agrees with the exact power to 70 digits, for ticks on both sides of zero', () => {
  for (const tick of [1, 2, 50, 999, 12_345]) {
    const exact = { over: 10_001n ** BigInt(tick), under: 10_000n ** BigInt(tick) }
    expectClose(tickRatio(tick), exact, 70)
    expectClose(tickRatio(-tick), { over: exact.under, under: exact.over }, 70)
  }
  expect(tickRatio(0)).toEqual({ over: 1n << 256n, under: 1n << 256n })
})

test('agrees at its bounds with the square roots that Uniswap v3 has there (TickMath)', () => {
  const [least, most] = [4295128739n, 1461446703485210103287273052203988822378723970342n]
  expectClose(tickRatio(maxTick), { over: most ** 2n, under: 1n << 192n }, 19)
  expectClose(tickRatio(-maxTick), { over: least ** 2n, under: 1n << 192n }, 8)
})

test('refuses what is not a tick', () => {
  for (const tick of [maxTick + 1, -maxTick - 1, 0.5, NaN]) expect(() => tickRatio(tick)).toThrow(RangeError)
})

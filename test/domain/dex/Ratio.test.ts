import { expect, test } from 'vitest'
import { invert, shiftDecimals, toDecimal } from '../../../shared/domain/dex/Ratio.ts'

const ratio = (over: bigint, under: bigint) => ({ over, under })

test.each([
  [ratio(0n, 7n), '0'],
  [ratio(1n, 1n), '1'],
  [ratio(1n, 4n), '0.25'],
  [ratio(1n, 3n), '0.333333333333333333'],
  [ratio(2n, 3n), '0.666666666666666667'],
  [ratio(1200n, 1n), '1200'],
  [ratio(10n ** 30n, 1n), `1${'0'.repeat(30)}`],
  [ratio(1n, 10n ** 30n), `0.${'0'.repeat(29)}1`],
  [ratio(12345678901234567890n, 1n), '12345678901234567900'],
  [ratio(99999999999999999996n, 10n ** 20n), '1'],
])('%o is %s', (given, text) => expect(toDecimal(given)).toBe(text))

test('rounds half up to the digits wanted', () => {
  expect(toDecimal(ratio(12345n, 1000n), 4)).toBe('12.35')
  expect(toDecimal(ratio(12344n, 1000n), 4)).toBe('12.34')
  expect(toDecimal(ratio(9996n, 1000n), 3)).toBe('10')
})

test('agrees with division of doubles over many magnitudes', () => {
  for (let i = 1n; i < 400n; i++) {
    const [over, under] = [i ** 7n + 13n, (401n - i) ** 6n + 7n]
    expect(Number(toDecimal(ratio(over, under))) / (Number(over) / Number(under))).toBeCloseTo(1, 12)
  }
})

test('shifts the point both ways, and turns over', () => {
  expect(toDecimal(shiftDecimals(ratio(5n, 1n), 3))).toBe('5000')
  expect(toDecimal(shiftDecimals(ratio(5n, 1n), -3))).toBe('0.005')
  expect(toDecimal(invert(ratio(5n, 1n)))).toBe('0.2')
})

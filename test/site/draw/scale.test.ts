import { array, assert, double, property } from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  cutPercent,
  dollars,
  exact,
  percent,
  short,
  shortDecimal,
  UNKNOWN,
} from '../../../functions/site/draw/numbers.ts'
import { scaleOf } from '../../../functions/site/draw/scale.ts'
import { ago, timeLeft } from '../../../functions/site/draw/timeLeft.ts'

describe('a scale', () => {
  test('keeps every value within its ends, the least at one and the most at the other', () => {
    assert(
      property(array(double({ min: -1e60, max: 1e60, noNaN: true }), { minLength: 2 }), (values) => {
        const scale = scaleOf(values, 3, 97)
        const placed = values.map(scale)
        expect(placed.every((at) => at >= 3 && at <= 97)).toBe(true)
        if (new Set(values).size > 1) expect([Math.min(...placed), Math.max(...placed)]).toEqual([3, 97])
      }),
    )
  })

  test('puts one value, and equal ones, in the middle', () => {
    expect(scaleOf([5], 0, 100)(5)).toBe(50)
    expect(scaleOf([7, 7, 7], 100, 0)(7)).toBe(50)
    expect(scaleOf([], 0, 100)(1)).toBe(50)
  })
})

describe('numbers for people', () => {
  test('are unknown where they are not known, and never zero', () => {
    expect([
      short(null, 18),
      short('1', null),
      exact(null, 18),
      dollars(null),
      percent(null),
      shortDecimal(null),
    ]).toEqual(Array.from({ length: 6 }, () => UNKNOWN))
  })

  test.each([
    ['3935396140511731322159471', 18, '3.935M', '3,935,396.140511731322159471'],
    ['999999', 6, '0.9999', '0.999999'],
    ['0', 18, '0', '0'],
    ['1', 18, '0.000000000000000001', '0.000000000000000001'],
    ['1000000', 0, '1M', '1,000,000'],
  ])('%s with %i decimals is %s, and no digit is lost in the table', (amount, decimals, brief, whole) => {
    expect([short(amount, decimals), exact(amount, decimals)]).toEqual([brief, whole])
  })

  test('basis points that were cut off to none are not called nothing', () => {
    expect([cutPercent(0), cutPercent(1), cutPercent(null)]).toEqual(['under 0.01%', '0.01%', UNKNOWN])
  })

  test('dollars have cents, small ones four digits', () => {
    expect([dollars('750'), dollars(40679.716638), dollars('0.02441934439484895')]).toEqual([
      '$750.00',
      '$40.67K',
      '$0.02441',
    ])
  })
})

test('time left is in its largest unit and the one below, and ends', () => {
  expect([timeLeft(86_400 + 1260, 0), timeLeft(86_400 + 7200, 0), timeLeft(3601, 0)]).toEqual(['1 d', '1 d 2 h', '1 h'])
  expect([timeLeft(200_000, 0), timeLeft(61, 0), timeLeft(5, 5), timeLeft(4, 5)]).toEqual([
    '2 d 7 h',
    '1 min 1 s',
    'ended',
    'ended',
  ])
  expect([ago(0, 86_400), ago(5, 5)]).toEqual(['1 d ago', 'now'])
})

import { bytesToHex, zeroAddress, type Address } from 'viem'
import { describe, expect, test } from 'vitest'
import { decimalNumber } from '../../../schema/tokenAmount.ts'
import {
  humanAmount,
  humanPrice,
  type Money,
  priceQ96Of,
  readMoney,
  ticker,
} from '../../../shared/domain/auction/Money.ts'
import { seeded } from '../../support/seeded.ts'

const TOKEN: Address = '0x00000000000000000000000000000000000000A1'
const unit = (decimals: number | null, symbol: string | null = 'T', address: Address | null = TOKEN) => ({
  address,
  symbol,
  decimals,
})
const money = (currencyDecimals: number | null, tokenDecimals: number | null = 18) =>
  readMoney(unit(currencyDecimals), unit(tokenDecimals))
const Q96 = 1n << 96n

describe('a price in Q96', () => {
  test.each([
    // currency decimals, token decimals, price, human: worked out with pencil and paper
    [18, 18, Q96, '1'],
    [18, 18, Q96 / 2n, '0.5'],
    [18, 18, 3n * Q96, '3'],
    [6, 18, Q96, '1000000000000'],
    // 250 000 units for 10^18: 19 807 040 628 566 084.3; what follows the point does not fit a price, 5 · 10^-18 dollars.
    [6, 18, (250_000n * Q96) / 10n ** 18n, '0.249999999999999995'],
    [18, 6, Q96, '0.000000000001'],
    [8, 0, 12_345n * Q96, '0.00012345'],
    [18, 18, 0n, '0'],
    [18, 18, 2n ** 160n - 1n, '18446744073709551700'],
  ])('%i and %i decimals: %i is %s', (currency, token, price, human) => {
    expect(humanPrice(money(currency, token), price)).toBe(human)
  })

  test('the least floor there may be, 2^32, is not lost: 2^-64', () => {
    expect(humanPrice(money(18), 2n ** 32n)).toBe('0.0000000000000000000542101086242752218')
  })

  test('is unknown where a unit is', () => {
    expect(humanPrice(money(null), Q96)).toBeNull()
    expect(humanPrice(money(6, null), Q96)).toBeNull()
    expect(humanPrice(money(6), null)).toBeNull()
  })
})

describe('a price in currency for one whole token', () => {
  const decimals = [0, 6, 8, 18]
  const random = seeded('prices')
  /** A number of one to so many bits. */
  const upTo = (bits: number): bigint => 1n + (BigInt(bytesToHex(random.bytes(32))) >> BigInt(256 - bits))
  const pairs = decimals.flatMap((currency) => decimals.map((token) => money(currency, token)))
  const again = (units: Money, tick: bigint): bigint | null =>
    priceQ96Of(units, decimalNumber(FIELD).parse(humanPrice(units, tick)))

  test('of a tick goes out and in again as the same tick', () => {
    for (const units of pairs)
      for (let turn = 0; turn < 100; turn++) {
        const spacing = upTo(1 + random.below(150))
        const tick = spacing * upTo(1 + random.below(50))
        const back = again(units, tick) ?? 0n
        expect(back - (back % spacing)).toBe(tick)
      }
  })

  test('never names a lower price, and beyond 18 digits less than one unit of the last digit more', () => {
    for (const units of pairs)
      for (let turn = 0; turn < 100; turn++) {
        const price = upTo(1 + random.below(255))
        const back = again(units, price) ?? 0n
        expect(back).toBeGreaterThanOrEqual(price)
        expect((back - price) * 10n ** 17n).toBeLessThanOrEqual(price)
      }
  })

  test('is rounded down between two prices, and unknown where decimals are', () => {
    expect(priceQ96Of(money(6), { digits: 25n, fractionDigits: 2 })).toBe(19_807_040_628_566_084n)
    expect(priceQ96Of(money(18), { digits: 1n, fractionDigits: 77 })).toBe(0n)
    expect(priceQ96Of(money(null), { digits: 1n, fractionDigits: 0 })).toBeNull()
    expect(priceQ96Of(money(18, null), { digits: 1n, fractionDigits: 0 })).toBeNull()
  })
})

const FIELD = { description: 'A price', example: '0.5' }

describe('an amount', () => {
  test('is exact beyond 2^53, and of its own decimals', () => {
    expect(humanAmount(unit(6), 2n ** 53n + 1n)).toBe('9007199254.740993')
    expect(humanAmount(unit(18), 1n)).toBe('0.000000000000000001')
    expect(humanAmount(unit(0), 7n)).toBe('7')
    expect(humanAmount(unit(null), 7n)).toBeNull()
  })
})

describe('names', () => {
  test('the zero address is ether; a token that answers nothing stays unknown', () => {
    const { currency, token } = readMoney(unit(null, null, zeroAddress), unit(null, null))
    expect(currency).toEqual({ address: zeroAddress, symbol: 'ETH', decimals: 18 })
    expect(token).toEqual({ address: TOKEN, symbol: null, decimals: null })
  })

  test('a ticker of an early generation gets its square, others stay', () => {
    expect(['wsAURORA', 'ws1', 'wsteth', 'WS', '■X', 'aws'].map(ticker)).toEqual([
      '■AURORA',
      '■1',
      'wsteth',
      'WS',
      '■X',
      'aws',
    ])
  })

  test('a symbol cannot turn the text around it', () => {
    expect(readMoney(unit(6, '\u202eCDSU\n'), unit(18)).currency.symbol).toBe('CDSU')
  })
})

import { expect, test } from 'vitest'
import { market } from '../../../functions/vault/report/market.ts'
import type { ReportReads } from '../../../functions/vault/report/reportCalls.ts'

const coin = '0x2222222222222222222222222222222222222222'
const lower = '0x1111111111111111111111111111111111111111'
const higher = '0x3333333333333333333333333333333333333333'
const pool = '0x4444444444444444444444444444444444444444'

type Reads = NonNullable<ReportReads['market']>

/** A pool of the coin and dollars of 6 decimals, whose tick has been the same for long. */
function reads(usdc: `0x${string}`, tick: number, changes: Partial<Reads> = {}): Reads {
  const root = BigInt(Math.floor(1.0001 ** (tick / 2) * 2 ** 96))
  const observed = (seconds: number): Reads['observed'] => [
    [0n, BigInt(tick * seconds)],
    [0n, 1n],
  ]
  return {
    usdc,
    usdcDecimals: 6,
    pool,
    token0: usdc === lower ? usdc : coin,
    token1: usdc === lower ? coin : usdc,
    slot0: [root, tick, 1, 64, 65, 0, true],
    observed: observed(1800),
    observedShortly: observed(300),
    ...changes,
  }
}

/** Tick of 2 cents a coin: token1 per token0 in base units. */
const cents = Math.round(Math.log(0.02 * 1e-12) / Math.log(1.0001))

test.each([
  ['below the dollar', higher, cents],
  ['above the dollar', lower, -cents],
] as const)('the coin is priced in dollars where its address is %s, negative ticks included', (_, usdc, tick) => {
  const found = market(reads(usdc, tick), coin, 18)
  expect(found).toMatchObject({
    pool,
    coinIsToken0: usdc === higher,
    spotTick: tick,
    twapTick: tick,
    twapSeconds: 1800,
    cardinality: 64,
    cardinalityNext: 65,
  })
  expect(Number(found.spotUsd)).toBeCloseTo(0.02, 5)
  expect(Number(found.twapUsd)).toBeCloseTo(0.02, 5)
})

test('the square root gives the spot price exactly', () => {
  const root = 3n << 96n
  const { spotUsd } = market(reads(higher, 0, { slot0: [root, 21_973, 0, 1, 1, 0, true], usdcDecimals: 18 }), coin, 18)
  expect(spotUsd).toBe('9')
  const turned = market(reads(lower, 0, { slot0: [root, 21_973, 0, 1, 1, 0, true], usdcDecimals: 18 }), coin, 18)
  expect(turned.spotUsd).toBe('0.111111111111111111')
})

test('decimals move the point: a coin of 6 against a dollar of 6, and of 0', () => {
  expect(market(reads(higher, 0, { slot0: [1n << 96n, 0, 0, 1, 1, 0, true] }), coin, 6).spotUsd).toBe('1')
  expect(market(reads(higher, 0, { slot0: [1n << 96n, 0, 0, 1, 1, 0, true] }), coin, 0).spotUsd).toBe('0.000001')
})

test('a pool that remembers five minutes gives the mean of those; one that remembers nothing gives none', () => {
  const brief = market(reads(higher, cents, { observed: null }), coin, 18)
  expect(brief).toMatchObject({ twapTick: cents, twapSeconds: 300 })
  const none = market(reads(higher, cents, { observed: null, observedShortly: null }), coin, 18)
  expect(none).toMatchObject({ twapTick: null, twapSeconds: null, twapUsd: null, spotTick: cents })
})

test('a pool of another pair has no price of the coin', () => {
  const other = market(reads(higher, cents, { token1: lower }), coin, 18)
  expect(other).toMatchObject({ pool, coinIsToken0: null, spotUsd: null, twapUsd: null, spotTick: cents })
})

test('without a pool, or without its reads, everything is null', () => {
  const zero = '0x0000000000000000000000000000000000000000'
  for (const nothing of [null, reads(higher, cents, { pool: null }), reads(higher, cents, { pool: zero })]) {
    expect(Object.values(market(nothing, coin, 18)).every((value) => value === null)).toBe(true)
  }
  const broken = market(
    reads(higher, cents, { slot0: null, observed: [[], []], observedShortly: [[0n, 2n ** 55n], []] }),
    coin,
    18,
  )
  expect(broken).toMatchObject({ pool, spotTick: null, twapTick: null, spotUsd: null, twapUsd: null })
  expect(market(reads(higher, cents), coin, null).spotUsd).toBeNull()
})

import { getAddress, zeroAddress } from 'viem'
import { expect, test } from 'vitest'
import { deepest } from '../../../functions/market/trend/marketPools.ts'

const factory = getAddress(`0x${'fa'.repeat(20)}`)
const pool = (byte: string, liquidity: bigint | null) => ({
  address: getAddress(`0x${byte.repeat(20)}`),
  liquidity,
  sqrtPriceX96: 2n ** 96n,
})
const none = { address: zeroAddress, liquidity: null, sqrtPriceX96: null }

test('the pool with the most liquidity is the market, and where there is none, there is none', () => {
  const deep = pool('02', 7n)
  expect(deepest(factory, { 500: pool('01', 5n), 3000: deep, 10000: none })).toEqual(deep)
  expect(deepest(factory, { 500: pool('01', 0n), 3000: none })).toBe(null)
})

test.each([
  ['a factory that names no pool', { address: null, liquidity: null, sqrtPriceX96: null }],
  ['a pool that does not tell its liquidity', pool('03', null)],
])('%s is no market that is missing', (_, unknown) => {
  expect(() => deepest(factory, { 500: pool('01', 5n), 3000: unknown })).toThrow(
    expect.objectContaining({ code: 'role_not_configured' }),
  )
})

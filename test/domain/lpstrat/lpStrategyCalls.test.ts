import { numberToHex, zeroAddress, type Address } from 'viem'
import { describe, expect, it } from 'vitest'
import { currentOf, type LpStrategyReads, lpStrategyOf } from '../../../shared/domain/lpstrat/lpStrategyCalls.ts'

const address = (n: bigint): Address => numberToHex(n, { size: 20 })
const reads: LpStrategyReads = {
  owner: address(1n),
  vault: address(2n),
  asset: address(3n),
  usdc: null,
  active: true,
  charmVault: null,
  lpVault: null,
}
const strategyWith = (change: Partial<LpStrategyReads>) => lpStrategyOf(address(9n), { ...reads, ...change })

describe('a liquidity strategy', () => {
  it('has its LP vault by either name, and none where that is not set', () => {
    expect(strategyWith({ charmVault: address(4n) })?.lpVault).toBe(address(4n))
    expect(strategyWith({ lpVault: address(5n) })?.lpVault).toBe(address(5n))
    expect(strategyWith({ charmVault: zeroAddress, lpVault: address(5n) })?.lpVault).toBe(address(5n))
    expect(strategyWith({ lpVault: zeroAddress })).toMatchObject({ lpVault: null, asset: address(3n), usdc: null })
  })

  it('names its vault, its coin, and its LP vault; what does not is of another kind', () => {
    const lpVault = address(5n)
    expect(strategyWith({})).toBeNull()
    expect(strategyWith({ lpVault, vault: null })).toBeNull()
    expect(strategyWith({ lpVault, asset: null })).toBeNull()
  })
})

it('what was read for both names is taken of the LP vault that is set', () => {
  const read = { charmVault: 'first', lpVault: 'later' }
  expect(currentOf({ charmVault: address(4n), lpVault: null }, read)).toBe('first')
  expect(currentOf({ charmVault: null, lpVault: address(5n) }, read)).toBe('later')
  expect(currentOf({ charmVault: zeroAddress, lpVault: address(5n) }, read)).toBe('later')
})

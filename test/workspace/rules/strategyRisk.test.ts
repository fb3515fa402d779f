import { describe, expect, test } from 'vitest'
import { describeStrategy } from '../../../shared/domain/vault/describeStrategy.ts'
import { strategyRisk } from '../../../functions/workspace/rules/strategyRisk.ts'
import { strategy } from '../../vault/report/reportFixture.ts'

/** The risk of rebucketing a strategy of a vault with 10 000 base units. */
const riskOf = (reads: Partial<typeof strategy>, totalAssets: bigint | null = 10_000n) =>
  strategyRisk('strategy.lendpool.rebucket', describeStrategy({ ...strategy, ...reads }, 10n), totalAssets).risk

describe('strategyRisk', () => {
  test('is high from a quarter of the vault’s assets on', () => {
    expect(riskOf({ totalAssets: 2499n, debt: 2499n })).toBe('low')
    expect(riskOf({ totalAssets: 2500n, debt: 0n })).toBe('high')
    expect(riskOf({ totalAssets: 0n, debt: 0n })).toBe('low')
  })

  test('goes by what the strategy was given, if it reports less', () => {
    expect(riskOf({ totalAssets: 0n, debt: 2500n })).toBe('high')
  })

  test.each([
    ['what it has', { totalAssets: null }],
    ['what it owes', { debt: null }],
    ['whether it is impaired', { impaired: null }],
  ])('is high where the chain does not say %s', (_, reads) => {
    expect(riskOf({ totalAssets: 1n, debt: 1n, ...reads })).toBe('high')
  })

  test('is high where the vault’s own assets cannot be read, or are nothing', () => {
    expect([riskOf({ debt: 1n }, null), riskOf({ debt: 1n }, 0n)]).toEqual(['high', 'high'])
  })
})

import { expect, test } from 'vitest'
import { metrics } from '../../../functions/vault/report/metrics.ts'
import { reads } from './reportFixture.ts'

const withVault = (changes: Partial<typeof reads.vault>) => metrics({ ...reads, vault: { ...reads.vault, ...changes } })

test('a share token is a thousand shares: its price is in coins', () => {
  const at = (pricePerShare: bigint, decimals: number) =>
    metrics({ ...reads, vault: { ...reads.vault, pricePerShare }, coin: { symbol: null, decimals } })
      .assetsPerShareToken
  expect(at(10n ** 15n, 18)).toBe('1')
  expect(at(1_010_040_571_378_840n, 18)).toBe('1.01004057137884')
  expect(at(1_010n, 6)).toBe('1.01')
  expect(at(2n ** 200n, 0)).toBe(
    String(2n ** 200n * 1000n)
      .slice(0, 36)
      .padEnd(64, '0'),
  )
})

test('while there is no share, or their number cannot be read, there is no price', () => {
  for (const totalSupply of [0n, null]) {
    expect(withVault({ totalSupply })).toMatchObject({ pricePerShare: null, assetsPerShareToken: null })
  }
  expect(withVault({ decimals: null })).toMatchObject({
    pricePerShare: String(2n * 10n ** 15n),
    assetsPerShareToken: null,
  })
})

test('the mode is given by name', () => {
  expect([0, 1, 2, null].map((vaultMode) => withVault({ vaultMode }).vaultMode)).toEqual([
    'normal',
    'suspect',
    'unknown',
    null,
  ])
})

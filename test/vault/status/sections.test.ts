import { describe, expect, test } from 'vitest'
import { accountingSection } from '../../../functions/vault/status/accountingSection.ts'
import { priceSection } from '../../../functions/vault/status/priceSection.ts'
import { stateSection } from '../../../functions/vault/status/stateSection.ts'
import { address, notPassed, reads, reportOf, strategy } from '../report/reportFixture.ts'

const { vault, oracle } = reads
const POSTED = 1_780_000_000

describe('accounting', () => {
  const of = (...given: Parameters<typeof reportOf>) => notPassed(accountingSection(reportOf(...given), 500n))

  test('a queue is a warning unless idle coins are known to cover it', () => {
    expect(of()).toEqual(['withdrawal-queue warn'])
  })

  test('strategies that hold less than they owe are a loss to come', () => {
    const short = { ...strategy, totalAssets: 1_480n }
    expect(of({}, [short])).toContain('strategy-assets warn')
    expect(of({}, [{ ...short, impaired: true }])).toContain('strategy-assets info')
  })

  test('a strategy that is off or impaired counts as nothing, one that does not report its worth as its debt', () => {
    const assets = (totalAssets: bigint, changes: Partial<typeof strategy>) =>
      of({ vault: { ...vault, totalAssets } }, [{ ...strategy, ...changes }]).includes('total-assets warn')
    expect(assets(500n, { isActive: false })).toBe(false)
    expect(assets(500n, { impaired: true })).toBe(false)
    expect(assets(2_000n, { totalAssets: null })).toBe(false)
    expect(assets(2_000n, { totalAssets: 9_000n })).toBe(false)
    expect(assets(2_500n, { totalAssets: 9_000n, maxAssets: 2_000n })).toBe(false)
    expect(assets(2_000n, { isActive: false })).toBe(true)
  })

  test('fewer coins than are booked are a fault, and count as they are', () => {
    expect(notPassed(accountingSection(reportOf({ vault: { ...vault, totalAssets: 1_900n } }), 400n))).toEqual([
      'idle-assets fail',
      'share-price warn',
      'withdrawal-queue warn',
    ])
    expect(notPassed(accountingSection(reportOf(), null))).toContain('idle-assets warn')
  })

  test('a list of strategies that is longer than what is read cannot be added up', () => {
    const report = reportOf()
    const long = { ...report, reads: { ...report.reads, strategies: { ...report.reads.strategies, count: 2n } } }
    expect(notPassed(accountingSection(long, 500n))).toEqual(expect.arrayContaining(['debt info', 'total-assets info']))
  })
})

describe('price', () => {
  const of = (blockTime: number, price: typeof oracle.price = [10n ** 18n, BigInt(POSTED)]) =>
    Object.fromEntries(
      priceSection(reportOf({ oracle: { ...oracle, price } }), blockTime).checks.map(({ id, status }) => [id, status]),
    )

  test('counts for two hours', () => {
    expect(of(POSTED + 7200)).toMatchObject({ 'oracle-price': 'pass', 'oracle-agrees': 'pass' })
    expect(of(POSTED + 7201)).toMatchObject({ 'oracle-price': 'warn' })
  })

  test('is absent without an oracle, and may differ from the pool by a tenth', () => {
    for (const none of [null, [0n, 5n], [-1n, 5n]] as const)
      expect(of(POSTED, none)).toMatchObject({ 'oracle-price': 'warn', 'oracle-agrees': 'info' })
    expect(of(POSTED, [12n * 10n ** 17n, BigInt(POSTED)])).toMatchObject({ 'oracle-agrees': 'warn' })
  })
})

describe('state', () => {
  const known = { coinOfVault: address.coin, vaultOfCoin: address.vault, shareOfCoin: address.share, isActive: true }
  const of = (registry: Parameters<typeof stateSection>[1]) => notPassed(stateSection(reportOf(), registry, false))

  test('passes what the registry knows', () => expect(of(known)).toEqual([]))

  test('is not judged without a registry that says', () => {
    const silent = { coinOfVault: null, vaultOfCoin: null, shareOfCoin: null, isActive: null }
    for (const none of [null, silent])
      expect(of(none)).toEqual(['registry-vault info', 'registry-share info', 'registry-active info'])
  })

  test('fails where the registry names others', () => {
    for (const changes of [
      { coinOfVault: address.other },
      { vaultOfCoin: address.other },
      { coinOfVault: address.zero, vaultOfCoin: address.zero },
    ])
      expect(of({ ...known, ...changes })).toEqual(['registry-vault fail'])
    expect(of({ ...known, shareOfCoin: address.other, isActive: false })).toEqual([
      'registry-share fail',
      'registry-active warn',
    ])
    // An older registry knows the vault of a coin alone.
    expect(of({ ...known, coinOfVault: null })).toEqual([])
  })
})

import { describe, expect, test } from 'vitest'
import { coreSection } from '../../../functions/vault/report/coreSection.ts'
import { pricingSection } from '../../../functions/vault/report/pricingSection.ts'
import { strategiesSection } from '../../../functions/vault/report/strategiesSection.ts'
import { wiringSection } from '../../../functions/vault/report/wiringSection.ts'
import { address, notPassed, reads, reportOf, strategy } from './reportFixture.ts'

const { gauge, share, wrapper, oracle, vault, market } = reads
const noGauge = {
  address: null,
  vault: null,
  creatorCoin: null,
  agentToken: null,
  creatorTreasury: null,
  protocolTreasury: null,
}
const zeroPool = market && { ...market, pool: address.zero }

test('of a vault in order everything passes, and leads to the explorer', () => {
  const report = reportOf()
  for (const make of [coreSection, wiringSection]) {
    const section = make(report)
    expect(notPassed(section)).toEqual([])
    for (const { href } of section.checks) expect(href).toMatch(/^https:\/\/explorer\.example\/address\/0x/)
  }
  expect(notPassed(pricingSection(report))).toEqual(['lendpool-bucket-suggested info'])
  expect(notPassed(strategiesSection(report))).toEqual(['strategy-count info'])
})

describe('core', () => {
  test('a missing gauge controller, share token or wrapper is a fault, a missing oracle or owner a warning', () => {
    const section = coreSection(
      reportOf({
        vault: { ...vault, owner: address.zero },
        gauge: noGauge,
        share: { ...share, address: address.zero },
        wrapper: { ...wrapper, address: null },
        oracle: { ...oracle, address: null },
      }),
    )
    expect(notPassed(section)).toEqual(['owner warn', 'gauge fail', 'shareOFT fail', 'wrapper fail', 'oracle warn'])
    expect(section.checks.find(({ id }) => id === 'gauge')?.href).toBeNull()
  })
})

describe('wiring', () => {
  test('another contract is a fault', () => {
    const { other } = address
    const section = wiringSection(
      reportOf({
        gauge: { ...gauge, vault: other, creatorCoin: other },
        share: { ...share, vault: other, gaugeController: other, wrapperIsMinter: false },
        wrapper: { ...wrapper, vault: other, creatorCoin: other, shareOFT: other },
        vault: { ...vault, wrapperListed: { whitelist: false, whitelisted: null, isWhitelisted: null } },
      }),
    )
    expect(section.checks.map(({ status }) => status)).toEqual(Array(9).fill('fail'))
    expect(section.checks[0]?.details).toBe(`${other}, not ${address.vault}`)
  })

  test('what cannot be read, or is the zero address, is a warning', () => {
    const section = wiringSection(
      reportOf({
        gauge: { ...gauge, vault: null, creatorCoin: address.zero },
        share: { ...share, vault: address.zero, gaugeController: null, wrapperIsMinter: null },
        wrapper: { ...wrapper, vault: null, creatorCoin: null, shareOFT: address.zero },
        vault: { ...vault, wrapperListed: { whitelist: null, whitelisted: null, isWhitelisted: null } },
      }),
    )
    expect(section.checks.map(({ status }) => status)).toEqual(Array(9).fill('warn'))
  })

  test('the agent lane calls the coin by another name', () => {
    const named = { creatorCoin: null, agentToken: address.coin }
    expect(
      notPassed(wiringSection(reportOf({ gauge: { ...gauge, ...named }, wrapper: { ...wrapper, ...named } }))),
    ).toEqual([])
  })

  test('a list that is not in force keeps nobody out', () => {
    const wrapperListed = { whitelist: false, whitelisted: null, isWhitelisted: null }
    const section = wiringSection(reportOf({ vault: { ...vault, whitelistEnabled: false, wrapperListed } }))
    expect(notPassed(section)).toEqual(['vault-whitelist info'])
  })
})

describe('pricing', () => {
  const statuses = (...given: Parameters<typeof reportOf>) =>
    Object.fromEntries(pricingSection(reportOf(...given)).checks.map(({ id, status }) => [id, status]))

  test('without a pool there is no price to judge by', () => {
    expect(statuses({ market: zeroPool })).toEqual({
      'v3-pool': 'warn',
      'v3-price': 'warn',
      'v3-oracle-capacity': 'warn',
      'lendpool-bucket-suggested': 'info',
      'oracle-v3': 'warn',
      'lendpool-bucket-match': 'warn',
    })
    expect(statuses({ market: null })).toEqual(statuses({ market: zeroPool }))
  })

  test('a pool that is to keep fewer than 16 observations is a warning', () => {
    for (const [next, status] of [
      [15, 'warn'],
      [16, 'pass'],
    ] as const) {
      const slot0 = [1n << 96n, 0, 0, 1, next, 0, true] as const
      expect(statuses({ market: market && { ...market, slot0 } })).toMatchObject({ 'v3-oracle-capacity': status })
    }
  })

  test('a price of the moment alone is a warning, and still gives a bucket', () => {
    const report = reportOf({ market: market && { ...market, observed: null } })
    expect(report.context).toMatchObject({
      v3TwapUsdPerCreator: null,
      v3SpotUsdPerCreator: '1',
      lendpoolSuggestedBucketIndex: '4156',
    })
    expect(notPassed(pricingSection(report))).toContain('v3-price warn')
  })

  test('an oracle of another pool is a fault, one without a pool a warning', () => {
    expect(statuses({ oracle: { ...oracle, v3Pool: address.other } })).toMatchObject({ 'oracle-v3': 'fail' })
    expect(statuses({ oracle: { ...oracle, v3PoolConfigured: false } })).toMatchObject({ 'oracle-v3': 'warn' })
    expect(statuses({ oracle: { ...oracle, v3Pool: address.zero } })).toMatchObject({ 'oracle-v3': 'warn' })
  })

  test('both suggested buckets are shown, and the lending limit is held against ours', () => {
    const report = reportOf({ oracle: { ...oracle, bucket: 3000n } }, [strategy], 7000)
    expect(report.context).toMatchObject({
      lendpoolSuggestedBucketIndex: '4228',
      lendpoolOracleBucketIndex: '3000',
      lendpoolLtvBps: 7000,
    })
    const [, , , suggested, , match] = pricingSection(report).checks
    expect(suggested?.details).toMatch(/^Bucket 4228 at 70 %.*suggests 3000$/)
    expect(match).toMatchObject({ status: 'warn', details: 'The limit is bucket 4156; the price suggests 4228' })
  })

  test('a vault that does not lend has no limit to judge', () => {
    expect(statuses({}, [])).toMatchObject({ 'lendpool-bucket-match': 'info' })
  })

  test('an oracle without a positive price has none', () => {
    for (const price of [null, [0n, 5n], [-1n, 5n]] as const) {
      expect(reportOf({ oracle: { ...oracle, price } }).context).toMatchObject({
        oraclePriceUsd: null,
        oraclePriceTimestamp: null,
      })
    }
    expect(reportOf().context).toMatchObject({ oraclePriceUsd: '1', oraclePriceTimestamp: '1780000000' })
  })
})

describe('strategies', () => {
  const one = (changes: Partial<typeof strategy>) =>
    notPassed(strategiesSection(reportOf({}, [{ ...strategy, ...changes }])))[1]

  test('none at all is reported as such', () => {
    expect(strategiesSection(reportOf({}, [])).checks.map(({ id, status }) => `${id} ${status}`)).toEqual([
      'no-strategies info',
    ])
  })

  test('another asset is a fault', () => expect(one({ asset: address.other })).toBe('strategy-0 fail'))

  test.each([
    ['off', { isActive: false }],
    ['off in the vault', { activeInVault: false }],
    ['impaired', { impaired: true }],
    ['unreadable', { isActive: null }],
    ['without a value', { totalAssets: null }],
    ['without an asset', { asset: null }],
    ['over a paused inner vault', { lendpool: { ...strategy.lendpool, paused: true } }],
  ])('one that is %s is a warning', (_, changes) => expect(one(changes)).toBe('strategy-0 warn'))
})

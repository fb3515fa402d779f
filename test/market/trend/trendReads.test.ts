import { beforeAll, describe, expect, test } from 'vitest'
import { TrendCoinDetails, TrendCoins, TrendMetricsPage, TrendOps } from '../../../schema/market/coinTrendParts.ts'
import { TrendQuote } from '../../../schema/market/coinTrendQuote.ts'
import { MetricsSync } from '../../../schema/market/coinTrendAnswers.ts'
import { accountOf, bearer, dataOf, requestsWith } from '../../account/support.ts'
import { startTrendNet } from './startTrendNet.ts'
import { useNet } from '../../support/useNet.ts'

let cron: Record<string, string>
const TICKERS = ['SUNRISE', 'FIRST', 'SECOND']
const net = useNet(() => startTrendNet())
beforeAll(async () => {
  cron = bearer(net.secrets['CRON_SECRET'] ?? '')
  for (const ticker of TICKERS.slice(1)) await net.deploy(ticker)
  for (const ticker of [...TICKERS, 'ONLYRESERVED']) await net.reserve({ ticker })
  await net.look({ tickers: TICKERS })
})

describe('syncTrendMetrics', () => {
  test('reads all coins in one upstream request; the price is that of the pool, and null without one', async () => {
    const { trendCoin } = net.world.contracts
    net.node.reset()
    const synced = dataOf(await net.post('sync-metrics', '', cron), MetricsSync)
    expect(synced).toMatchObject({ measured: 3, unreadable: 0, remaining: 0 })
    expect(requestsWith(net.node, trendCoin)).toBe(1)
    const sunrise = dataOf(await net.get(`coin?address=${trendCoin}`), TrendCoinDetails)
    // 20 000 dollars for 800 000 000 coins.
    expect(Number(sunrise.metrics?.priceUsd)).toBeCloseTo(0.000025, 9)
    expect(Number(sunrise.metrics?.marketCapUsd)).toBeCloseTo(25_000, 0)
    expect(sunrise.metrics).toMatchObject({ totalSupply: `1${'0'.repeat(27)}`, decimals: 18 })
    const { metrics } = dataOf(await net.get('coin?ticker=first'), TrendCoinDetails)
    expect(metrics).toMatchObject({ priceUsd: null, marketCapUsd: null, pool: null })
  })

  test('a dead node stores nothing; the schedule does it too, and keeps readings for 90 days', async () => {
    const count = async () => (await net.db.prepare('select count(*) n from trend_metrics').first<{ n: number }>())?.n
    const before = await count()
    net.node.mode = 'drop'
    expect((await net.post('sync-metrics', '', cron)).code).toBe('upstream_failed')
    net.node.mode = 'pass'
    expect(await count()).toBe(before)
    await net.deploy('NEWBLOCK')
    await net.db.prepare('update trend_metrics set taken_at = 1 where price_usd is null').run()
    // The next readings are of another second.
    await net.db.prepare('update trend_metrics set taken_at = taken_at - 100 where price_usd is not null').run()
    await expect.poll(() => net.runSchedule('market').then(() => 'done', String)).toBe('done')
    const left = await net.db.prepare('select count(*) n from trend_metrics where taken_at = 1').first<{ n: number }>()
    expect(left?.n).toBe(0)
    const { trendCoin } = net.world.contracts
    const page = dataOf(await net.get(`metrics?address=${trendCoin}&limit=1`), TrendMetricsPage)
    const next = dataOf(
      await net.get(`metrics?address=${trendCoin}&limit=1&cursor=${page.nextCursor}`),
      TrendMetricsPage,
    )
    expect(next.readings[0]?.takenAt).toBeLessThan(page.readings[0]?.takenAt ?? 0)
    expect(next.nextCursor).toBeNull()
  })

  test('needs the scheduler’s secret', async () => {
    expect((await net.post('sync-metrics', '', net.sentinel)).code).toBe('unauthenticated')
  })
})

describe('listTrendCoins', () => {
  test('answers coins in pages, each once, and none that is only reserved', async () => {
    const tickers: string[] = []
    for (let cursor = ''; ;) {
      const page = dataOf(await net.get(`explore?limit=1${cursor}`), TrendCoins)
      tickers.push(...page.coins.map(({ ticker }) => ticker))
      if (page.nextCursor === null) break
      cursor = `&cursor=${page.nextCursor}`
    }
    expect(tickers.toSorted()).toEqual(TICKERS.toSorted())
    expect((await net.get('explore')).headers.get('cache-control')).toContain('s-maxage=15')
  })
})

describe('listTrendOps', () => {
  test('answers administrators what is reserved too, and is kept by no cache', async () => {
    const answer = await net.get('trendStatus', net.admin)
    expect(answer.headers.get('cache-control')).toContain('no-store')
    const all = dataOf(answer, TrendOps)
    expect(all.ops.map(({ ticker }) => ticker).toSorted()).toEqual([...TICKERS, 'ONLYRESERVED'].toSorted())
    const some = dataOf(await net.get('trendStatus?status=predicted&limit=5', net.admin), TrendOps)
    expect(some.ops.map(({ ticker }) => ticker)).toEqual(['ONLYRESERVED'])
    expect(dataOf(await net.get('trendStatus?ticker=first', net.admin), TrendOps).count).toBe(1)
  })
})

const NOWHERE = 'address=0x5FbDB2315678afecb367f032d93F642f64180aa3'
const refusal = async (path: string, code: string) => expect((await net.get(path)).code).toBe(code)

describe('getTrendCoin', () => {
  test.each([
    ['coin', 'invalid_request'],
    [`coin?ticker=A&${NOWHERE}`, 'invalid_request'],
    [`coin?${NOWHERE}`, 'trend_coin_not_found'],
    ['coin?ticker=onlyreserved', 'trend_coin_not_found'],
  ])('%s is %s', refusal)
})

describe('getTrendCoinMetrics', () => {
  test.each([[`metrics?${NOWHERE}`, 'trend_coin_not_found']])('%s is %s', refusal)
})

describe('getTrendProfile', () => {
  test.each([
    ['profile?handle=a%20b', 'invalid_request'],
    ['profile?handle=nobody', 'trend_profile_not_found'],
  ])('%s is %s', refusal)
})

test.each(['explore?cursor=x', 'explore?limit=101'])('%s is invalid_request', (path) =>
  refusal(path, 'invalid_request'),
)

describe('quoteTrendTrade', () => {
  const quote = (body: object) => net.post('tradeQuote', body)

  test('quotes from the pools in one upstream request, and says what the sender has', async () => {
    const { trendCoin, usdc } = net.world.contracts
    const sender = accountOf(net, 'agent').address
    net.node.reset()
    const body = { tokenIn: usdc, tokenOut: trendCoin, amountIn: '1000000', sender, slippageBps: 100 }
    const quoted = dataOf(await quote(body), TrendQuote)
    expect(requestsWith(net.node, trendCoin)).toBe(1)
    // A dollar buys 40 000 coins, less the pool's fee of 0.3 %.
    expect(Number(quoted.amountOut) / 1e18).toBeCloseTo(39_878, -1)
    expect(BigInt(quoted.minAmountOut)).toBe((BigInt(quoted.amountOut) * 99n) / 100n)
    expect(quoted.sender).toMatchObject({ address: sender, allowance: '0' })
    expect(BigInt(quoted.sender?.balance ?? 0)).toBeGreaterThan(0n)
  })

  test.each([
    [{ slippageBps: 0 }, 'invalid_request'],
    [{ slippageBps: 5001 }, 'invalid_request'],
    [{ amountIn: '0' }, 'invalid_request'],
    [{ tokenOut: '0x5fbdb2315678afecb367f032d93f642f64180aa4' }, 'invalid_request'],
  ])('%j is %s', async (fields, code) => {
    const { trendCoin, usdc } = net.world.contracts
    expect((await quote({ tokenIn: usdc, tokenOut: trendCoin, amountIn: '1', ...fields })).code).toBe(code)
  })

  test('a coin without a pool has no route, one whose pool is too small cannot fill it, and a dead node is an outage', async () => {
    const { usdc } = net.world.contracts
    const { address } = dataOf(await net.get('coin?ticker=second'), TrendCoinDetails)
    const body = { tokenIn: usdc, tokenOut: address, amountIn: '1000000' }
    expect(await quote(body)).toMatchObject({ status: 422, code: 'no_route' })
    const { trendCoin } = net.world.contracts
    expect((await quote({ ...body, tokenOut: trendCoin, amountIn: '9'.repeat(40) })).json).toMatchObject({
      error: expect.stringMatching(/^insufficient_liquidity: amount: the only route cannot fill 9{40};/),
    })
    net.node.mode = 'drop'
    expect(await quote(body)).toMatchObject({ status: 502, code: 'upstream_failed' })
    net.node.mode = 'pass'
  })
})

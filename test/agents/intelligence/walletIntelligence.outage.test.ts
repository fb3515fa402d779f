import type { Address } from 'viem'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Provider, PROVIDERS } from '../../../localnet/intelligence/startIntelligence.ts'
import { holdTimeOuts } from '../../support/holdTimeOuts.ts'
import { startIntelligenceNet } from './startIntelligenceNet.ts'
import { useNet } from '../../support/useNet.ts'

/** Of one source. */
const SOURCE_MS = 5000
const net = useNet(() =>
  startIntelligenceNet({
    variables: { INTELLIGENCE_SOURCE_MS: String(SOURCE_MS), INTELLIGENCE_TOTAL_MS: '12000' },
  }),
)
beforeAll(async () => {
  // The first read also loads the Worker.
  await read(someone())
})
afterEach(() => PROVIDERS.forEach((provider) => net.providers.fail(provider, undefined)))

let sequence = 0
/** A wallet that every provider knows. */
function someone(): Address {
  const wallet = net.newWallet()
  const name = `someone${++sequence}`
  const { known } = net.providers
  known.fund(wallet, net.newWallet())
  known.tags.set(wallet, { name, labels: ['Trader'] })
  known.holdings.set(wallet, [{ symbol: 'ETH', chain: 'base', value: 10 }])
  known.ens.set(wallet, { name: `${name}.eth`, owner: wallet })
  known.basenames.set(wallet, { name: `${name}.base.eth`, owner: wallet })
  known.accounts.set(wallet, [{ handle: name, address: net.newWallet() }])
  return wallet
}
const read = (address: Address) => net.read({ address, chains: '8453' })

/** Sources with a stored part of a wallet. */
async function kept(wallet: Address): Promise<string[]> {
  const { results } = await (
    await net.database()
  )
    .prepare('select source from wallet_intelligence_cache where address = ? and data is not null order by source')
    .bind(wallet.toLowerCase())
    .all<{ source: string }>()
  return results.map(({ source }) => source)
}

const fine = { funderTrace: 'ok', labels: 'ok', portfolio: 'ok', ens: 'ok', basename: 'ok', social: 'ok', keys: 'ok' }

describe('when providers', () => {
  const failing: readonly Provider[] = ['portfolio', 'social', 'ens', 'basename']

  test.each([
    ['answer with a status', 503, 'failed'],
    ['refuse the key', 401, 'failed'],
    ['redirect', 302, 'failed'],
    ['answer what is not JSON', 'garbage', 'failed'],
    ['answer without end', 'endless', 'failed'],
    ['answer another shape', { json: { data: [{}], result: 7 } }, 'failed'],
    ['answer null', { json: null }, 'failed'],
    ['do not answer', 'silence', 'timeout'],
  ] as const)('%s, that is said, nothing else suffers, and nothing of them is kept', async (_, fault, status) => {
    const wallet = someone()
    const timeOuts = holdTimeOuts()
    for (const provider of failing) net.providers.fail(provider, fault)
    const asking = read(wallet)
    if (fault === 'silence') {
      await expect.poll(() => kept(wallet)).toEqual(['funderTrace', 'keys', 'labels'])
      timeOuts.fire(SOURCE_MS)
    }
    const { graph, cacheStatus } = await asking
    expect(graph.sources).toEqual({ ...fine, ...Object.fromEntries(failing.map((provider) => [provider, status])) })
    expect(cacheStatus).toBe('miss')
    expect(graph.nodes.map(({ type }) => type)).toEqual(['wallet', 'funder', 'entity-label'])
    for (const provider of failing) net.providers.fail(provider, undefined)
    const again = await read(wallet)
    expect(again).toMatchObject({ cacheStatus: 'miss', graph: { sources: fine } })
    expect(again.graph.nodes).toHaveLength(7)
    expect((await read(wallet)).cacheStatus).toBe('hit')
  })

  test.each(failing)('one fails, it alone is said to: %s', async (provider) => {
    net.providers.fail(provider, 500)
    const { graph } = await read(someone())
    expect(graph.sources).toEqual({ ...fine, [provider]: 'failed' })
    expect(graph.nodes).toHaveLength(6)
  })

  test('throttle for longer than is waited for, that is a failure', async () => {
    net.providers.fail('social', { throttle: 99 })
    expect((await read(someone())).graph.sources).toEqual({ ...fine, social: 'failed' })
  })
})

test('an answer without end is read up to a bound, and its connection ended', async () => {
  const before = net.providers.sent()
  net.providers.fail('portfolio', 'endless')
  await read(someone())
  // Two requests of a MiB each, and what fills the sockets in between.
  expect(net.providers.sent() - before).toBeLessThan(24 * 1024 * 1024)
})

test('a provider that throttles for a moment is called again', async () => {
  const wallet = someone()
  net.providers.fail('social', { throttle: 1 })
  net.providers.fail('explorer', { throttle: 1 })
  expect((await read(wallet)).graph.sources).toMatchObject({ social: 'ok', funderTrace: 'ok', labels: 'ok' })
})

test('of a portfolio without positions the total stays, and it is not kept', async () => {
  const wallet = someone()
  net.providers.known.holdings.set(wallet, [{ symbol: 'ETH', chain: 'base', value: 10, address: null }])
  net.providers.fail('portfolio', {
    json: {
      data: { attributes: { total: { positions: 12.345 }, positions_distribution_by_chain: { base: 12.345 } } },
    },
  })
  const { graph, summary } = await read(wallet)
  expect(graph.sources.portfolio).toBe('partial')
  expect(summary.netWorth).toBe('12.35')
  const data = graph.nodes.find(({ type }) => type === 'portfolio')?.data
  expect(data).toMatchObject({ tokens: null, protocols: null })
  net.providers.fail('portfolio', undefined)
  expect((await read(wallet)).graph.sources.portfolio).toBe('ok')
})

describe('the funding trace', () => {
  const traceOf = ({ graph }: Awaited<ReturnType<typeof read>>) => graph.nodes[0]?.data['fundingTrace']
  const without = { TRANSFERS_RPC_URLS: '' }

  test.each([
    [503, 'api_error', 'failed'],
    [
      {
        json: {
          status: '0',
          message: 'NOTOK',
          result: 'Sorry, it looks like you are trying to access an API Pro endpoint.',
        },
      },
      'api_error',
      'failed',
    ],
    [{ json: { status: '1', message: 'OK', result: { fundingAddress: 'nobody' } } }, 'api_error', 'failed'],
    ['silence', 'timeout', 'timeout'],
  ] as const)('%#: a fault is a fault, never the end of the chain', async (fault, stopReason, status) => {
    await net.withVariables({ ...without, LABELS_KEY: '' }, async () => {
      const timeOuts = holdTimeOuts()
      net.providers.fail('explorer', fault)
      const wallet = someone()
      const asking = read(wallet)
      if (fault === 'silence') {
        await expect.poll(() => net.requestsTo('explorer', wallet).length).toBeGreaterThan(0)
        timeOuts.fire(SOURCE_MS)
      }
      const answer = await asking
      expect(answer.graph.sources.funderTrace).toBe(status)
      expect(answer.summary.funderChainLength).toBeNull()
      if (status === 'failed') expect(traceOf(answer)).toMatchObject({ stopReason, complete: false, chain: [] })
    })
  })

  test('goes on by the node when the explorer, the first source, fails', async () => {
    const wallet = someone()
    net.providers.fail('explorer', 500)
    const answer = await net.read({ address: wallet, chains: '1', hops: '1' })
    expect(answer.graph.sources).toMatchObject({ funderTrace: 'ok', labels: 'partial' })
    expect(traceOf(answer)).toMatchObject({ stopReason: 'no_funder', complete: true })
    net.providers.known.fund(wallet, net.newWallet(), { chainId: 1, blockNumber: 77 })
    const funded = await net.read({ address: wallet, chains: '1', hops: '2' })
    expect(traceOf(funded)).toMatchObject({ chain: [{ blockNumber: '77', chainId: 1 }], stopReason: 'no_funder' })
  })

  test('a node that lists transactions alone cannot say that there is no funder', async () => {
    net.providers.fail('explorer', 500)
    const wallet = net.newWallet()
    const answer = await read(wallet)
    expect(answer.graph.sources.funderTrace).toBe('failed')
    expect(traceOf(answer)).toMatchObject({ stopReason: 'api_error' })
  })

  test('answers the hops known by the time that a provider falls silent, and stores none', async () => {
    await net.withVariables(without, async () => {
      const [wallet, middle] = [net.newWallet(), net.newWallet()]
      net.providers.known.fund(wallet, middle, { blockNumber: 20 })
      net.providers.known.fund(middle, net.newWallet(), { blockNumber: 10 })
      const off = { labels: 'false', portfolio: 'false', ens: 'false', social: 'false' }
      const timeOuts = holdTimeOuts()
      const asking = net.read({ address: wallet, chains: '8453', ...off })
      await expect.poll(() => net.requestsTo('explorer', wallet).length).toBe(1)
      net.providers.fail('explorer', 'silence')
      await expect.poll(() => net.requestsTo('explorer', middle).length).toBe(1)
      timeOuts.fire(SOURCE_MS)
      const answer = await asking
      expect(answer.graph.sources.funderTrace).toBe('partial')
      expect(traceOf(answer)).toMatchObject({ stopReason: 'timeout', complete: false, chain: [{ hop: 1 }] })
      expect(answer.summary.funderChainLength).toBe(1)
      net.providers.fail('explorer', undefined)
      expect(traceOf(await net.read({ address: wallet, chains: '8453', ...off }))).toMatchObject({
        stopReason: 'no_funder',
      })
    })
  })

  test('of several chains one may fail', async () => {
    await net.withVariables({ EXPLORER_KEY: '' }, async () => {
      const wallet = net.newWallet()
      const { graph } = await net.read({ address: wallet, chains: '1,10' })
      // The node of one of them is there, of the other none.
      expect(graph.sources.funderTrace).toBe('partial')
    })
  })
})

test('without an answer of any provider labels are unknown, and parts without a provider are answered', async () => {
  net.providers.fail('explorer', 500)
  net.providers.fail('labels', 500)
  const { graph, summary } = await read('0x71660c4005BA85c37ccec55d0C4493E66Fe775d3')
  expect([graph.sources.labels, summary.knownEntities]).toEqual(['partial', ['Coinbase']])
  expect((await read(net.newWallet())).graph.sources.labels).toBe('failed')
  net.providers.fail('labels', undefined)
  expect((await read(net.newWallet())).graph.sources.labels).toBe('partial')
})

test('a chain that cannot be reached takes only the keys with it', async () => {
  await net.withVariables({ RPC_URLS: 'http://127.0.0.1:9' }, async () => {
    expect((await read(someone())).graph.sources).toEqual({ ...fine, keys: 'failed' })
  })
})

test('a store that is down is an outage, and no provider is called', async () => {
  const wallet = net.newWallet()
  const d1 = await net.database()
  await d1.exec('alter table wallet_intelligence_cache rename to moved')
  try {
    expect(await net.ask({ address: wallet })).toMatchObject({ status: 503, code: 'store_unavailable' })
    expect(net.providers.requests.filter((one) => one.includes(wallet))).toEqual([])
  } finally {
    await d1.exec('alter table moved rename to wallet_intelligence_cache')
  }
  expect(await net.ask({ address: wallet })).toMatchObject({ status: 200 })
})

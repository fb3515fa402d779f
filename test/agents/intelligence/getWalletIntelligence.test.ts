import { describe, expect, test } from 'vitest'
import { startIntelligenceNet } from './startIntelligenceNet.ts'
import { useNet } from '../../support/useNet.ts'

const net = useNet(() => startIntelligenceNet())

const lower = (text: string) => text.toLowerCase()

test('answers all providers’ data about a wallet, as one graph', async () => {
  const [wallet, first, second] = [net.newWallet(), net.newWallet(), net.newWallet()]
  const social = net.newWallet()
  const { known } = net.providers
  known.fund(wallet, first, { blockNumber: 300 })
  known.fund(first, second, { blockNumber: 200 })
  known.tags.set(second, { name: 'Coin House 7', labels: ['Coin House', 'Exchange', 'Hot wallet'] })
  known.entities.set(wallet, { name: 'Ada Fund', type: 'fund' })
  known.holdings.set(wallet, [
    { symbol: 'ETH', chain: 'base', value: 1000 },
    { symbol: 'USDC', chain: 'ethereum', value: 234.5, address: social },
    { symbol: 'aUSDC', chain: 'base', value: 50, protocol: 'Aave', type: 'deposit' },
    { symbol: 'DEBT', chain: 'base', value: 20, protocol: 'Aave', type: 'loan' },
    { symbol: 'DUST', chain: 'base', value: null },
  ])
  const texts = { avatar: 'https://evil.example/a.png', 'com.github': 'ada', unknown: 'x' }
  known.ens.set(wallet, { name: 'ada.eth', owner: wallet, texts })
  known.basenames.set(wallet, { name: 'ada.base.eth', owner: wallet })
  known.accounts.set(wallet, [
    { handle: 'notmine', address: net.newWallet(), isManaged: true },
    { handle: 'ada', address: social, name: 'Ada', score: 42 },
  ])

  const { graph, summary, provenance, ...rest } = await net.read({ address: wallet, chains: '8453' })
  expect(graph.sources).toEqual({
    funderTrace: 'ok',
    labels: 'ok',
    portfolio: 'ok',
    ens: 'ok',
    social: 'ok',
    basename: 'ok',
    keys: 'ok',
  })
  const [w, f1, f2] = [`wallet:${lower(wallet)}`, `funder:${lower(first)}:hop1`, `funder:${lower(second)}:hop2`]
  const [exchange, fund] = [`label:${lower(second)}:coin-house-7`, `label:${lower(wallet)}:ada-fund`]
  const portfolio = `portfolio:${lower(wallet)}`
  expect(graph.edges.map(({ source, target, type }) => [source, type, target])).toEqual([
    [w, 'funded_by', f1],
    [f1, 'funded_by', f2],
    [f2, 'labeled_as', exchange],
    [w, 'labeled_as', fund],
    [w, 'has_portfolio', portfolio],
    [w, 'has_ens', 'ens:ada.eth'],
    [w, 'has_basename', 'basename:ada.base.eth'],
    [w, 'has_social', 'social:ada'],
    ['social:ada', 'has_reputation', `reputation:${lower(wallet)}`],
  ])
  const node = (id: string) => graph.nodes.find((one) => one.id === id)
  expect(graph.nodes).toHaveLength(10)
  expect(node(w)).toMatchObject({
    type: 'wallet',
    label: 'ada.eth',
    data: {
      address: wallet,
      isKnownEntity: true,
      fundingTrace: { chainId: 8453, complete: true, stopReason: 'labeled_entity', requestedHops: 3, target: wallet },
    },
  })
  expect(graph.edges[0]?.data).toMatchObject({ chainId: 8453, blockNumber: '300', timestamp: 1_700_000_300 })
  expect(node(exchange)?.data).toEqual({
    name: 'Coin House 7',
    category: 'exchange',
    subcategory: 'hot wallet',
    source: 'explorer',
  })
  expect(node(fund)?.data).toEqual({ name: 'Ada Fund', category: 'fund', source: 'label-api' })
  expect(node(portfolio)?.data).toEqual({
    totalUsd: '1304.50',
    chains: [
      { chain: 'base', valueUsd: '1070.00' },
      { chain: 'ethereum', valueUsd: '234.50' },
    ],
    protocols: [{ name: 'Aave', valueUsd: '30.00' }],
    tokens: [
      { symbol: 'ETH', name: 'ETH coin', chain: 'base', address: null, quantity: '1.5', valueUsd: '1000.00' },
      { symbol: 'USDC', name: 'USDC coin', chain: 'ethereum', address: social, quantity: '1.5', valueUsd: '234.50' },
      { symbol: 'DUST', name: 'DUST coin', chain: 'base', address: null, quantity: '1.5', valueUsd: null },
    ],
  })
  expect(node('ens:ada.eth')?.data).toEqual({
    name: 'ada.eth',
    avatar: 'https://evil.example/a.png',
    texts: { 'com.github': 'ada' },
  })
  expect(node('social:ada')?.data).toEqual({ handle: 'ada', name: 'Ada', address: social })
  expect(node(`reputation:${lower(wallet)}`)?.data).toEqual({ score: 42, of: 'ada' })
  expect(graph.groups).toEqual([
    { id: 'group:funders', label: 'Funders', nodeIds: [f1, f2] },
    { id: 'group:labels', label: 'Labelled entities', nodeIds: [exchange, fund] },
  ])
  expect(summary).toEqual({
    target: wallet,
    canonicalWallet: wallet,
    nodeCount: 10,
    edgeCount: 9,
    funderChainLength: 2,
    knownEntities: ['Coin House 7', 'Ada Fund'],
    netWorth: '1304.50',
    ensName: 'ada.eth',
    socialHandle: 'ada',
    graphSource: 'wallet-intelligence.v1',
    generatedAt: graph.generatedAt,
  })
  expect(rest).toEqual({ storageStatus: 'skipped', cacheStatus: 'miss' })
  expect(provenance).toMatchObject({ cacheStatus: 'miss', generatedAt: graph.generatedAt })
})

test('is kept for an hour, by all that an answer depends on and nothing else', async () => {
  const wallet = net.newWallet()
  net.providers.known.fund(wallet, net.newWallet())
  const first = await net.read({ address: wallet, chains: '8453,1', hops: '2' })
  const before = net.providers.requests.length
  const again = await net.read({ address: lower(wallet), chains: '1,8453,1', hops: '2', unknown: 'x' })
  expect(net.providers.requests).toHaveLength(before)
  expect(again).toMatchObject({ cacheStatus: 'hit', graph: first.graph, provenance: { cacheStatus: 'hit' } })
  expect(Date.parse(again.cachedAt ?? '')).toBeLessThanOrEqual(Date.parse(first.graph.generatedAt))
  expect(first.cachedAt).toBeUndefined()
  // Hops, chains and labels change the trace; the portfolio depends on none of them.
  for (const [query, traces] of [
    [{ chains: '8453,1', hops: '3' }, 1],
    [{ chains: '10', hops: '2' }, 1],
    [{ chains: '8453,1', hops: '2', labels: 'false' }, 1],
    [{ chains: '1', hops: '2' }, 0],
    [{ chains: '8453,1', hops: '2', portfolio: 'false' }, 0],
  ] as const) {
    const before = net.requestsTo('explorer', 'fundedby').length
    await net.read({ address: wallet, ...query })
    expect(net.requestsTo('explorer', 'fundedby').length - before > 0, JSON.stringify(query)).toBe(traces > 0)
  }
  expect(net.requestsTo('portfolio', `${wallet}/portfolio`)).toHaveLength(1)
  expect(await net.read({ address: wallet, chains: '1', hops: '9' })).toMatchObject({ cacheStatus: 'miss' })
  expect(await net.read({ address: wallet, chains: '1', hops: '5' })).toMatchObject({ cacheStatus: 'hit' })
})

test('noCache reads again, and its result is stored', async () => {
  const wallet = net.newWallet()
  await net.read({ address: wallet, chains: '8453' })
  net.providers.known.ens.set(wallet, { name: 'later.eth', owner: wallet })
  expect((await net.read({ address: wallet, chains: '8453' })).summary.ensName).toBeNull()
  const fresh = await net.read({ address: wallet, chains: '8453', noCache: 'true' })
  expect([fresh.cacheStatus, fresh.summary.ensName]).toEqual(['miss', 'later.eth'])
  const kept = await net.read({ address: wallet, chains: '8453' })
  expect([kept.cacheStatus, kept.summary.ensName]).toEqual(['hit', 'later.eth'])
})

test('parts that are not requested are skipped, and not read', async () => {
  const wallet = net.newWallet()
  const off = { portfolio: 'false', ens: 'false', social: 'false', labels: 'false' }
  const { graph } = await net.read({ address: wallet, chains: '8453', ...off })
  expect(graph.sources).toMatchObject({
    portfolio: 'skipped',
    ens: 'skipped',
    basename: 'skipped',
    social: 'skipped',
    labels: 'skipped',
  })
  expect(
    net.providers.requests.filter((one) => /^(portfolio|social|ens|basename|labels)/.test(one) && one.includes(wallet)),
  ).toEqual([])
})

describe('refuses', () => {
  test.each([
    [{ chains: '8453,56' }, 'unsupported_chain'],
    [{ chains: '31337' }, 'unsupported_chain'],
    [{ chains: '8453,' }, 'invalid_request'],
    [{ chains: Array.from({ length: 100 }, () => '1').join() }, 'invalid_request'],
    [{ hops: '0' }, 'invalid_request'],
    [{ store: 'true' }, 'unauthenticated'],
  ])('case %#', async (query, code) => {
    expect(await net.ask({ address: net.newWallet(), ...query })).toMatchObject({ code })
  })
})

test('names of properties that every object has are names like others', async () => {
  const wallet = net.newWallet()
  net.providers.known.holdings.set(wallet, [
    { symbol: '__proto__', chain: '__proto__', value: 7, protocol: 'constructor' },
    { symbol: 'toString', chain: 'constructor', value: 5 },
  ])
  net.providers.known.tags.set(wallet, { name: '__proto__', labels: ['constructor'] })
  const { graph, summary } = await net.read({ address: wallet, chains: '8453' })
  expect(summary).toMatchObject({ netWorth: '12.00', knownEntities: ['__proto__'] })
  expect(graph.nodes.find(({ type }) => type === 'portfolio')?.data['tokens']).toMatchObject([
    { symbol: '__proto__' },
    { symbol: 'toString' },
  ])
  const second = await net.read({ address: wallet, chains: '8453' })
  expect(second).toMatchObject({ cacheStatus: 'hit', graph })
})

test('strangers’ words are one line, cut, and free of what nobody sees', async () => {
  const wallet = net.newWallet()
  const { known } = net.providers
  known.tags.set(wallet, { name: `Good\u202e\u0000\nGuy ${'x'.repeat(500)}`, labels: ['a\u0007b'] })
  known.accounts.set(wallet, [{ handle: 'a\u200bda\n', address: net.newWallet(), name: '\u0000'.repeat(9) }])
  known.ens.set(wallet, { name: 'bob.eth', owner: wallet, texts: { description: `<b>\u0000${'y'.repeat(9999)}` } })
  const { graph } = await net.read({ address: wallet, chains: '8453' })
  const text = JSON.stringify(graph)
  expect(text).not.toMatch(/\\u0000|\\u0007|\\n|\u202e|\u200b/)
  expect(graph.nodes.find(({ type }) => type === 'entity-label')?.label).toMatch(/^Good Guy x{55}$/)
  expect(graph.nodes.find(({ type }) => type === 'social-account')?.data).toMatchObject({ handle: 'ada', name: null })
  expect(JSON.stringify(graph.nodes.find(({ type }) => type === 'ens-name')).length).toBeLessThan(700)
})

test('without any provider every source is unavailable', async () => {
  const nothing = Object.fromEntries(['RPC_URLS', ...Object.keys(net.providers.variables)].map((name) => [name, '']))
  const exchange = '0xA9D1e08C7793af67e9d92fe308d5697FB81d3E43'
  await net.withVariables(nothing, async () => {
    const { graph, summary } = await net.read({ address: exchange })
    expect(new Set(Object.values(graph.sources))).toEqual(new Set(['unavailable']))
    expect(summary).toMatchObject({ funderChainLength: null, netWorth: null, knownEntities: ['Coinbase'] })
  })
})

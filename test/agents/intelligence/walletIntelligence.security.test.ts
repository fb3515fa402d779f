import { describe, expect, test } from 'vitest'
import { startIntelligenceNet } from './startIntelligenceNet.ts'
import { useNet } from '../../support/useNet.ts'

const net = useNet(() =>
  startIntelligenceNet({
    variables: { LIMIT_WALLET_INTELLIGENCE: '8', LIMIT_WALLET_INTELLIGENCE_FRESH: '3' },
  }),
)

const from = (client: string) => ({ 'cf-connecting-ip': client })

test('a flood of noCache is refused by client, and costs the providers no more than its budget', async () => {
  const wallet = net.newWallet()
  const query = { address: wallet, chains: '8453', noCache: 'true' }
  const statuses: number[] = []
  for (let i = 0; i < 8; i++) {
    const answer = await net.ask(query, from('10.1.1.1'))
    statuses.push(answer.status)
    if (answer.status === 429) expect(answer.headers.get('retry-after')).toMatch(/^[1-9]\d?$/)
  }
  expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(6)
  expect(statuses).toContain(429)
  expect(net.requestsTo('portfolio', `${wallet}/portfolio`).length).toBeLessThanOrEqual(6)
  expect(await net.ask({ address: wallet, chains: '8453' }, from('10.1.1.1'))).toMatchObject({ status: 200 })
  expect(await net.ask(query, from('10.1.1.2'))).toMatchObject({ status: 200 })
})

test('a flood of wallets is refused by client, and stored parts are still answered', async () => {
  const wallets = Array.from({ length: 20 }, () => net.newWallet())
  const off = { portfolio: 'false', ens: 'false', social: 'false', labels: 'false', chains: '8453', hops: '1' }
  const statuses: number[] = []
  for (const address of wallets) statuses.push((await net.ask({ address, ...off }, from('10.2.2.2'))).status)
  expect(statuses).toContain(429)
  expect(statuses.slice(0, 8)).toEqual(Array(8).fill(200))
  expect(await net.ask({ address: wallets[0] ?? '', ...off }, from('10.2.2.2'))).toMatchObject({ status: 200 })
})

describe('what strangers wrote', () => {
  test('is never fetched', async () => {
    const wallet = net.newWallet()
    const { known, url } = net.providers
    const texts = { avatar: `${url}/explorer/avatar`, url: `${url}/explorer/page` }
    known.ens.set(wallet, { name: 'bait.eth', owner: wallet, texts })
    const { graph } = await net.read({ address: wallet, chains: '8453' })
    expect(JSON.stringify(graph)).toContain('/explorer/avatar')
    expect(net.requestsTo('explorer', '/avatar')).toEqual([])
    expect(net.requestsTo('explorer', '/page')).toEqual([])
  })

  test('a name whose records lie elsewhere is unknown, and no request goes there', async () => {
    const wallet = net.newWallet()
    const gateway = `${net.providers.url}/explorer/gateway/{sender}/{data}.json`
    net.providers.known.ens.set(wallet, { name: 'elsewhere.eth', owner: wallet, gateway })
    const { graph, summary } = await net.read({ address: wallet, chains: '8453' })
    expect([graph.sources.ens, summary.ensName]).toEqual(['partial', null])
    expect(net.requestsTo('explorer', '/gateway')).toEqual([])
  })

  test('a name that leads elsewhere is nobody’s name', async () => {
    const [wallet, famous] = [net.newWallet(), net.newWallet()]
    net.providers.known.ens.set(wallet, { name: 'famous.eth', owner: famous, claimedBy: wallet })
    net.providers.known.basenames.set(wallet, { name: 'famous.base.eth', owner: famous, claimedBy: wallet })
    const { summary, graph } = await net.read({ address: wallet, chains: '8453' })
    expect(summary.ensName).toBeNull()
    expect(graph.sources).toMatchObject({ ens: 'ok', basename: 'ok' })
    expect(graph.nodes.map(({ type }) => type)).toEqual(['wallet', 'portfolio'])
  })

  test.each(['FAMOUS.eth', 'fam\u200bous.eth', 'fаmous.eth'.toUpperCase(), 'a\u0000.eth', `${'x'.repeat(300)}.eth`])(
    'a name that is not normalised is none: %#',
    async (name) => {
      const wallet = net.newWallet()
      net.providers.known.ens.set(wallet, { name, owner: wallet })
      net.providers.known.basenames.set(wallet, { name: name.replace('.eth', '.base.eth'), owner: wallet })
      const { graph } = await net.read({ address: wallet, chains: '8453' })
      expect(graph.nodes.filter(({ type }) => type === 'ens-name' || type === 'basename')).toEqual([])
    },
  )
})

test('no key of a provider is in an answer, whatever fails', async () => {
  for (const provider of ['explorer', 'transfers', 'portfolio', 'ens'] as const) net.providers.fail(provider, 'garbage')
  const { json } = await net.ask({ address: net.newWallet(), chains: '8453,1' }, from('10.3.3.3'))
  expect(JSON.stringify(json)).not.toContain(net.providers.variables['EXPLORER_KEY'])
  expect(JSON.stringify(json)).not.toContain(net.providers.url)
  for (const provider of ['explorer', 'transfers', 'portfolio', 'ens'] as const) net.providers.fail(provider, undefined)
})

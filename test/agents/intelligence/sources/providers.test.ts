import { type Address, getAddress, isAddress } from 'viem'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { PROVIDERS, startIntelligence } from '../../../../localnet/intelligence/startIntelligence.ts'
import { KNOWN_ENTITIES } from '../../../../functions/agents/intelligence/sources/knownEntities.ts'
import type { IntelligencePorts } from '../../../../functions/agents/intelligence/ports.ts'
import { seeded } from '../../../support/seeded.ts'
import { envOf, portsOf } from './support.ts'
import { useNet } from '../../../support/useNet.ts'

let ports: IntelligencePorts
const random = seeded('providers')
const someone = (): Address => getAddress(random.account().address)
const soon = () => AbortSignal.timeout(5000)

const providers = useNet(() => startIntelligence())
beforeAll(async () => {
  ports = portsOf(providers.variables)
})
afterEach(() => PROVIDERS.forEach((provider) => providers.fail(provider, undefined)))

const explorerAlone = () => portsOf({ ...providers.variables, TRANSFERS_RPC_URLS: '', LABELS_KEY: '' })
const nodeAlone = () => portsOf({ ...providers.variables, EXPLORER_KEY: '' })
const funder = async (of: IntelligencePorts, address: Address, chainId = 1) =>
  of.firstFunder(chainId)?.(address, chainId, soon())
const failed = { name: 'ProviderFailure', kind: 'failed' }

describe('the explorer', () => {
  const txHash = `0x${'ab'.repeat(32)}`
  const funded = { fundingAddress: '0x71660c4005ba85c37ccec55d0c4493e66fe775d3', fundingTxn: txHash }
  const explorerAnswer = (result: unknown, status = '1', message = 'OK') => ({ json: { status, message, result } })

  test.each([
    { ...funded, block: 53_708_500, timeStamp: '1708349932' },
    { ...funded, blockNumber: '53708500', timestamp: 1_708_349_932 },
    [{ ...funded, block: '53708500', timeStamp: '1708349932', value: '1', further: {} }],
  ])('is understood in the forms it has: %#', async (result) => {
    providers.fail('explorer', explorerAnswer(result))
    expect(await funder(explorerAlone(), someone())).toEqual({
      address: '0x71660c4005BA85c37ccec55d0C4493E66Fe775d3',
      txHash,
      blockNumber: '53708500',
      timestamp: 1_708_349_932,
    })
  })

  test.each([
    explorerAnswer(null),
    explorerAnswer(''),
    explorerAnswer([]),
    explorerAnswer({ fundingAddress: '' }),
    explorerAnswer([], '0', 'No transactions found'),
    explorerAnswer(null, '0', 'No data found'),
  ])('says in so many ways that there is no funder: %#', async (fault) => {
    providers.fail('explorer', fault)
    expect(await funder(explorerAlone(), someone())).toBeNull()
  })

  test.each([
    explorerAnswer({}),
    explorerAnswer({ ...funded }),
    explorerAnswer({ ...funded, block: -1, timeStamp: '1' }),
    explorerAnswer({ ...funded, block: 1.5, timeStamp: '1' }),
    explorerAnswer({ ...funded, block: 1, timeStamp: 'yesterday' }),
    explorerAnswer({ ...funded, fundingTxn: '0x12', block: 1, timeStamp: '1' }),
    explorerAnswer({ ...funded, fundingAddress: 7, block: 1, timeStamp: '1' }),
    explorerAnswer(7),
    explorerAnswer('Invalid API Key', '0', 'NOTOK'),
    explorerAnswer(undefined, '2'),
    { json: [] },
    { json: '1' },
    'garbage' as const,
    404,
  ])('has not said so otherwise: %#', async (fault) => {
    providers.fail('explorer', fault)
    await expect(funder(explorerAlone(), someone())).rejects.toMatchObject(failed)
  })

  test('about another address is no answer', async () => {
    const tag = { address: someone(), nametag: 'Famous', labels: [] }
    providers.fail('explorer', explorerAnswer([tag]))
    const label = await explorerAlone().askLabel?.(someone(), 1, soon())
    expect(label).toEqual({ value: null, isPartial: true, isUnread: true })
  })
})

describe('the node', () => {
  test('answers the earliest transfer, with another form of time and number', async () => {
    const [wallet, from] = [someone(), someone()]
    providers.known.fund(wallet, from, { chainId: 1, blockNumber: 300 })
    expect(await funder(nodeAlone(), wallet)).toMatchObject({
      address: from,
      blockNumber: '300',
      timestamp: 1_700_000_300,
    })
    const bodies = providers.requests.filter((one) => one.startsWith('transfers '))
    expect(bodies.length).toBeGreaterThan(0)
  })

  test('of another chain than it is configured for is a fault', async () => {
    const other = providers.variables['TRANSFERS_RPC_URLS']?.replace(/^1=/, '10=') ?? ''
    const wrong = portsOf({ TRANSFERS_RPC_URLS: other })
    await expect(funder(wrong, someone(), 10)).rejects.toMatchObject(failed)
    expect(await wrong.isContract(someone(), 10, soon())).toBeNull()
  })

  test('about another address, or about no address, is a fault', async () => {
    const transfer = {
      blockNum: '0x1',
      hash: `0x${'ab'.repeat(32)}`,
      from: someone(),
      to: someone(),
      metadata: { blockTimestamp: '2024-01-01T00:00:00.000Z' },
    }
    const nodeAnswer = (result: unknown) => ({
      json: [
        { jsonrpc: '2.0', id: 1, result },
        { jsonrpc: '2.0', id: 0, result: '0x1' },
      ],
    })
    for (const transfers of [[transfer], [{ ...transfer, to: null }], [transfer, transfer], [{}], 7, undefined]) {
      providers.fail('transfers', nodeAnswer({ transfers }))
      await expect(funder(nodeAlone(), someone())).rejects.toMatchObject(failed)
    }
    providers.fail('transfers', nodeAnswer({ transfers: [] }))
    expect(await funder(nodeAlone(), someone())).toBeNull()
  })

  test('of another chain has no names, whatever it says', async () => {
    const wallet = someone()
    const { variables } = providers
    const swapped = portsOf({
      ENS_RPC_URL: variables['BASENAME_RPC_URL'] ?? '',
      BASENAME_RPC_URL: variables['ENS_RPC_URL'] ?? '',
    })
    await expect(swapped.ens?.(wallet, soon())).rejects.toMatchObject(failed)
    await expect(swapped.basename?.(wallet, soon())).rejects.toMatchObject(failed)
  })
})

test('the label provider about another address is no answer', async () => {
  const labels = portsOf({ ...providers.variables, EXPLORER_KEY: '' })
  providers.fail('labels', { json: { address: someone(), arkhamEntity: { name: 'Famous', type: 'cex' } } })
  expect(await labels.askLabel?.(someone(), 1, soon())).toEqual({ value: null, isPartial: true, isUnread: true })
})

test('a value that cannot be is no value', async () => {
  const overview = (positions: unknown) => ({
    json: { data: { attributes: { total: { positions }, positions_distribution_by_chain: {} } } },
  })
  for (const positions of [1e300, '12', null, -1e16]) {
    providers.fail('portfolio', overview(positions))
    await expect(ports.portfolio?.(someone(), soon())).rejects.toMatchObject(failed)
  }
})

test('a social account that another wallet owns is not this one’s', async () => {
  const account = { address: someone(), owner: someone(), username: { localName: 'famous' } }
  providers.fail('social', {
    json: { data: { accountsAvailable: { items: [{ account }, {}, null, { account: {} }] } } },
  })
  expect(await ports.social?.(someone(), soon())).toEqual({ value: null })
  providers.fail('social', { json: { data: null, errors: [{ message: 'no' }] } })
  await expect(ports.social?.(someone(), soon())).rejects.toMatchObject(failed)
})

test('are called at their own addresses by default', async () => {
  const origins: string[] = []
  const fetched = vi.spyOn(globalThis, 'fetch').mockImplementation(async (url) => {
    origins.push(new URL(String(url)).origin)
    return new Response(null, { status: 500 })
  })
  try {
    const own = portsOf({ EXPLORER_KEY: 'k', LABELS_KEY: 'k', PORTFOLIO_KEY: 'k' })
    await expect(funder(own, someone())).rejects.toMatchObject(failed)
    await own.askLabel?.(someone(), 1, soon())
    await expect(own.portfolio?.(someone(), soon())).rejects.toMatchObject(failed)
  } finally {
    fetched.mockRestore()
  }
  expect([...new Set(origins)]).toEqual(['https://api.etherscan.io', 'https://api.arkm.com', 'https://api.zerion.io'])
})

describe('the environment', () => {
  test('names nodes by chain', () => {
    const { TRANSFERS_RPC_URLS: nodes } = envOf({
      TRANSFERS_RPC_URLS: '1=https://a.example/k, 8453=https://b.example/k',
    })
    expect([...(nodes ?? [])]).toEqual([
      [1, 'https://a.example/k'],
      [8453, 'https://b.example/k'],
    ])
  })

  test.each(['https://a.example', '1=http://a.example', '1=https://a.example,x', '=https://a.example'])(
    'takes %s for absent',
    (TRANSFERS_RPC_URLS) => expect(envOf({ TRANSFERS_RPC_URLS }).TRANSFERS_RPC_URLS).toBeNull(),
  )
})

describe('the built-in list', () => {
  const all = KNOWN_ENTITIES.flatMap(({ addresses, chainIds }) => addresses.map((address) => ({ address, chainIds })))

  test('has each address once for a chain, with its checksum', () => {
    expect(all.length).toBeGreaterThan(100)
    for (const { address } of all) expect(isAddress(address), address).toBe(true)
    const keys = all.flatMap(({ address, chainIds = [0] }) => chainIds.map((id) => `${id}:${address.toLowerCase()}`))
    expect(new Set(keys).size).toBe(keys.length)
  })

  test('knows a contract on its own chains alone', () => {
    expect(ports.knownLabel('0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', 8453)).toMatchObject({ name: 'USD Coin' })
    expect(ports.knownLabel('0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', 1)).toBeNull()
    expect(ports.knownLabel('0x71660c4005BA85c37ccec55d0C4493E66Fe775d3', 42_161)).toMatchObject({
      category: 'exchange',
    })
  })
})

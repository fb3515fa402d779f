import { beforeAll, describe, expect, test, vi } from 'vitest'
import { encodeKeyset } from '../../shared/store/openPage.ts'
import { startLocalnet } from '../support/localnet.ts'
import { prepared, useNet, useRpcProxy } from '../support/useNet.ts'

const proxy = useRpcProxy()
const net = useNet(() =>
  startLocalnet({
    families: ['vault'],
    blockTimeMs: 0,
    demoVaults: (world) => [world.contracts.vault2],
    nodeUrl: proxy.nodeUrl,
  }),
)
const d1 = prepared(() => net.database())
beforeAll(() => indexed())

interface Page {
  asOf: { source: string; blockNumber: string; behindBlocks?: number }
  items: Record<string, unknown>[]
  count: number
  nextCursor: string | null
}
const ask = (query: string) => fetch(`${net.api}/v1/explore/vaults${query}`)
async function list(query = ''): Promise<Page> {
  const response = await ask(query)
  expect(response.status, await response.clone().text()).toBe(200)
  const body: { data: Page } = JSON.parse(await response.text())
  return body.data
}

/** Until core's schedule has listed the vaults. */
const indexed = () => vi.waitUntil(async () => (await list('?time=1y')).asOf.source === 'index', { timeout: 45_000 })

const found = async (query: string) =>
  (await list(`?time=1y&query=${encodeURIComponent(query)}`)).items.map((item) => item.creatorCoinSymbol)

/** Runs with the index as if it had not been filled for a day. */
async function withStaleIndex(test: () => Promise<void>): Promise<void> {
  await d1.prepare('update chains set checked_at = checked_at - 86400').run()
  try {
    await test()
  } finally {
    await d1.prepare('update chains set checked_at = checked_at + 86400').run()
  }
}

describe('listExploreVaults', () => {
  test('lists the vaults of the registry from the index, without asking the node', async () => {
    proxy.reset()
    const { items, asOf, count, nextCursor } = await list('?time=1y')
    expect(proxy.requests.filter(({ calls }) => calls.some((call) => call.method === 'eth_call'))).toEqual([])
    expect(asOf).toMatchObject({ source: 'index', behindBlocks: 0 })
    expect([count, nextCursor]).toEqual([2, null])
    const { contracts } = net.world
    expect(items[0]).toMatchObject({
      chainId: 31337,
      vaultAddress: contracts.vault,
      creatorCoinAddress: contracts.creatorCoin,
      shareTokenAddress: contracts.shareToken,
      creatorCoinSymbol: 'AURORA',
      prelaunch: false,
      graduatedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      settledAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      settlementStage: 'AuctionLive',
    })
    for (const figure of ['priceUsd', 'marketCapUsd', 'volumeUsd']) expect(items[0]?.[figure]).toBeGreaterThan(0)
    expect(String(items[0]?.createdAt)).toMatch(/^\d{4}-\d\d-\d\dT/)
    expect(items[1]).toMatchObject({
      vaultAddress: contracts.vault2,
      prelaunch: true,
      graduatedAt: null,
      settlementStage: null,
      volumeUsd: items[1]?.priceUsd === null ? null : 0,
    })
  })

  test('pages by cursor to the end', async () => {
    for (const sort of ['volume', 'marketCap', 'fees24h', 'new']) {
      const first = await list(`?time=1y&sort=${sort}&limit=1`)
      expect(first.nextCursor).toMatch(/^[\w-]+$/)
      const second = await list(`?time=1y&sort=${sort}&limit=1&cursor=${first.nextCursor}`)
      expect(second.nextCursor).toBeNull()
      expect(new Set([...first.items, ...second.items].map((item) => item.vaultAddress)).size).toBe(2)
    }
  })

  test('searches names, symbols and addresses, whatever the case', async () => {
    expect(await found('FERRY')).toEqual(['FERRY'])
    expect(await found('night f')).toEqual(['FERRY'])
    expect(await found(net.world.contracts.creatorCoin2)).toEqual(['FERRY'])
    expect(await found(net.world.contracts.shareToken.toUpperCase().slice(10))).toEqual(['AURORA'])
    expect(await found('■')).toHaveLength(2)
    expect(await found('%')).toEqual([])
    expect(await found("'")).toEqual([])
    expect(await found('  ')).toHaveLength(2)
  })

  test('lists the same vaults for every window, from the index and from the registry', async () => {
    const listed = async () =>
      Promise.all(
        ['', '?time=1d', '?time=1w', '?time=1y'].map(async (query) =>
          (await list(query)).items.map((item) => item.vaultAddress).sort(),
        ),
      )
    const indexed = await listed()
    const { vault, vault2 } = net.world.contracts
    for (const vaults of indexed) expect(vaults).toEqual([vault, vault2].sort())
    await withStaleIndex(async () => expect(await listed()).toEqual(indexed))
  })

  test('of a window without events the volume is 0, and the vault is there', async () => {
    await d1.prepare(`update vaults set sums = '{"flow1d":"0"}', volume_1d = '${'0'.repeat(30)}', updated_at = 1`).run()
    const { items } = await list()
    expect(items).toHaveLength(2)
    expect(items.find((item) => item.vaultAddress === net.world.contracts.vault)).toMatchObject({ volumeUsd: 0 })
  })

  test('what is not known is null and comes last: volumes not summed yet, a token that reports no value', async () => {
    await d1.prepare(`update vaults set market_cap = '', volume_1d = ''`).run()
    const { items } = await list('?sort=marketCap')
    for (const item of items) expect(item).toMatchObject({ marketCapUsd: null, volumeUsd: null, volume24hUsd: null })
    const first = await list('?sort=marketCap&limit=1')
    expect((await list(`?sort=marketCap&limit=1&cursor=${first.nextCursor}`)).items).toHaveLength(1)
  })

  test('takes the limit into its bounds', async () => {
    expect((await list('?time=1y&limit=0')).count).toBe(1)
    expect((await list('?time=1y&limit=999999')).count).toBe(2)
  })

  test('falls back to the registry, in one upstream request, when the index is behind', () =>
    withStaleIndex(async () => {
      proxy.reset()
      const first = await list('?sort=marketCap&limit=1')
      expect(proxy.requests.filter(({ calls }) => calls.some((call) => call.method === 'eth_call'))).toHaveLength(1)
      expect(first.asOf.source).toBe('rpc')
      expect(first.items[0]).toMatchObject({
        vaultAddress: net.world.contracts.vault,
        volumeUsd: null,
        fees24hUsd: null,
        createdAt: null,
      })
      expect(first.items[0]?.marketCapUsd).toBeGreaterThan(0)
      const second = await list(`?sort=marketCap&limit=1&cursor=${first.nextCursor}`)
      expect(second.items[0]).toMatchObject({ vaultAddress: net.world.contracts.vault2 })
      expect((await list('?query=ferry')).count).toBe(1)
    }))

  test('asks the chain where the index has not reached minBlock', async () => {
    const { asOf } = await list('?time=1y')
    expect((await list(`?time=1y&minBlock=${asOf.blockNumber}`)).asOf.source).toBe('index')
    const refused = await ask(`?time=1y&minBlock=${Number(asOf.blockNumber) + 1000}`)
    expect([refused.status, refused.headers.get('x-error-code')]).toEqual([503, 'behind_requested_block'])
  })

  test('lists a new block’s state once the schedule has run', async () => {
    const { asOf } = await list('?time=1y')
    await fetch(net.rpcUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"jsonrpc":"2.0","id":1,"method":"anvil_mine","params":["0x2"]}',
    })
    await expect.poll(async () => Number((await list('?time=1y')).asOf.blockNumber)).toBe(Number(asOf.blockNumber) + 2)
  })

  const zeros = '0'.repeat(30)
  test.each([
    ['a query that is too long', `?query=${'x'.repeat(101)}`],
    ['a cursor that is not one', '?cursor=abc'],
    [
      'a cursor of another sort',
      `?sort=marketCap&cursor=${encodeKeyset('vaults:volume1d', [zeros, 1, `0x${'1'.repeat(40)}`])}`,
    ],
    ['a cursor of another list', `?cursor=${encodeKeyset('bids', [zeros, 1, `0x${'1'.repeat(40)}`])}`],
    [
      'a cursor with a value that does not fit',
      `?cursor=${encodeKeyset('vaults:volume1d', ['9', 1, `0x${'1'.repeat(40)}`])}`,
    ],
  ])('refuses %s', async (_, query) => {
    const response = await ask(query)
    expect(response.status).toBe(400)
    expect(response.headers.get('cache-control')).toBe('no-store')
  })

  test('says that the node failed when neither index nor node answers', () =>
    withStaleIndex(async () => {
      proxy.mode = { status: 500 }
      const response = await ask('?sort=fees24h&time=1w')
      expect([response.status, response.headers.get('x-error-code')]).toEqual([502, 'upstream_failed'])
    }))
})

import { numberToHex, parseAbi, type Address } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadArtifacts } from '../../localnet/world/loadArtifacts.ts'
import { deployVault, type DeployedVault } from '../../localnet/world/deployVault.ts'
import { auctionAbi } from '../../shared/domain/auction/auctionAbi.ts'
import { callNode, createRpc } from '../../shared/chain/rpc.ts'
import { type Chain, createChain } from '../../shared/chain/chain.ts'
import type { Describe } from '../../shared/chain/calls.ts'
import { parseChainConfig } from '../../shared/chain/config.ts'
import { createPriorReader } from '../../shared/chain/createPriorReader.ts'
import { ask } from '../support/ask.ts'
import { startRpcProxy, type RpcProxy } from '../support/rpcProxy.ts'
import { useBorrowedWorld } from '../support/useNet.ts'

const vaultAbi = parseAbi([
  'function asset() view returns (address)',
  'function strategyCount() view returns (uint256)',
  'function strategyList(uint256) view returns (address)',
  'function strategyWeights(address) view returns (uint256)',
  'function totalAssets() view returns (uint256)',
  'function nothingOfTheKind(uint256) view returns (uint256)',
])
const strategyAbi = parseAbi([
  'function isActive() view returns (bool)',
  'function ERC4626_VAULT() view returns (address)',
  'function AJNA_POOL() view returns (address)',
])
const registryAbi = parseAbi([
  'function getAllTokens() view returns (address[])',
  'function getVaultForToken(address) view returns (address)',
])
const tokenAbi = parseAbi(['function symbol() view returns (string)', 'function decimals() view returns (uint8)'])
const poolAbi = parseAbi(['function slot0() view returns (uint160, int24, uint16, uint16, uint16, uint8, bool)'])

let many: DeployedVault
let proxy: RpcProxy

const { anvil, world } = useBorrowedWorld()
beforeAll(async () => {
  const artifacts = await loadArtifacts()
  many = await deployVault({ rpcUrl: anvil.url, artifacts, world, strategies: 16 })
  proxy = await startRpcProxy(anvil.url)
})
afterAll(() => proxy.stop())

const chainAt = (...urls: string[]) =>
  createChain(
    parseChainConfig({ chainId: world.chainId, contracts: world.contracts }),
    createRpc({ urls, timeoutMs: 2000 }),
  )

const strategiesOf =
  (vault: Address) =>
  ({ at, times }: Describe) => {
    const v = at(vault, vaultAbi)
    const count = v('strategyCount')
    return {
      asset: v('asset'),
      symbol: at(v('asset'), tokenAbi)('symbol'),
      none: v('nothingOfTheKind', [1n]),
      count,
      strategies: times(count, 64, (index) => {
        const address = v('strategyList', [index])
        const inner = at(address, strategyAbi)('ERC4626_VAULT')
        return {
          index,
          address,
          weight: v('strategyWeights', [address]),
          isActive: at(address, strategyAbi)('isActive'),
          pool: at(inner, strategyAbi)('AJNA_POOL'),
        }
      }),
    }
  }

const refuseLens = {
  refuse: ({ method, params }: { method: string; params: readonly unknown[] }) =>
    method === 'eth_call' && !('to' in Object(params[0])),
}

describe('a graph of calls', () => {
  test('calls that need nothing of each other are one aggregate with block, time and chain inside', async () => {
    proxy.reset()
    const { value, asOf } = await chainAt(proxy.url).read(({ at }) => ({
      symbol: at(world.contracts.creatorCoin, tokenAbi)('symbol'),
      assets: at(world.contracts.vault, vaultAbi)('totalAssets'),
      absent: at(world.contracts.vault, vaultAbi)('nothingOfTheKind', [7n]),
    }))
    expect(proxy.requests).toHaveLength(1)
    expect(proxy.requests[0]?.calls[0]?.params[0]).toMatchObject({ to: world.contracts.multicall3 })
    expect(value.symbol).toBe('AURORA')
    expect(value.assets).toBeGreaterThan(0n)
    expect(value.absent).toBeNull()
    expect(asOf).toMatchObject({ chainId: 31337, source: 'rpc' })
    const block = Object(await ask(anvil.url, 'eth_getBlockByNumber', numberToHex(BigInt(asOf.blockNumber)), false))
    expect(asOf.timestamp).toBe(Number(block.timestamp))
  })

  test('an address that burns all gas leaves the other calls as they are, in one request', async () => {
    proxy.reset()
    // The modular exponentiation of EIP-198, which no call of these fits.
    const { value } = await chainAt(proxy.url).read(({ at }) => ({
      burnt: at('0x0000000000000000000000000000000000000005', tokenAbi)('symbol'),
      symbol: at(world.contracts.creatorCoin, tokenAbi)('symbol'),
    }))
    expect(value).toEqual({ burnt: null, symbol: 'AURORA' })
    expect(proxy.requests).toHaveLength(1)
  })

  test('calls that depend on each other, 16 strategies and their inner contracts, are one request through the lens', async () => {
    proxy.reset()
    const { value } = await chainAt(proxy.url).read(strategiesOf(many.vault))
    expect(proxy.requests).toHaveLength(1)
    expect(value.strategies.map((s) => s.address)).toEqual(many.strategies.map((s) => s.address))
    expect(value.strategies.map((s) => s.index)).toEqual(many.strategies.map((_, i) => BigInt(i)))
    expect(value.strategies.map((s) => s.weight)).toEqual(many.strategies.map((_, i) => BigInt(100 + i)))
    for (const [i, strategy] of value.strategies.entries())
      expect(strategy.pool !== null).toBe(many.strategies[i]?.kind === 'lendpool')
    expect(value.symbol).toBe('AURORA')
    expect(value.none).toBeNull()
  })

  test('a node that refuses the lens gives the same answer by rounds of aggregates at one block', async () => {
    const { value: expected } = await chainAt(anvil.url).read(strategiesOf(many.vault))
    proxy.reset()
    proxy.mode = refuseLens
    const chain = chainAt(proxy.url)
    const { value } = await chain.read(strategiesOf(many.vault))
    expect(value).toEqual(expected)
    const blocks = proxy.requests.slice(2).map((r) => r.calls[0]?.params[1])
    expect(new Set(blocks).size).toBe(1)
    expect(blocks[0]).toMatch(/^0x/)
    proxy.reset()
    await chain.read(strategiesOf(many.vault))
    expect(proxy.requests.every((r) => 'to' in Object(r.calls[0]?.params[0]))).toBe(true)
  })

  test('repeats over an array result, and takes single words of a result with several', async () => {
    for (const mode of ['pass', refuseLens] as const) {
      proxy.reset()
      proxy.mode = mode
      const { value } = await chainAt(proxy.url).read(({ at, each, word }) => {
        const slot0 = at(world.contracts.v3Pool, poolAbi)('slot0')
        return {
          slot0,
          tick: word<number>(slot0, 1),
          lanes: each(at(world.contracts.registry, registryAbi)('getAllTokens'), 64, (coin) => ({
            coin,
            vault: at(world.contracts.registry, registryAbi)('getVaultForToken', [coin]),
            symbol: at(coin, tokenAbi)('symbol'),
          })),
        }
      })
      expect(value.lanes).toEqual([
        { coin: world.contracts.creatorCoin, vault: world.contracts.vault, symbol: 'AURORA' },
        { coin: world.contracts.creatorCoin2, vault: world.contracts.vault2, symbol: 'FERRY' },
      ])
      expect(value.tick).toBe(value.slot0?.[1])
    }
  })

  test('counts whole tokens by decimals that the same request reads, by the lens and in rounds alike', async () => {
    const { usdc, vault } = world.contracts
    const balanceAbi = parseAbi(['function convertToShares(uint256) view returns (uint256)'])
    const scaling =
      (digits: bigint, fractionDigits: number) =>
      ({ at, scaled }: Describe) => {
        const amount = scaled(at(usdc, tokenAbi)('decimals'), { digits, fractionDigits })
        return { amount, used: at(vault, balanceAbi)('convertToShares', [amount]) }
      }
    for (const [digits, fractionDigits, expected] of [
      [15n, 1, 1_500_000n],
      [1n, 0, 1_000_000n],
      [1n, 6, 1n],
      [0n, 3, 0n],
      // More fraction digits than the token has, and an amount that overflows 256 bits.
      [1n, 7, null],
      [2n ** 255n, 0, 0n],
    ] as const) {
      proxy.reset()
      const { value } = await chainAt(proxy.url).read(scaling(digits, fractionDigits))
      expect(proxy.requests).toHaveLength(1)
      expect(value.amount).toBe(expected)
      expect(value.used === null).toBe(expected === null)
      proxy.mode = refuseLens
      expect((await chainAt(proxy.url).read(scaling(digits, fractionDigits))).value).toEqual(value)
    }
    proxy.reset()
    const unknown = await chainAt(proxy.url).read(({ at, scaled }) => ({
      amount: scaled(at(world.contracts.gaugeVoting, tokenAbi)('decimals'), { digits: 1n, fractionDigits: 0 }),
    }))
    expect(unknown.value.amount).toBeNull()
  })

  test('goes along a linked list, as far as its bounds allow, in one request', async () => {
    const half = (5n * 10n ** 14n * 2n ** 96n) / 10n ** 18n
    const along =
      (last: bigint, max: number) =>
      ({ at, follow, word }: Describe) => {
        const auction = at(world.contracts.auction, auctionAbi)
        return {
          before: auction('tickSpacing'),
          ticks: follow(auction('floorPrice'), { last, max }, (price) => {
            const tick = auction('ticks', [price])
            return { price, tick, next: word<bigint>(tick, 0), none: auction('bids', [price]) }
          }),
          after: auction('clearingPrice'),
        }
      }
    const prices: (readonly bigint[])[] = []
    for (const [last, max] of [
      [2n ** 256n - 2n, 64],
      [half, 64],
      [2n ** 256n - 2n, 2],
      [1n, 64],
      [2n ** 256n - 1n, 64],
    ] as const) {
      proxy.reset()
      const chain = chainAt(proxy.url)
      const { value } = await chain.read(along(last, max))
      expect(proxy.requests).toHaveLength(1)
      proxy.mode = refuseLens
      expect((await chainAt(proxy.url).read(along(last, max))).value).toEqual(value)
      expect(value.before).toBeGreaterThan(0n)
      expect(value.after).toBeGreaterThan(0n)
      expect(value.ticks.map(({ none }) => none)).toEqual(value.ticks.map(() => null))
      prices.push(value.ticks.map(({ price }) => price ?? 0n))
    }
    const [all = [], upTo, two, none, past] = prices
    // The floor, and the four prices that were bid.
    const human = all.map((price) => (Number(price) / 2 ** 96).toFixed(5))
    expect(human).toEqual(['0.00010', '0.00012', '0.00040', '0.00050', '0.00100'])
    expect(all).toEqual(all.toSorted((a, b) => (a < b ? -1 : 1)))
    expect(upTo).toEqual(all.slice(0, 4))
    expect(two).toEqual(all.slice(0, 2))
    expect(none).toEqual([])
    // The mark for the end of the list has no place in it, and no next one.
    expect(past).toEqual([...all, 2n ** 256n - 1n])
  })

  test('an address without code, and what hangs on it, is null', async () => {
    const { value } = await chainAt(anvil.url).read(strategiesOf('0x000000000000000000000000000000000000dEaD'))
    expect(value).toEqual({ asset: null, symbol: null, none: null, count: null, strategies: [] })
  })
})

describe('fail-over', () => {
  const symbol = ({ at }: Describe) => ({ symbol: at(world.contracts.creatorCoin, tokenAbi)('symbol') })

  test.each([
    ['a dead node', 'drop'],
    ['an HTTP error', { status: 500 }],
    ['a rate limit', { status: 429, retryAfter: 7 }],
    ['a node of another chain', { chainId: 1 }],
  ] as const)('%s hands over to the next URL, which is then asked first', async (_, mode) => {
    proxy.reset()
    proxy.mode = mode
    const chain = chainAt(proxy.url, anvil.url)
    expect((await chain.read(symbol)).value.symbol).toBe('AURORA')
    const before = proxy.requests.length
    await chain.read(symbol)
    expect(proxy.requests).toHaveLength(before)
  })

  test.each([
    ['a dead node', 'drop', 'upstream_failed'],
    ['an HTTP error', { status: 502 }, 'upstream_failed'],
    ['a node of another chain', { chainId: 1 }, 'upstream_failed'],
    ['a node that does not answer', 'hang', 'upstream_timeout'],
    ['a rate limit', { status: 429, retryAfter: 7 }, 'upstream_rate_limited'],
  ] as const)('%s alone is an error, never a null', async (_, mode, code) => {
    proxy.reset()
    proxy.mode = mode
    await expect(chainAt(proxy.url).read(symbol)).rejects.toMatchObject({ code })
  })

  test('a node of another chain is logged with both ids, by whatever read finds it', async () => {
    const reads: readonly (readonly [string, (chain: Chain) => Promise<unknown>])[] = [
      ['an aggregate', (chain) => chain.read(symbol)],
      ['the lens', (chain) => chain.read(strategiesOf(many.vault))],
      ['one call', (chain) => callNode(chain, { method: 'eth_gasPrice', params: [] }, (reply) => reply)],
      ['a block before', (chain) => createPriorReader(chain, 2)(symbol)],
    ]
    for (const [name, read] of reads) {
      proxy.reset()
      proxy.mode = { chainId: 1 }
      const lines: unknown[] = []
      const log = (...line: unknown[]) => void lines.push(line)
      const rpc = createRpc({ urls: [proxy.url, anvil.url], log })
      await read(createChain(parseChainConfig({ chainId: world.chainId, contracts: world.contracts }), rpc))
      const { host } = new URL(proxy.url)
      const ids = { chainId: 31337, answeredChainId: 1 }
      expect(lines, name).toEqual([['warn', 'upstream_failure', { host, cause: 'it serves another chain', ...ids }]])
    }
  })

  test('a node that hangs costs its time once', async () => {
    proxy.reset()
    proxy.mode = 'hang'
    const chain = chainAt(proxy.url, anvil.url)
    for (let i = 0; i < 5; i++) expect((await chain.read(symbol)).value.symbol).toBe('AURORA')
    // The read, and a trivial call.
    expect(proxy.requests.map(({ calls }) => calls.length)).toEqual([1, 1])
    await expect(chainAt(proxy.url).read(symbol)).rejects.toMatchObject({ code: 'upstream_timeout' })
  })

  test('a rate limit passes the node’s Retry-After on', async () => {
    proxy.reset()
    proxy.mode = { status: 429, retryAfter: 7 }
    await expect(chainAt(proxy.url).read(symbol)).rejects.toMatchObject({ headers: { 'retry-after': '7' } })
  })

  test('no configured URL is rpc_not_configured, and a role without an address role_not_configured', async () => {
    await expect(chainAt().read(symbol)).rejects.toMatchObject({ code: 'rpc_not_configured' })
    const bare = createChain(parseChainConfig({ chainId: 1, contracts: {} }), createRpc({ urls: [] }))
    expect(() => bare.role('auction')).toThrow('role_not_configured')
  })
})

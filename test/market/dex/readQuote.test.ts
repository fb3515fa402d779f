import { createRequire } from 'node:module'
import { Contract, Interface, JsonRpcProvider, solidityPacked } from 'ethers'
import { zeroAddress, type Address } from 'viem'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { loadArtifacts } from '../../../localnet/world/loadArtifacts.ts'
import { openChain } from '../../../localnet/world/openChain.ts'
import { createChain, type Chain } from '../../../shared/chain/chain.ts'
import { parseChainConfig } from '../../../shared/chain/config.ts'
import { createRpc } from '../../../shared/chain/rpc.ts'
import { readQuote } from '../../../functions/market/dex/readQuote.ts'
import type { Trade } from '../../../functions/market/dex/Trade.ts'
import { refusal } from '../../auth/support.ts'
import { borrowWorld } from '../../support/borrowWorld.ts'
import { startRpcProxy, type ProxiedCall } from '../../support/rpcProxy.ts'
import { useNet } from '../../support/useNet.ts'

const TIERS = [100, 500, 3000, 10_000]
const ETHER = 10n ** 18n

/** Uniswap's own quoter, called by another library. */
let quoter: Contract
let tokens: Record<'usdc' | 'weth' | 'coin' | 'second', Address>

const borrowed = useNet(() => borrowWorld())
const proxy = useNet(() => startRpcProxy(borrowed.anvil.url))
beforeAll(async () => {
  const { usdc, weth, creatorCoin: coin, creatorCoin2: second, dexQuoter } = borrowed.world.contracts
  tokens = { usdc, weth, coin, second }
  const require = createRequire(import.meta.url)
  const { abi } = require('@uniswap/swap-router-contracts/artifacts/contracts/lens/QuoterV2.sol/QuoterV2.json')
  const provider = new JsonRpcProvider(borrowed.anvil.url, 31337, { staticNetwork: true, cacheTimeout: -1 })
  quoter = new Contract(dexQuoter, new Interface(abi), provider)
})
beforeEach(() => proxy.reset())

/** A chain without earlier calls. */
const chainWith = (contracts: object = {}): Chain => {
  const config = { chainId: 31337, contracts: { ...borrowed.world.contracts, ...contracts } }
  return createChain(parseChainConfig(config), createRpc({ urls: [proxy.url] }))
}

const buy = (tokenIn: Address, tokenOut: Address, amount: bigint, kind: Trade['kind'] = 'exactInput'): Trade => ({
  tokenIn,
  tokenOut,
  amount,
  kind,
})

/** Quotes of Uniswap's quoter for every route of one pool, and of two that meet in one of these tokens. */
async function askQuoter({ tokenIn, tokenOut, amount, kind }: Trade, block: string): Promise<bigint[]> {
  const middles = Object.values(tokens).filter((token) => token !== tokenIn && token !== tokenOut)
  const paths = [
    ...TIERS.map((fee) => [tokenIn, fee, tokenOut]),
    ...middles.flatMap((middle) =>
      TIERS.flatMap((fee) => TIERS.map((other) => [tokenIn, fee, middle, other, tokenOut])),
    ),
  ]
  const types = (path: unknown[]) => path.map((_, i) => (i % 2 === 0 ? 'address' : 'uint24'))
  const ask = kind === 'exactInput' ? 'quoteExactInput' : 'quoteExactOutput'
  const answers = await Promise.all(
    paths.map(async (path) => {
      const packed = solidityPacked(types(path), kind === 'exactInput' ? path : path.toReversed())
      const answer: unknown = await quoter
        .getFunction(ask)
        .staticCall(packed, amount, { blockTag: Number(block) })
        .catch(() => null)
      return Array.isArray(answer) && typeof answer[0] === 'bigint' ? [answer[0]] : []
    }),
  )
  return answers.flat()
}

const best = (answers: bigint[], kind: Trade['kind']): bigint | undefined =>
  answers.toSorted((a, b) => Number(kind === 'exactInput' ? b - a : a - b)).at(0)

describe('the best route', () => {
  it.each([
    ['a small sale, one pool', () => buy(tokens.usdc, tokens.coin, 10_000_000n)],
    ['a large sale, one pool', () => buy(tokens.usdc, tokens.coin, 40_000_000_000n)],
    ['two pools', () => buy(tokens.usdc, tokens.second, 250_000_000n)],
    ['a purchase', () => buy(tokens.coin, tokens.usdc, 500_000_000n, 'exactOutput')],
    ['a purchase through two pools', () => buy(tokens.usdc, tokens.second, 50n * ETHER, 'exactOutput')],
    ['the other way', () => buy(tokens.second, tokens.coin, 1000n * ETHER)],
  ] as const)('%s: is to the unit what the quoter says of the best of all routes', async (_, trade) => {
    const { route, asOf } = await readQuote(chainWith(), trade())
    const answers = await askQuoter(trade(), asOf.blockNumber)
    expect(answers).not.toEqual([])
    expect(trade().kind === 'exactInput' ? route.amountOut : route.amountIn).toBe(best(answers, trade().kind))
  })

  it('of the native currency is that of its wrapped form', async () => {
    const [native, wrapped] = await Promise.all(
      [zeroAddress, tokens.weth].map((token) => readQuote(chainWith(), buy(token, tokens.usdc, ETHER))),
    )
    expect(native?.route.hops).toEqual(wrapped?.route.hops)
    expect(native?.route.amountOut).toBe(wrapped?.route.amountOut)
  })

  it('is another one for a requested path', async () => {
    const trade = { ...buy(tokens.usdc, tokens.coin, 10_000_000n), path: { fees: [500, 10_000], through: zeroAddress } }
    const { route } = await readQuote(chainWith(), trade)
    expect(route.hops.map(({ fee }) => fee)).toEqual([500, 10_000])
  })
})

describe('price impact', () => {
  it('is what the size of the trade costs besides fees: nothing of a small one, much of a large one', async () => {
    const small = await readQuote(chainWith(), buy(tokens.usdc, tokens.coin, 1_000_000n))
    const large = await readQuote(chainWith(), {
      ...buy(tokens.usdc, tokens.coin, 400_000_000n),
      path: { fees: [500] },
    })
    expect(small.priceImpactBps).toBe(0)
    // With constant liquidity a trade's price is the geometric mean of the prices before and after it.
    const [hop] = large.route.hops
    const [before, after] = [Number(hop?.sqrtPriceX96), Number(hop?.sqrtPriceX96After)]
    const expected = 10_000 * (1 - Math.min(before, after) / Math.max(before, after))
    expect(expected).toBeGreaterThan(500)
    expect(Math.abs(large.priceImpactBps - expected)).toBeLessThanOrEqual(1)
  })
})

describe('a node that is as nodes are', () => {
  const trade = () => buy(tokens.usdc, tokens.second, 250_000_000n)

  it.each([
    ['does not run the lens', { refuse: () => false, replies: undefined }],
    ['gives little gas', { gas: 1_500_000 }],
    ['gives very little gas', { gas: 700_000 }],
  ] as const)('%s: gives the same route', async (name, mode) => {
    const { route } = await readQuote(chainWith(), trade())
    proxy.mode = name.includes('lens') ? { refuse: ({ params: [call] }) => isCreation(call) } : mode
    expect((await readQuote(chainWith(), trade())).route.amountOut).toBe(route.amountOut)
  })

  it('is dead: an outage, never no route', async () => {
    proxy.mode = 'drop'
    expect(await refusal(readQuote(chainWith(), trade()))).toMatchObject({ code: 'upstream_failed' })
  })

  it('has too little gas for any quote: an outage, never no route', async () => {
    proxy.mode = { gas: 120_000 }
    expect(await refusal(readQuote(chainWith(), trade()))).toMatchObject({ code: 'upstream_failed' })
  })

  it.each([150_000, 180_000, 220_000, 300_000, 450_000])(
    'gives %i gas, which is little for a quote: the route or an outage, never too little in the pools',
    async (gas) => {
      const { route } = await readQuote(chainWith(), trade())
      for (const refuse of [() => false, ({ params: [call] }: ProxiedCall) => isCreation(call)]) {
        proxy.mode = { gas, refuse }
        const read = readQuote(chainWith(), trade()).then(
          (quote) => quote.route.amountOut,
          (error: unknown) => Object(error).code,
        )
        expect([route.amountOut, 'upstream_failed']).toContain(await read)
      }
    },
  )

  it('gives ten million gas: an amount that the pools cannot fill is still refused', async () => {
    proxy.mode = { gas: 10_000_000 }
    const { usdc, coin } = tokens
    const read = readQuote(chainWith(), buy(usdc, coin, 10n ** 30n, 'exactOutput'))
    expect(await refusal(read)).toMatchObject({ code: 'insufficient_liquidity' })
  })
})

const isCreation = (call: unknown): boolean => typeof call === 'object' && call !== null && !('to' in call)

describe('what cannot be traded', () => {
  it('says so: no pool, too little in the pools, no token, the same token, wrong contracts', async () => {
    const { usdc, coin, weth } = tokens
    const codeOf = async (trade: Trade, contracts: object = {}) =>
      (await refusal(readQuote(chainWith(contracts), trade))).code
    const { gaugeVoting, shareToken2, dexRouter } = borrowed.world.contracts
    expect(await codeOf(buy(usdc, shareToken2, 5n))).toBe('no_route')
    expect(await codeOf(buy(usdc, coin, 10n ** 30n, 'exactOutput'))).toBe('insufficient_liquidity')
    // Too little for anything to come out.
    expect(await codeOf(buy(coin, usdc, 1n))).toBe('insufficient_liquidity')
    expect(await codeOf(buy(usdc, gaugeVoting, 5n))).toBe('invalid_request')
    expect(await codeOf(buy(weth, zeroAddress, 5n))).toBe('invalid_request')
    for (const role of ['dexQuoter', 'dexRouter', 'dexFactory']) {
      expect(await codeOf(buy(usdc, coin, 5n), { [role]: undefined })).toBe('role_not_configured')
      expect(await codeOf(buy(usdc, coin, 5n), { [role]: gaugeVoting })).toBe('role_not_configured')
    }
    expect(await codeOf(buy(usdc, coin, 5n), { dexQuoter: dexRouter, usdc: undefined })).not.toBe('no_route')
  })
})

describe('a pool that somebody has made to be in the way', () => {
  it('whose quote walks through thousands of empty ticks does not hide the others', async () => {
    const chain = await openChain({ rpcUrl: borrowed.anvil.url, artifacts: await loadArtifacts() })
    const { dexFactory, swapRouter } = borrowed.world.contracts
    const factory = chain.at('UniswapV3Factory', dexFactory)
    const trade = buy(tokens.usdc, tokens.coin, 5_000_000_000n)
    const before = await readQuote(chainWith(), trade)
    await chain.send('owner', factory, 'createPool', [tokens.usdc, tokens.coin, 100])
    const address = await chain.read(factory, 'getPool', [tokens.usdc, tokens.coin, 100])
    const pool = chain.at('UniswapV3Pool', `0x${String(address).slice(2)}`)
    // At the price of the others, with dust in one tick.
    const hop = before.route.hops[0]
    await chain.send('owner', pool, 'initialize', [hop?.sqrtPriceX96])
    const slot0 = await chain.read(pool, 'slot0')
    const tick = Array.isArray(slot0) ? Number(slot0[1]) : 0
    const router = chain.at('SwapRouter', swapRouter)
    await chain.send('owner', router, 'addLiquidity', [pool.address, pool.address, tick, tick + 1, 1000n])
    const params = [tokens.usdc, tokens.coin, trade.amount, 100, 0]
    // A whole block's gas is not enough for it.
    await expect(quoter.getFunction('quoteExactInputSingle').staticCall(params)).rejects.toThrow('Unexpected error')
    const after = await readQuote(chainWith(), trade)
    expect(after.route.amountOut).toBe(before.route.amountOut)
    expect(after.compared).toBe(before.compared + 1)
    const alone = (contracts = {}) => readQuote(chainWith(contracts), { ...trade, path: { fees: [100] } })
    expect((await refusal(alone())).code).toBe('insufficient_liquidity')
    // The quote needs more gas than this node gives, so it shows nothing about the pool.
    proxy.mode = { gas: 10_000_000 }
    expect((await refusal(alone())).code).toBe('upstream_failed')
    proxy.mode = 'pass'
    expect((await refusal(alone({ multicall3: undefined }))).code).toBe('upstream_failed')
  })
})

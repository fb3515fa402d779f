import { createClient, encodeFunctionData, http, parseAbi } from 'viem'
import { getLogs, readContract } from 'viem/actions'
import { expect, it } from 'vitest'
import * as z from 'zod'
import { loadArtifacts } from '../../../localnet/world/loadArtifacts.ts'
import { openChain } from '../../../localnet/world/openChain.ts'
import { envelope } from '../../../schema/common.ts'
import { DexQueryAnswer } from '../../../schema/market/dexData.ts'
import { dex, roleOf, startMarketNet } from './support.ts'
import { useNet, useRpcProxy } from '../../support/useNet.ts'

const [swapEvent] = parseAbi([
  'event Swap(address indexed sender, address indexed recipient, int256 amount0, int256 amount1, uint160 sqrtPriceX96, uint128 liquidity, int24 tick)',
])

const proxy = useRpcProxy()
const net = useNet(() => startMarketNet({ nodeUrl: proxy.nodeUrl }))

const query = (body: object) => dex(net, 'query', {}, body)
const answerOf = async (body: object) => {
  const { status, json } = await query(body)
  if (status !== 200) throw new Error(JSON.stringify(json))
  return z.parse(envelope(DexQueryAnswer), json).data
}

const node = () => createClient({ transport: http(net.rpcUrl) })
/** All swaps of a pool, as viem reads them from the node. */
const swapsOf = (address: `0x${string}`) =>
  getLogs(node(), { address, event: swapEvent, fromBlock: 0n, toBlock: 'latest', strict: true })

it('GetPoolSwaps: the swaps that the node has logged, newest first', async () => {
  const pool = net.world.contracts.v3Pool
  const { swaps = [], pool: known, truncated } = await answerOf({ operation: 'GetPoolSwaps', pool, first: 3 })
  const logged = (await swapsOf(pool)).toReversed()
  expect(logged.length).toBeGreaterThan(3)
  expect(truncated).toBe(true)
  expect(known).toMatchObject({ pool, fee: 3000 })
  expect(swaps).toEqual(
    logged.slice(0, 3).map(({ args, blockNumber, logIndex, transactionHash }) => ({
      blockNumber: String(blockNumber),
      timestamp: expect.any(Number),
      transactionHash,
      logIndex,
      sender: args.sender,
      recipient: args.recipient,
      amount0: String(args.amount0),
      amount1: String(args.amount1),
      sqrtPriceX96: String(args.sqrtPriceX96),
      price: expect.stringMatching(/^0\.\d+$/),
      liquidity: String(args.liquidity),
      tick: args.tick,
    })),
  )
  // Dollars of 6 decimals for one coin of 18.
  const [newest] = swaps
  expect(Number(newest?.price) / ((Number(newest?.sqrtPriceX96) / 2 ** 96) ** 2 * 1e12)).toBeCloseTo(1, 10)
  expect(known?.price).toBe(newest?.price)
})

it('GetPoolHourData and GetPoolDayData: the same swaps, each counted once', async () => {
  const pool = net.world.contracts.v3Pool
  const logged = await swapsOf(pool)
  const volume = logged.reduce((sum, { args }) => sum + (args.amount0 < 0n ? -args.amount0 : args.amount0), 0n)
  for (const [operation, seconds] of [
    ['GetPoolHourData', 3600],
    ['GetPoolDayData', 86_400],
  ] as const) {
    const { periods = [], truncated } = await answerOf({ operation, pool, first: 100 })
    expect(truncated).toBe(false)
    expect(periods.reduce((sum, { swaps }) => sum + swaps, 0)).toBe(logged.length)
    expect(periods.reduce((sum, { volume0 }) => sum + BigInt(volume0), 0n)).toBe(volume)
    expect(periods.every(({ start }) => start % seconds === 0)).toBe(true)
    const [period] = periods
    expect(period?.close).toBe(String(logged.at(-1)?.args.sqrtPriceX96))
    expect(Number(period?.highPrice)).toBeGreaterThanOrEqual(Number(period?.closePrice))
    expect(Number(period?.lowPrice)).toBeLessThanOrEqual(Number(period?.openPrice))
  }
})

it('GetPoolsByToken and GetToken: what pools there are, and what they hold', async () => {
  const { weth, usdc, wethPool, creatorCoin2 } = net.world.contracts
  const { pools = [], token } = await answerOf({ operation: 'GetPoolsByToken', token: weth })
  expect(pools[0]).toMatchObject({ pool: wethPool, fee: 500 })
  expect(pools.map(({ fee }) => fee)).toEqual(expect.arrayContaining([500, 3000, 10_000]))
  const held = await readContract(node(), {
    address: usdc,
    abi: parseAbi(['function balanceOf(address) view returns (uint256)']),
    functionName: 'balanceOf',
    args: [wethPool],
  })
  const ofUsdc = pools[0]?.token0.address === usdc ? pools[0]?.balance0 : pools[0]?.balance1
  expect(ofUsdc).toBe(String(held))
  expect(token).toMatchObject({ address: weth, symbol: 'WETH', decimals: 18, name: 'Wrapped Ether' })
  expect(await answerOf({ operation: 'GetToken', token: creatorCoin2 })).toMatchObject({ token: { symbol: 'FERRY' } })
})

it('truncated: whether the answer was cut, and not whether there are pools that are never looked at', async () => {
  const { weth, creatorCoin2, shareToken2, dexFactory } = net.world.contracts
  const of = (token: string, body: object = {}) => answerOf({ operation: 'GetPoolsByToken', token, ...body })
  const before = await of(creatorCoin2)
  const chain = await openChain({ rpcUrl: net.rpcUrl, artifacts: await loadArtifacts() })
  const data = encodeFunctionData({
    abi: parseAbi(['function createPool(address, address, uint24)']),
    args: [creatorCoin2, shareToken2, 3000],
  })
  const call = { from: roleOf(net, 'owner'), to: dexFactory, data }
  expect((await chain.client.request({ method: 'eth_sendTransactionSync', params: [call] })).status).toBe('0x1')
  const after = await of(creatorCoin2)
  expect([after.pools, after.truncated]).toEqual([before.pools, false])
  const all = await of(weth)
  const count = all.pools?.length ?? 0
  expect(all.truncated).toBe(false)
  expect(await of(weth, { first: count })).toMatchObject({ truncated: false })
  expect(await of(weth, { first: count - 1 })).toMatchObject({ truncated: true })
  expect(await answerOf({ operation: 'GetToken', token: weth })).toMatchObject({ truncated: false })
})

it('GetTokenDayData: the trading of its pools together', async () => {
  const { weth, wethPool } = net.world.contracts
  const { days = [], pools = [] } = await answerOf({ operation: 'GetTokenDayData', token: weth })
  expect(pools.map(({ pool }) => pool)).toContain(wethPool)
  expect(days.reduce((sum, { swaps }) => sum + swaps, 0)).toBe((await swapsOf(wethPool)).length)
})

it('refuses what it is not about, what is no pool, and too much', async () => {
  const { usdc, v3Pool, gaugeVoting } = net.world.contracts
  for (const [body, status, error] of [
    [{ operation: 'GetPoolSwaps' }, 400, /^invalid_request: pool: is required for GetPoolSwaps/],
    [{ operation: 'GetToken' }, 400, /^invalid_request: token: is required/],
    [{ operation: 'GetPoolSwaps', pool: v3Pool, first: 101 }, 400, /^invalid_request: first: ./],
    [{ operation: 'GetPoolSwaps', pool: usdc }, 404, /^not_a_pool: /],
    [{ operation: 'GetToken', token: gaugeVoting }, 400, /^invalid_request: token: ./],
  ] as const)
    expect(await query(body)).toMatchObject({ status, json: { error: expect.stringMatching(error) } })
})

it('GetPoolsByToken: a factory that says nothing is no factory, and not a token without pools', async () => {
  const { CHAIN_CONFIG = '' } = net.variables
  const { weth, usdc, dexFactory } = net.world.contracts
  await net.withVariables({ CHAIN_CONFIG: CHAIN_CONFIG.replaceAll(dexFactory, usdc) }, async () => {
    expect(await query({ operation: 'GetPoolsByToken', token: weth })).toMatchObject({
      status: 503,
      code: 'role_not_configured',
    })
  })
})

it('is of one block: a swap that is made between the reads of the pool and of its logs is no part of it', async () => {
  const { v3Pool: pool, usdc, creatorCoin, swapRouter } = net.world.contracts
  const chain = await openChain({ rpcUrl: net.rpcUrl, artifacts: await loadArtifacts() })
  await chain.send('owner', chain.at('WETH9', usdc), 'approve', [swapRouter, 10n ** 6n])
  const poolRead = Promise.withResolvers<void>()
  const swapMined = Promise.withResolvers<void>()
  proxy.mode = {
    holds({ method }) {
      if (method !== 'eth_call') return undefined
      poolRead.resolve()
      return swapMined.promise
    },
  }
  const pending = query({ operation: 'GetPoolSwaps', pool, first: 1 })
  // The node has read the pool, and its answer waits for the swap: in a race anvil gives the state of a block under the number before.
  await poolRead.promise
  const { blockNumber } = await chain.send('owner', chain.at('SwapRouter', swapRouter), 'exactInputSingle', [
    {
      tokenIn: usdc,
      tokenOut: creatorCoin,
      fee: 3000,
      recipient: roleOf(net, 'owner'),
      amountIn: 10n ** 6n,
      amountOutMinimum: 0n,
      sqrtPriceLimitX96: 0n,
    },
  ])
  swapMined.resolve()
  const { asOf, swaps = [], pool: known } = z.parse(envelope(DexQueryAnswer), (await pending).json).data
  expect(Number(asOf.blockNumber)).toBeLessThan(Number(blockNumber))
  expect(Number(swaps[0]?.blockNumber)).toBeLessThanOrEqual(Number(asOf.blockNumber))
  expect(known?.sqrtPriceX96).toBe(swaps[0]?.sqrtPriceX96)
})

it('is an outage while the node is dead, and says so where the node’s logs have no time', async () => {
  const body = { operation: 'GetPoolHourData', pool: net.world.contracts.v3Pool }
  proxy.mode = 'drop'
  expect(await query(body)).toMatchObject({ status: 502, code: 'upstream_failed' })
  proxy.reset()
  const logs = (await swapsOf(net.world.contracts.v3Pool)).slice(0, 1).map((log) => ({
    address: log.address,
    topics: log.topics,
    data: log.data,
    blockNumber: `0x${log.blockNumber.toString(16)}`,
    logIndex: '0x0',
    blockHash: log.blockHash,
    transactionHash: log.transactionHash,
  }))
  proxy.mode = { replies: ({ method }) => (method === 'eth_getLogs' ? { result: logs } : undefined) }
  await expect.poll(async () => (await query(body)).code).toBe('history_unavailable')
})

import { formatEther, keccak256, solidityPacked, ZeroAddress as zeroAddress } from 'ethers'
import { beforeEach, describe, expect, test } from 'vitest'
import { readerAt, type Read } from '../vault/readerAt.ts'
import { startStrategyNet, type Strategy } from './startStrategyNet.ts'
import { useNet } from '../support/useNet.ts'

const net = useNet(() => startStrategyNet())
beforeEach(() => net.proxy.reset())

const number = (value: unknown) => (value === null ? null : Number(value))
const uint = (name: string) => `${name}() view returns (uint256)`
const addr = (name: string) => `${name}() view returns (address)`
const int24 = (name: string) => `${name}() view returns (int24)`
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

/** Every value of the answer, but derived prices, read one by one at the answer's block. */
async function expectTrue(answer: Strategy, generation: 'current' | 'first'): Promise<void> {
  const read = readerAt(net.rpcUrl, answer.asOf.blockNumber)
  const { strategy } = answer
  const own = (signature: string) => read(strategy, signature)
  const [coin, usdc] = [text(await own(addr('asset'))), text(await own(addr('USDC')))]
  const lpVault = text(await own(addr(generation === 'first' ? 'lpVault' : 'charmVault')))
  const balance = (token: string | null) => read(token, 'balanceOf(address) view returns (uint256)', [strategy])
  const decimals = async (token: string | null) => number(await read(token, 'decimals() view returns (uint8)'))
  const swapPool = text(await own(addr('swapPool')))
  const vault = text(await own(addr('vault')))
  const booked = (signature: string) => read(vault, signature, [strategy])
  const oracle = text(await own(addr('assetOracle')))
  const [price, priceTime] = list(await read(oracle, 'getAssetPrice() view returns (int256, uint256)'))
  expect(answer).toMatchObject({
    chainId: net.world.chainId,
    owner: await own(addr('owner')),
    vault,
    asset: coin,
    isActive: await own('isActive() view returns (bool)'),
    activeFlag: await own('active() view returns (bool)'),
    isValuationReady: await own('isValuationReady() view returns (bool)'),
    tokens: { creator: coin, creatorDecimals: await decimals(coin), usdc, usdcDecimals: await decimals(usdc) },
    routers: {
      dexRouter: await own(addr('UNISWAP_ROUTER')),
      dexFactory: (await own(addr('dexFactory'))) ?? (await read(swapPool, addr('factory'))),
      autoFeeTier: await own('autoFeeTier() view returns (bool)'),
    },
    params: {
      maxSwapPercent: await own(uint('maxSwapPercent')),
      swapSlippageBps: await own(uint('swapSlippageBps')),
      depositSlippageBps: await own(uint('depositSlippageBps')),
      swapPoolFee: await own('swapPoolFee() view returns (uint24)'),
      swapPool,
      lpVault,
    },
    oracle: { address: oracle, priceTimestamp: priceTime },
    totals: {
      totalAssetsCreatorWei: await own(uint('getTotalAssets')),
      idleCreatorWei: await balance(coin),
      idleUsdc: await balance(usdc),
    },
  })
  expect(Number(answer.oracle.priceUsd)).toBe(Number(price) / 1e18)
  const weight = await booked('strategyWeights(address) view returns (uint256)')
  const totalWeight = Number(await read(vault, uint('totalStrategyWeight')))
  expect(answer.allocation).toEqual({
    weight,
    weightBps: Math.floor((Number(weight) * 10_000) / totalWeight),
    debt: await booked('strategyDebt(address) view returns (uint256)'),
    maxAssets: await booked('strategyMaxAssets(address) view returns (uint256)'),
    activeInVault: await booked('activeStrategies(address) view returns (bool)'),
    impaired: await booked('strategyImpaired(address) view returns (bool)'),
  })
  const [inRange, currentTick, lower, upper] = list(
    await own('isCharmInRange() view returns (bool, int24, int24, int24)'),
  )
  expect(answer.inRange).toMatchObject({
    inRange,
    currentTick: number(currentTick),
    lower: number(lower),
    upper: number(upper),
  })
  await expectLpVault(answer, read, String(lpVault))
}

async function expectLpVault({ strategy, lpVault: answer, position }: Strategy, read: Read, lpVault: string) {
  const of = (signature: string) => read(lpVault, signature)
  const [pool, token0, token1] = [await of(addr('pool')), await of(addr('token0')), await of(addr('token1'))]
  const [total0, total1] = list(await of('getTotalAmounts() view returns (uint256, uint256)')).map(String)
  const supply = String(await of(uint('totalSupply')))
  const shares = String(await read(lpVault, 'balanceOf(address) view returns (uint256)', [strategy]))
  const decimals = async (token: unknown) => number(await read(String(token), 'decimals() view returns (uint8)'))
  expect(answer).toEqual({
    address: lpVault,
    recognized: true,
    pool,
    poolFee: '3000',
    token0,
    token0Decimals: await decimals(token0),
    token1,
    token1Decimals: await decimals(token1),
    baseLower: number(await of(int24('baseLower'))),
    baseUpper: number(await of(int24('baseUpper'))),
    limitLower: number(await of(int24('limitLower'))),
    limitUpper: number(await of(int24('limitUpper'))),
    fullLower: number(await of(int24('fullLower'))),
    fullUpper: number(await of(int24('fullUpper'))),
    total0,
    total1,
    totalSupply: supply,
    maxTotalSupply: await of(uint('maxTotalSupply')),
    strategyShares: shares,
    manager: await of(addr('manager')),
    pendingManager: await of(addr('pendingManager')),
    rebalanceDelegate: await of(addr('rebalanceDelegate')),
    lastRebalance: await of(uint('lastTimestamp')),
    rebalancePeriod: await of('period() view returns (uint32)'),
  })
  const part = (total = '0') => String((BigInt(total) * BigInt(shares)) / BigInt(supply))
  expect(position).toEqual({
    amount0: part(total0),
    amount1: part(total1),
    shareBps: Number((BigInt(shares) * 10_000n) / BigInt(supply)),
  })
}

const text = (value: unknown) => (value === null ? null : String(value))

describe('getLpStrategy', () => {
  test('answers what the chain holds at its block, in one upstream request', async () => {
    const { lpStrategy } = net.world.contracts
    const answer = await net.read(lpStrategy)
    expect(net.readsOf(lpStrategy)).toBe(1)
    expect(answer.asOf).toMatchObject({ chainId: net.world.chainId, source: 'rpc' })
    await expectTrue(answer, 'current')
  })

  test('answers the loan with interest up to its block', async () => {
    const { lpStrategy, lendpool, lendpoolInfo, creatorCoin, usdc } = net.world.contracts
    const { lendpool: loan, asOf } = await net.read(lpStrategy)
    const read = readerAt(net.rpcUrl, asOf.blockNumber)
    const position = 'getAjnaPosition() view returns (bool, bool, uint256, uint256, uint256)'
    const [, , debt, collateral, ratio] = list(await read(lpStrategy, position))
    const borrower = 'borrowerInfo(address, address) view returns (uint256, uint256, uint256, uint256)'
    const [debtWad, collateralWad, , threshold] = list(await read(lendpoolInfo, borrower, [lendpool, lpStrategy]))
    const lup = String(await read(lendpoolInfo, 'lup(address) view returns (uint256)', [lendpool]))
    expect(loan).toEqual({
      pool: lendpool,
      quoteToken: creatorCoin,
      collateralToken: usdc,
      borrowEnabled: true,
      maxDebt: await read(lpStrategy, uint('ajnaMaxDebt')),
      minCollateralRatioBps: '12500',
      readable: true,
      debt,
      collateral,
      collateralRatioBps: ratio,
      thresholdPrice: formatEther(BigInt(String(threshold))),
      thresholdPriceWad: threshold,
      lup: formatEther(BigInt(lup)),
      lupWad: lup,
      lupIndex: '3372',
    })
    expect(debt).toBe(debtWad)
    expect(`${collateral}${'0'.repeat(12)}`).toBe(collateralWad)
    expect(collateral).toBe('1200000000')
  })

  test('the position is the strategy’s part of what liquidity and ticks make', async () => {
    const { lpVault, position, inRange, asOf } = await net.read(net.world.contracts.lpStrategy)
    const read = readerAt(net.rpcUrl, asOf.blockNumber)
    const root = (tick: number | null) => 1.0001 ** (Number(tick) / 2)
    const price = Number(inRange.sqrtPriceX96) / 2 ** 96
    const balance = (token: string | null) =>
      read(token, 'balanceOf(address) view returns (uint256)', [lpVault?.address])
    let [amount0, amount1] = [
      Number(await balance(lpVault?.token0 ?? null)),
      Number(await balance(lpVault?.token1 ?? null)),
    ]
    for (const side of ['base', 'limit', 'full'] as const) {
      const [lower, upper] = [lpVault?.[`${side}Lower`] ?? null, lpVault?.[`${side}Upper`] ?? null]
      const key = keccak256(solidityPacked(['address', 'int24', 'int24'], [lpVault?.address, lower, upper]))
      const [liquidity, , , owed0, owed1] = list(
        await read(
          lpVault?.pool ?? null,
          'positions(bytes32) view returns (uint128, uint256, uint256, uint128, uint128)',
          [key],
        ),
      ).map(Number)
      const inside = Math.min(Math.max(price, root(lower)), root(upper))
      // Uniswap v3 whitepaper, formulas 6.29 and 6.30.
      amount0 += Number(liquidity) * (1 / inside - 1 / root(upper)) + Number(owed0)
      amount1 += Number(liquidity) * (inside - root(lower)) + Number(owed1)
    }
    const part = Number(lpVault?.strategyShares) / Number(lpVault?.totalSupply)
    expect(Number(position?.amount0) / (amount0 * part)).toBeCloseTo(1, 9)
    expect(Number(position?.amount1) / (amount1 * part)).toBeCloseTo(1, 9)
  })

  test('prices are dollars for one coin, from the root price and from the ticks', async () => {
    const { inRange } = await net.read(net.world.contracts.lpStrategy)
    // The world's coin (18 decimals) is token0 and USDC (6) token1: 10^12 of the pool's price.
    const spot = (BigInt(inRange.sqrtPriceX96 ?? 0) ** 2n * 10n ** 36n) >> 192n
    expect(Number(inRange.priceUsdc) / (Number(spot) / 1e24)).toBeCloseTo(1, 9)
    for (const [price, tick] of [
      [inRange.lowerPriceUsdc, inRange.lower],
      [inRange.upperPriceUsdc, inRange.upper],
    ])
      expect(Number(price) / (1.0001 ** Number(tick) * 1e12)).toBeCloseTo(1, 9)
  })

  test('the first generation is recognized by its own names, and cannot borrow', async () => {
    const { lpVault, v3Pool, dexFactory, lendpoolFactory } = net.world.contracts
    const strategy = await net.deployStrategy('FirstLpStrategy')
    await net.send(strategy, 'setLpVault', [lpVault])
    await net.send(strategy, 'setSwapPool', [v3Pool])
    expect((await net.read(strategy.address)).routers.dexFactory).toBe(dexFactory)
    await net.send(strategy, 'setDexFactory', [lendpoolFactory])
    const answer = await net.read(strategy.address)
    expect(answer.routers).toMatchObject({ dexFactory: lendpoolFactory, autoFeeTier: true })
    expect(answer.lendpool).toBeNull()
    expect(answer.position).toEqual({ amount0: '0', amount1: '0', shareBps: 0 })
    await expectTrue(answer, 'first')
  })

  test('a strategy whose vault does not know it is worth nothing to it, and one without a vault has no allocation', async () => {
    const strategy = await net.deployStrategy('LpStrategy')
    expect((await net.read(strategy.address)).allocation).toMatchObject({
      weight: '0',
      weightBps: 0,
      debt: '0',
      activeInVault: false,
    })
    const { creatorCoin, usdc, swapRouter, oracle } = net.world.contracts
    const owner = net.world.accounts[0]?.address
    const args = [zeroAddress, creatorCoin, owner, usdc, swapRouter, oracle]
    const alone = await net.chain.deploy('LpStrategy', args)
    expect(await net.read(alone.address)).toMatchObject({ vault: null, allocation: null, asset: creatorCoin })
  })
})

describe('getLpStrategy of an address that is not a liquidity strategy', () => {
  test.each([
    ['an account without code', () => net.world.accounts[1]?.address, 'not_a_contract'],
    ['a precompiled contract', () => '0x0000000000000000000000000000000000000004', 'not_a_contract'],
    ['a token', () => net.world.contracts.usdc, 'not_a_strategy'],
    ['a vault', () => net.world.contracts.vault, 'not_a_strategy'],
    ['a lending strategy', () => net.world.contracts.lendpoolStrategy, 'not_a_strategy'],
    ['an LP vault', () => net.world.contracts.lpVault, 'not_a_strategy'],
  ])('%s is 404', async (_, address, code) => {
    const response = await net.ask(String(address()))
    expect([response.status, response.headers.get('x-error-code')]).toEqual([404, code])
    expect(response.headers.get('cache-control')).toBe('no-store')
  })

  test('a malformed or wrongly checksummed address is 400 without asking a node', async () => {
    const { lpStrategy } = net.world.contracts
    const wrong = lpStrategy.replace(/[a-f]/, (letter) => letter.toUpperCase())
    for (const [address, code] of [
      ['0x12', 'invalid_request'],
      [wrong, 'invalid_address'],
    ] as const) {
      const response = await net.ask(address)
      expect([response.status, response.headers.get('x-error-code')]).toEqual([400, code])
    }
    expect(net.readsOf(lpStrategy)).toBe(0)
  })
})

describe('a node that refuses the lens', () => {
  // Last: the Worker leaves the lens alone for a while afterwards.
  test('gets the same answer read in rounds', async () => {
    const { lpStrategy } = net.world.contracts
    const { asOf: _, ...throughLens } = await net.read(lpStrategy)
    net.proxy.mode = { refuse: ({ method, params }) => method === 'eth_call' && !Object(params[0]).to }
    const { asOf: __, ...inRounds } = await net.read(lpStrategy)
    expect(net.readsOf(lpStrategy)).toBeGreaterThan(2)
    const sameLoan = { ...inRounds.lendpool, ...debtOf(throughLens) }
    const totals = { ...inRounds.totals, totalAssetsCreatorWei: throughLens.totals.totalAssetsCreatorWei }
    expect({ ...inRounds, totals, lendpool: sameLoan }).toEqual(throughLens)
  })

  /** Values that grow every second. */
  const debtOf = ({ lendpool }: Pick<Strategy, 'lendpool'>) => ({
    debt: lendpool?.debt,
    collateralRatioBps: lendpool?.collateralRatioBps,
    thresholdPrice: lendpool?.thresholdPrice,
    thresholdPriceWad: lendpool?.thresholdPriceWad,
  })
})

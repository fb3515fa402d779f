import { beforeEach, describe, expect, test } from 'vitest'
import { readerAt } from '../vault/readerAt.ts'
import { startStrategyNet, type Market, type Strategy } from './startStrategyNet.ts'
import { useNet } from '../support/useNet.ts'

const net = useNet(() => startStrategyNet())
beforeEach(() => net.proxy.reset())

/** A current strategy in a market, with a hundredth of the LP vault. */
async function strategyIn({ coin, lpVault }: Market) {
  const strategy = await net.deployStrategy('LpStrategy', { coin: coin.address })
  await net.send(strategy, 'setCharmVault', [lpVault.address])
  const supply = BigInt(String(await net.chain.read(lpVault, 'totalSupply')))
  await net.send(lpVault, 'transfer', [strategy.address, supply / 100n])
  return strategy
}

/** The square root of 1.0001^tick times 2^96, a little above, so that a pool at it is at that tick. */
function rootAt(tick: number): bigint {
  const step = (10_001n << 512n) / 10_000n
  let power = 1n << 512n
  for (let i = 0; i < Math.abs(tick); i++) power = (power * step) >> 512n
  const ratio = tick < 0 ? (1n << 1024n) / power : power
  return squareRoot(ratio >> 320n) + 2n
}

function squareRoot(value: bigint): bigint {
  let root = 1n << BigInt((value.toString(2).length + 1) >> 1)
  for (;;) {
    const next = (root + value / root) >> 1n
    if (next >= root) return root
    root = next
  }
}

const within = (decimal: string | null, expected: number) => expect(Number(decimal) / expected).toBeCloseTo(1, 6)

/** Range by the strategy itself, at the block of the answer. */
async function ownRange({ strategy, asOf }: Strategy) {
  const signature = 'isCharmInRange() view returns (bool, int24, int24, int24)'
  const own = await readerAt(net.rpcUrl, asOf.blockNumber)(strategy, signature)
  const [inRange, ...ticks] = Array.isArray(own) ? own : []
  const [currentTick, lower, upper] = ticks.map(Number)
  return { inRange, currentTick, lower, upper }
}

describe('prices, whichever token comes first', () => {
  // A coin of 18 decimals at 0.02 USD is 2e-14 USDC base units for one of its own: tick -315 447 of a pool that it leads.
  const cheap = { coin: 50_000n * 10n ** 18n, usdc: 1000n * 10n ** 6n }
  // The tick of a pool that USDC leads is negative only where a coin is dearer than 1e12 USD.
  const dear = { coin: 10n ** 10n, usdc: 10n ** 13n }

  test.each([
    ['a coin that is token0, at a negative tick', 'token0', cheap, -315_447, 0.02],
    ['a coin that is token1, at a positive tick', 'token1', cheap, 315_446, 0.02],
    ['a coin that is token1, at a negative tick', 'token1', dear, -69_082, 1e15],
    ['a coin that is token0, at a positive tick', 'token0', dear, 69_081, 1e15],
  ] as const)('%s', async (_, order, amounts, tick, price) => {
    const market = await net.openMarket(order, amounts)
    const answer = await net.read((await strategyIn(market)).address)
    const { inRange: range, lpVault } = answer
    expect(range.currentTick).toBe(tick)
    expect(range).toMatchObject({ ...(await ownRange(answer)), inRange: true })
    // The base position reaches 3600 ticks beyond the spacing of 60 around the price.
    const floor = Math.floor(tick / 60) * 60
    expect([range.lower, range.upper]).toEqual([floor - 3600, floor + 3660])
    within(range.priceUsdc, price)
    const [below, above] = [1.0001 ** (tick - Number(range.lower)), 1.0001 ** (Number(range.upper) - tick)]
    const [down, up] = order === 'token0' ? [below, above] : [above, below]
    expect(Number(range.lowerPriceUsdc) / (price / down)).toBeCloseTo(1, 3)
    expect(Number(range.upperPriceUsdc) / (price * up)).toBeCloseTo(1, 3)
    expect(lpVault?.[order]).toBe(market.coin.address)
    const [total0, total1] = [BigInt(lpVault?.total0 ?? 0), BigInt(lpVault?.total1 ?? 0)]
    expect(answer.position).toMatchObject({ shareBps: expect.toBeOneOf([99, 100]) })
    expect(Number(answer.position?.amount0) / Number(total0)).toBeCloseTo(0.01, 4)
    expect(Number(answer.position?.amount1) / Number(total1)).toBeCloseTo(0.01, 4)
  })
})

describe('the base position', () => {
  test('holds its lowest tick and not its highest, and one token alone beyond either', async () => {
    const market = await net.openMarket('token0', { coin: 50_000n * 10n ** 18n, usdc: 1000n * 10n ** 6n })
    const { address } = await strategyIn(market)
    const { lower, upper } = (await net.read(address)).inRange
    const at = async (tick: number) => {
      await net.moveTo(market, rootAt(tick))
      const answer = await net.read(address)
      expect(answer.inRange).toMatchObject({ ...(await ownRange(answer)), currentTick: tick })
      return answer
    }
    expect((await at(Number(upper))).inRange.inRange).toBe(false)
    expect((await at(Number(upper) - 1)).inRange.inRange).toBe(true)
    const below = await at(Number(lower) - 1)
    expect(below.inRange.inRange).toBe(false)
    expect((await at(Number(lower))).inRange.inRange).toBe(true)
    // Under the range the base position is coins only; dollars are left in the full range alone.
    const full = Number(below.lpVault?.total1)
    expect(full).toBeLessThan(30 * 10 ** 6)
  })
})

describe('an LP vault that is not there, empty, or broken', () => {
  const brokenCodes = {
    'burns all gas': '0x5b600056',
    reverts: '0x60006000fd',
    'answers nothing': '0x00',
    'answers ones': '0x5f1960005260206000f3',
  } as const

  test('none is null, not zeros, and the swap pool names the dex factory', async () => {
    const { v3Pool, dexFactory } = net.world.contracts
    const strategy = await net.deployStrategy('LpStrategy')
    const answer = await net.read(strategy.address)
    expect(answer).toMatchObject({
      params: { lpVault: null, swapPool: null },
      routers: { dexFactory: null },
      lpVault: null,
      position: null,
    })
    expect(Object.values(answer.inRange)).toEqual(Array.from({ length: 8 }, () => null))
    await net.send(strategy, 'setSwapPool', [v3Pool])
    expect((await net.read(strategy.address)).routers.dexFactory).toBe(dexFactory)
  })

  test('one without a share holds nothing, and its range is empty', async () => {
    const { lpVaultFactory, v3Pool } = net.world.contracts
    const factory = net.chain.at('LpVaultFactory', lpVaultFactory)
    const count = await net.chain.read(factory, 'numVaults')
    await net.send(factory, 'createVault', [v3Pool, net.world.accounts[0]?.address, 60, 60, 'Empty', 'EMPTY'])
    const strategy = await net.deployStrategy('LpStrategy')
    await net.send(strategy, 'setCharmVault', [await net.chain.read(factory, 'vaults', [count])])
    const answer = await net.read(strategy.address)
    expect(answer.lpVault).toMatchObject({ recognized: true, totalSupply: '0', total0: '0', total1: '0' })
    expect(answer.position).toEqual({ amount0: '0', amount1: '0', shareBps: null })
    expect(answer.inRange).toMatchObject({
      inRange: false,
      lower: 0,
      upper: 0,
      lowerPriceUsdc: null,
      upperPriceUsdc: null,
    })
    expect(Number(answer.inRange.priceUsdc)).toBeGreaterThan(0)
  })

  test('one that no factory made is not recognized', async () => {
    const { v3Pool } = net.world.contracts
    const args = [v3Pool, net.world.accounts[0]?.address, 60, 60, 'Stray', 'STRAY']
    const stray = await net.chain.deploy('LpVault', args)
    const strategy = await net.deployStrategy('LpStrategy')
    await net.send(strategy, 'setCharmVault', [stray.address])
    expect((await net.read(strategy.address)).lpVault).toMatchObject({ address: stray.address, recognized: false })
  })

  test.each(['burns all gas', 'reverts', 'answers nothing', 'answers ones'] as const)(
    'one that %s leaves the rest as it is, still in one upstream request',
    async (mood) => {
      const market = await net.openMarket('token0', { coin: 10n ** 22n, usdc: 10n ** 9n })
      const strategy = await strategyIn(market)
      await net.chain.setCode(market.lpVault.address, brokenCodes[mood])
      net.proxy.reset()
      const answer = await net.read(strategy.address)
      expect(net.readsOf(strategy.address)).toBe(1)
      expect(answer).toMatchObject({
        asset: market.coin.address,
        isActive: true,
        totals: { idleCreatorWei: '0', idleUsdc: '0' },
        inRange: { inRange: null, currentTick: null, priceUsdc: null },
        lpVault: { address: market.lpVault.address, recognized: true, pool: null, total0: null },
        position: { amount0: null, amount1: null },
        allocation: { weight: '0', activeInVault: false },
      })
    },
  )
})

describe('a price or a loan that is not known', () => {
  test('without a fresh price the strategy is not ready, and there is no price', async () => {
    const strategy = await net.deployStrategy('LpStrategy', { oracle: net.world.contracts.oracle2 })
    expect(await net.read(strategy.address)).toMatchObject({
      isValuationReady: false,
      oracle: { address: net.world.contracts.oracle2, priceUsd: null, priceTimestamp: null },
    })
  })

  test('a strategy without a lending pool has a loan of nothing known', async () => {
    const strategy = await net.deployStrategy('LpStrategy')
    expect((await net.read(strategy.address)).lendpool).toMatchObject({
      pool: null,
      borrowEnabled: false,
      maxDebt: '0',
      minCollateralRatioBps: '12500',
      readable: null,
      debt: null,
      collateral: null,
      collateralRatioBps: null,
      lup: null,
    })
  })

  test('a pool without a debt of the strategy has no ratio and no threshold', async () => {
    const { lendpool } = net.world.contracts
    const strategy = await net.deployStrategy('LpStrategy')
    await net.send(strategy, 'setAjnaPool', [lendpool])
    expect((await net.read(strategy.address)).lendpool).toMatchObject({
      pool: lendpool,
      readable: true,
      debt: '0',
      collateral: '0',
      collateralRatioBps: null,
      thresholdPrice: null,
      lupIndex: '3372',
    })
  })

  test('a pool that does not answer leaves the debt unknown, not zero', async () => {
    const { usdc, creatorCoin } = net.world.contracts
    const pool = await net.chain.deploy('LendingPool', [usdc, creatorCoin, 5n * 10n ** 16n])
    const strategy = await net.deployStrategy('LpStrategy')
    await net.send(strategy, 'setAjnaPool', [pool.address])
    await net.chain.setCode(pool.address, '0x60006000fd')
    expect(await net.read(strategy.address)).toMatchObject({
      isValuationReady: false,
      lendpool: {
        pool: pool.address,
        readable: false,
        debt: null,
        collateral: null,
        collateralRatioBps: null,
        lup: null,
      },
    })
  })
})

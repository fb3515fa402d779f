import { beforeEach, describe, expect, test } from 'vitest'
import { readerAt, type Read } from './readerAt.ts'
import { startVaultNet, type Strategies, type VaultNet } from './startVaultNet.ts'
import { useNet } from '../support/useNet.ts'

const net = useNet(() => startVaultNet())
beforeEach(() => net.proxy.reset())

/** A vault of 64 strategies of all kinds. */
let full: ReturnType<VaultNet['deployVault']> | undefined
const fullVault = () => (full ??= net.deployVault({ strategies: 64 }))

const text = (value: unknown) => (value === null ? null : String(value))

/** Every value of the answer, read one by one at the answer's block. */
async function expectTrue(answer: Strategies): Promise<void> {
  const { vault } = answer
  const read = readerAt(net.rpcUrl, answer.asOf.blockNumber)
  const total = text(await read(vault, 'totalStrategyWeight() view returns (uint256)'))
  expect(answer.asset).toBe(await read(vault, 'asset() view returns (address)'))
  expect(answer.assetDecimals).toBe(Number(await read(answer.asset, 'decimals() view returns (uint8)')))
  expect(answer.strategyCount).toBe(await read(vault, 'strategyCount() view returns (uint256)'))
  expect(answer.totalStrategyWeight).toBe(total)
  for (const [i, strategy] of answer.strategies.entries()) {
    expect(strategy.address).toBe(await read(vault, 'strategyList(uint256) view returns (address)', [i]))
    expect(strategy).toEqual(await strategyOf(read, vault, strategy.address, Number(total)))
  }
}

async function strategyOf(read: Read, vault: string, address: string | null, total: number) {
  const own = (signature: string) => read(address, signature)
  const booked = (signature: string) => read(vault, signature, [address])
  const weight = text(await booked('strategyWeights(address) view returns (uint256)'))
  const innerVault = text(await own('ERC4626_VAULT() view returns (address)'))
  const pool = text(await read(innerVault, 'AJNA_POOL() view returns (address)'))
  const auth = text(await read(innerVault, 'AUTH() view returns (address)'))
  const lpVault = await own('charmVault() view returns (address)')
  const bridgeAdapter = await own('bridgeAdapter() view returns (address)')
  return {
    address,
    kind: pool ? 'lendpool' : lpVault ? 'lpstrat' : bridgeAdapter ? 'svm' : 'unknown',
    owner: await own('owner() view returns (address)'),
    asset: await own('asset() view returns (address)'),
    isActive: await own('isActive() view returns (bool)'),
    activeInVault: await booked('activeStrategies(address) view returns (bool)'),
    impaired: await booked('strategyImpaired(address) view returns (bool)'),
    isValuationReady: await own('isValuationReady() view returns (bool)'),
    weight,
    weightBps: Math.floor((Number(weight) * 10_000) / total),
    debt: await booked('strategyDebt(address) view returns (uint256)'),
    maxAssets: await booked('strategyMaxAssets(address) view returns (uint256)'),
    totalAssets: await own('getTotalAssets() view returns (uint256)'),
    realizableAssets: await own('getRealizableAssets() view returns (uint256)'),
    lendpool: !pool
      ? null
      : {
          pool,
          collateralToken: await read(pool, 'collateralAddress() view returns (address)'),
          idleBufferBps: await own('idleBufferBps() view returns (uint256)'),
          innerVault,
          auth,
          authAdmin: await read(auth, 'admin() view returns (address)'),
          bufferRatioBps: await read(auth, 'bufferRatio() view returns (uint256)'),
          minBucketIndex: await read(auth, 'minBucketIndex() view returns (uint256)'),
          minBucketPrice: expect.stringMatching(/^\d+\.\d{1,18}$/),
          paused: await read(auth, 'paused() view returns (bool)'),
        },
    lpstrat: !lpVault
      ? null
      : {
          lpVault,
          swapPool: await own('swapPool() view returns (address)'),
          swapPoolFee: await own('swapPoolFee() view returns (uint24)'),
          swapSlippageBps: await own('swapSlippageBps() view returns (uint256)'),
          depositSlippageBps: await own('depositSlippageBps() view returns (uint256)'),
          maxSwapPercent: await own('maxSwapPercent() view returns (uint256)'),
          autoFeeTier: null,
        },
    svm: !bridgeAdapter
      ? null
      : { bridgeAdapter, bridge: null, destination: await own('solanaDestination() view returns (bytes32)') },
  }
}

describe('getVaultStrategies', () => {
  test('answers what the chain holds at its block, in one upstream request', async () => {
    const answer = await net.strategies(net.world.contracts.vault)
    expect(net.readsOf(answer.vault)).toBe(1)
    expect(answer.strategies.map(({ kind }) => kind)).toEqual(['lendpool', 'lpstrat'])
    expect(answer.strategies.map(({ weightBps }) => weightBps)).toEqual([6000, 4000])
    await expectTrue(answer)
  })

  test('answers 64 strategies of all kinds, including the contracts behind each, in one upstream request', async () => {
    const { vault, strategies } = await fullVault()
    net.proxy.reset()
    const answer = await net.strategies(vault)
    expect(net.readsOf(vault)).toBe(1)
    expect(answer.strategies.map(({ address, kind }) => ({ address, kind }))).toEqual(strategies)
    await expectTrue({ ...answer, strategies: answer.strategies.slice(0, 8) })
    expect(answer.strategies.at(-1)?.weight).toBe('163')
  })

  test('a vault without strategies has an empty list', async () => {
    const answer = await net.strategies(net.world.contracts.vault2)
    expect(answer).toMatchObject({ strategyCount: '0', totalStrategyWeight: '0', strategies: [], prelaunch: true })
  })

  test('of more than 64 the first 64 are listed, and their number is given', async () => {
    const none = `0x${'0'.repeat(40)}`
    const { address } = await net.chain.deploy('BareVault', [net.world.contracts.creatorCoin, none, 100n])
    const answer = await net.strategies(address)
    expect([answer.strategyCount, answer.strategies.length]).toEqual(['100', 64])
  })

  test('a liquidity strategy whose LP vault is not set yet has none, and is one all the same', async () => {
    const { vault } = await net.deployVault({ strategies: 0 })
    const { creatorCoin, usdc, swapRouter, oracle } = net.world.contracts
    const owner = net.world.accounts[0]?.address
    const strategy = await net.chain.deploy('LpStrategy', [vault, creatorCoin, owner, usdc, swapRouter, oracle])
    await net.send(net.chain.at('CreatorVault', vault), 'addStrategy', [strategy.address, 5])
    const [only] = (await net.strategies(vault)).strategies
    expect(only).toMatchObject({
      address: strategy.address,
      kind: 'lpstrat',
      lpstrat: { lpVault: null, swapPool: null, maxSwapPercent: '5' },
      weightBps: 10_000,
      isActive: true,
    })
  })

  test('a liquidity strategy of the first generation is one too, under its own names', async () => {
    const { vault } = await net.deployVault({ strategies: 0 })
    const { creatorCoin, usdc, swapRouter, oracle, lpVault } = net.world.contracts
    const owner = net.world.accounts[0]?.address
    const strategy = await net.chain.deploy('FirstLpStrategy', [vault, creatorCoin, owner, usdc, swapRouter, oracle])
    await net.send(strategy, 'setLpVault', [lpVault])
    await net.send(net.chain.at('CreatorVault', vault), 'addStrategy', [strategy.address, 5])
    const [only] = (await net.strategies(vault)).strategies
    expect(only).toMatchObject({ kind: 'lpstrat', lpstrat: { lpVault, autoFeeTier: true, swapPool: null } })
  })

  test('switches, bounds and impairment of a strategy are answered', async () => {
    const { vault, strategies } = await net.deployVault({ strategies: 3, kinds: ['unknown'] })
    const book = net.chain.at('CreatorVault', vault)
    const [off, bounded, impaired] = strategies.map(({ address }) => address)
    await net.send(net.chain.at('IdleStrategy', off ?? '0x'), 'setActive', [false])
    await net.send(book, 'setStrategyMaxAssets', [bounded, 7n])
    await net.send(book, 'setStrategyImpaired', [impaired, true])
    const answer = await net.strategies(vault)
    expect(answer.strategies.map(({ isActive }) => isActive)).toEqual([false, true, true])
    expect(answer.strategies.map(({ maxAssets }) => maxAssets)).toEqual(['0', '7', '0'])
    expect(answer.strategies.map(({ impaired: is }) => is)).toEqual([false, false, true])
    await expectTrue(answer)
  })
})

describe('getVaultStrategies of what is not a vault', () => {
  test.each([
    ['an account without code', () => net.world.accounts[1]?.address, 'not_a_contract'],
    ['a precompiled contract', () => '0x0000000000000000000000000000000000000004', 'not_a_contract'],
    ['a token', () => net.world.contracts.usdc, 'not_a_vault'],
    ['an ERC-4626 vault without strategies', () => net.world.contracts.innerVault, 'not_a_vault'],
    ['the zero address', () => '0x0000000000000000000000000000000000000000', 'not_a_contract'],
  ])('%s is 404', async (_, address, code) => {
    for (const what of ['strategies', 'report'] as const) {
      const response = await net.ask(String(address()), what)
      expect(response.status).toBe(404)
      expect(response.headers.get('x-error-code')).toBe(code)
      expect(response.headers.get('cache-control')).toBe('no-store')
    }
  })

  test('a malformed or wrongly checksummed address is 400 without asking a node', async () => {
    // Core's job reads every vault that the registry names; nothing but this request names this address.
    const swapped = `0xaB${'ab'.repeat(19)}`
    for (const [address, code] of [
      ['0x12', 'invalid_request'],
      [swapped, 'invalid_address'],
    ] as const) {
      const response = await net.ask(address, 'strategies')
      expect(response.status, address).toBe(400)
      expect(response.headers.get('x-error-code')).toBe(code)
    }
    expect(net.readsOf(swapped)).toBe(0)
  })
})

describe('getVaultStrategies among strategies that misbehave', () => {
  const moods = {
    fine: 0,
    reverts: 1,
    burnsAllGas: 2,
    answersOnes: 3,
    answersTooMuch: 4,
    answersNothing: 5,
    writes: 6,
  } as const

  /** A contract that jumps to its beginning until its gas is gone. */
  const ENDLESS = '0x5b600056'

  let made: ReturnType<typeof makeVault> | undefined
  async function makeVault() {
    const { vault } = await net.deployVault({ strategies: 0 })
    const book = net.chain.at('CreatorVault', vault)
    const moody = await net.chain.deploy('MoodyStrategy', [net.world.contracts.creatorCoin])
    await net.send(book, 'addStrategy', [moody.address, 10])
    const owner = net.world.accounts[0]?.address
    for (let i = 0; i < 2; i++) {
      const good = await net.chain.deploy('IdleStrategy', [vault, net.world.contracts.creatorCoin, owner])
      await net.send(book, 'addStrategy', [good.address, 10])
    }
    return { vault, moody }
  }

  /** A vault of two strategies that behave, and one that is in a mood. */
  async function moodyVault(mood: keyof typeof moods) {
    const { vault, moody } = await (made ??= makeVault())
    await net.send(moody, 'turn', [moods[mood]])
    net.proxy.reset()
    return { vault, moody: moody.address }
  }

  test.each(['reverts', 'burnsAllGas', 'answersOnes', 'answersTooMuch', 'answersNothing', 'writes'] as const)(
    'one that %s leaves the others as they are, still in one upstream request',
    async (mood) => {
      const { vault, moody } = await moodyVault(mood)
      const {
        strategies: [bad, ...good],
      } = await net.strategies(vault)
      expect(net.readsOf(vault)).toBe(1)
      expect(bad).toMatchObject({ address: moody, weight: '10', weightBps: 3333, debt: '0', activeInVault: true })
      expect(good).toHaveLength(2)
      for (const strategy of good)
        expect(strategy).toMatchObject({ isActive: true, totalAssets: '0', asset: net.world.contracts.creatorCoin })
      if (mood === 'answersTooMuch') return
      expect(bad).toMatchObject({
        owner: null,
        asset: null,
        isActive: null,
        isValuationReady: null,
        lendpool: null,
        lpstrat: null,
      })
      expect(bad?.totalAssets).toBe(mood === 'answersOnes' ? String(2n ** 256n - 1n) : null)
    },
  )

  test('ten that burn all gas do not keep 54 others from being answered', async () => {
    const { vault } = await fullVault()
    const { strategies: before } = await net.strategies(vault)
    const burns = (_: unknown, i: number) => i % 6 === 0 && i < 60
    for (const { address } of before.filter(burns)) await net.chain.setCode(address ?? '0x', ENDLESS)
    net.proxy.reset()
    const { strategies } = await net.strategies(vault)
    expect(net.readsOf(vault)).toBe(1)
    expect(strategies.filter(({ isActive }) => isActive === null)).toEqual(strategies.filter(burns))
    const fine = before.filter((one, i) => !burns(one, i))
    expect(fine).toHaveLength(54)
    expect(strategies.filter((one, i) => !burns(one, i))).toEqual(fine)
  })

  test('a report is made all the same, and warns of the one', async () => {
    const { vault } = await moodyVault('burnsAllGas')
    const report = await net.report(vault)
    expect(net.readsOf(vault)).toBe(1)
    const checks = report.sections.at(-1)?.checks.map(({ id, status }) => `${id} ${status}`)
    expect(checks).toEqual(['strategy-count info', 'strategy-0 warn', 'strategy-1 pass', 'strategy-2 pass'])
    expect(report.context.shareOFTAddress).not.toBeNull()
    expect(report.metrics.coinBalance).not.toBeNull()
  })
})

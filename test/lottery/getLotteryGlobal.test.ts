import { Contract, JsonRpcProvider } from 'ethers'
import { parseUnits } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addressOf } from '../../localnet/world/accounts.ts'
import { deployLane } from '../../localnet/world/deployLane.ts'
import { LotteryGlobal } from '../../schema/lottery/reads.ts'
import { startLotteryNet } from './startLotteryNet.ts'
import { goBack } from '../support/restorePoint.ts'
import { useNet } from '../support/useNet.ts'

let provider: JsonRpcProvider
const net = useNet(() => startLotteryNet())
beforeAll(async () => {
  provider = new JsonRpcProvider(net.rpcUrl, net.world.chainId, { staticNetwork: true, cacheTimeout: -1 })
  await net.indexed()
})
afterAll(() => provider.destroy())
beforeEach(() => net.proxy.reset())

const read = (query = '') => net.data(`/v1/lottery/global${query}`, LotteryGlobal)
/** Reads of the chain that no job of core's makes: they ask the manager. */
const chainReads = () =>
  net.proxy.requests.filter(({ calls }) =>
    calls.some(
      ({ method, params }) =>
        method === 'eth_call' &&
        JSON.stringify(params).toLowerCase().includes(net.world.contracts.lotteryManager.slice(2).toLowerCase()),
    ),
  )

describe('happy', () => {
  test('answers totals and settings as the manager does, in one upstream request', async () => {
    const answer = await read()
    expect(chainReads()).toHaveLength(1)
    const names = [
      'totalLotteryEntries',
      'totalWinners',
      'totalRewardsPaid',
      'totalRemoteLotteryEntries',
      'baseCeilingPPM',
    ]
    const manager = new Contract(
      net.world.contracts.lotteryManager,
      [
        ...names.map((name) => `function ${name}() view returns (uint256)`),
        'function lotteryConfig() view returns (uint256, uint256, bool, uint256, uint256, uint256)',
      ],
      provider,
    )
    const at = { blockTag: Number(answer.asOf.blockNumber) }
    const [entries, winners, rewardsPaid, remoteEntries, ceiling] = await Promise.all(
      names.map(async (name) => String(await manager.getFunction(name).staticCall(at))),
    )
    const config = (await manager.getFunction('lotteryConfig').staticCall(at)).toArray().map(String)
    expect(answer.stats).toEqual({ entries, winners, rewardsPaid, remoteEntries })
    expect(answer.config).toMatchObject({
      minSwapAmountUsd1e6: config[0],
      rewardPercentageBps: config[1],
      isActive: true,
      baseWinChancePPM: config[3],
      maxWinChancePPM: config[4],
      usdMultiplierBps: config[5],
      baseCeilingPPM: ceiling,
      singleVaultJackpotOnly: true,
    })
    expect(answer).toMatchObject({ paused: false, payoutCapUsd: '750', laneCount: '2' })
  })

  test('fields of an earlier contract alone are null, and free entries are on if a relayer is authorised', async () => {
    const { config } = await read()
    const { amoeRouter } = net.world.contracts
    expect(config.minVaultWeightBps).toBeNull()
    expect(config.amoe).toEqual({
      enabled: true,
      relayer: amoeRouter,
      router: amoeRouter,
      signer: null,
      maxEntriesPerBuyerPerEpoch: null,
      epochDurationSeconds: '86400',
    })
  })

  test('counts free and bought entries by the index', async () => {
    const { config, asOf } = await read()
    expect(config.entrySources).toEqual({ trade: '3', amoe: '2', indexedToBlock: asOf.blockNumber })
  })

  test('counts as of the block of the whole answer, also where the index is behind it', async () => {
    const id = await net.node.snapshot()
    await net.relay('voter', '5')
    await net.buy('voter', '1000')
    await net.indexed()
    const { number } = await net.chain.latest()
    // As if the index had stopped before: the node's own logs have the rest.
    await net.d1.prepare('update chains set revision = revision + 1000000').run()
    await net.relay('bidder', '5')
    await net.buy('bidder', '1000')
    const answer = await read(`?minBlock=${Number(number) + 2}`)
    const { entrySources } = answer.config
    expect(entrySources).toMatchObject({ amoe: '4', indexedToBlock: answer.asOf.blockNumber })
    expect(BigInt(entrySources.trade ?? 0) + 4n).toBe(BigInt(answer.stats.entries))
    await net.restore(id)
  })

  test('without the index it is not known how many were free: it says so, and a whole answer stands in', async () => {
    const whole = await read()
    await net.withStaleIndex(async () => {
      expect(await read()).toEqual({ ...whole, asOf: { ...whole.asOf, source: 'stale' } })
      await net.node.mine({ blocks: 1 })
      const { number } = await net.chain.latest()
      const response = await net.get(`/v1/lottery/global?minBlock=${number}`)
      const { config, missing } = LotteryGlobal.parse(JSON.parse(await response.text()).data)
      expect(config.entrySources).toEqual({ trade: null, amoe: null, indexedToBlock: null })
      expect(missing).toEqual({ entrySources: 'index_not_available' })
      expect(response.headers.get('cache-control')).toBe('no-store')
    })
  })

  test('keeps its ETag over blocks in which nothing of it changes', async () => {
    const tags = new Set<string | null>()
    for (let i = 0; i < 2; i++) {
      await net.indexed()
      const response = await net.get('/v1/lottery/creator/' + net.world.contracts.creatorCoin2)
      tags.add(response.headers.get('etag'))
      await net.node.mine({ blocks: 1 })
    }
    expect(tags.size).toBe(1)
  })

  test('64 lanes are one upstream request still, and their jackpots one sum', async () => {
    const id = await net.node.snapshot()
    const registry = net.contract('registry')
    const colours: [string, string] = ['#000', '#fff']
    const third = { description: '', colours, supply: 1n, registry, name: 'Lane 2', symbol: 'L2' }
    const { vault, shareToken, wrapper, oracle, gaugeController } = await deployLane(net.chain, third)
    const behind = [vault, shareToken, wrapper, oracle, gaugeController].map(({ address }) => address)
    // The others share what is behind the third.
    const addLane = async (name: string, symbol: string) => {
      const coin = await net.chain.deploy('CreatorCoin', [name, symbol, '', 1n, addressOf('owner')])
      await net.chain.send('owner', registry, 'registerToken', [coin.address, ...behind, 0])
    }
    for (let i = 3; i < 64; i++) await addLane(`Lane ${i}`, `L${i}`)
    net.proxy.reset()
    const { lanes, jackpotUsd, laneCount, unpricedLanes } = await read('?lanes=64')
    const requests = chainReads()
    expect([lanes.length, laneCount, unpricedLanes]).toEqual([64, '64', 0])
    expect(requests).toHaveLength(1)
    expect(jackpotUsd).toBe(lanes[0]?.usd)
    await addLane('One more', 'MORE')
    const more = await read('?lanes=65')
    expect(more).toMatchObject({ laneCount: '65', lanesTruncated: true, jackpotUsd: null, pricedUsd: lanes[0]?.usd })
    expect(more.lanes).toHaveLength(64)
    await goBack(net.rpcUrl, id)
  })
})

describe('states', () => {
  test('a paused, inactive lottery without a relayer says so', async () => {
    const id = await net.node.snapshot()
    const manager = net.contract('lotteryManager')
    const send = (name: string, args: readonly unknown[]) => net.chain.send('owner', manager, name, args)
    await send('setPaused', [true])
    await send('setLotteryConfig', [[parseUnits('2', 6), 5000n, false, 40n, 20_000n, 10_000n]])
    await send('setAuthorizedAmoeRelayer', [`0x${'0'.repeat(40)}`])
    const answer = await read()
    expect(answer).toMatchObject({
      paused: true,
      // At half the chance a ticket's prize may be twice as high.
      payoutCapUsd: '1500',
      config: { isActive: false, rewardPercentageBps: '5000', amoe: { enabled: false, relayer: null } },
    })
    await goBack(net.rpcUrl, id)
  })

  test('a lane with a reserve and an old price is counted as unpriced, not as worthless: the sum is not known', async () => {
    const id = await net.node.snapshot()
    const code = await net.chain.deploy('Oracle', [addressOf('owner')])
    const bytecode = await provider.getCode(code.address)
    await net.chain.setCode(net.world.contracts.oracle, hex(bytecode))
    await net.node.setStorageAt({ address: net.world.contracts.oracle, index: 1, value: `0x${'0'.repeat(64)}` })
    const answer = await read()
    expect(answer).toMatchObject({ jackpotUsd: null, pricedUsd: '0', unpricedLanes: 1, lanesTruncated: false })
    expect(answer.lanes[0]).toMatchObject({ usd: null, payableUsd: null })
    expect(BigInt(answer.lanes[0]?.shares ?? 0)).toBeGreaterThan(0n)
    await goBack(net.rpcUrl, id)
  })
})

describe('error', () => {
  test('without a router of free entries the length of their epochs is unknown', async () => {
    const contracts = { ...net.world.contracts, amoeRouter: undefined }
    await net.withVariables({ CHAIN_CONFIG: JSON.stringify({ chainId: 31337, contracts }) }, async () => {
      const answer: unknown = await (await net.get('/v1/lottery/global')).json()
      expect(answer).toMatchObject({ data: { config: { amoe: { router: null, epochDurationSeconds: null } } } })
    })
  })
})

const hex = (text: string): `0x${string}` => `0x${text.slice(2)}`

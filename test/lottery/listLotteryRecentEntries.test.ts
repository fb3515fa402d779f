import { Interface, JsonRpcProvider } from 'ethers'
import { parseUnits } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addressOf } from '../../localnet/world/accounts.ts'
import { LotteryEntries } from '../../schema/lottery/events.ts'
import { encodeKeyset } from '../../shared/store/openPage.ts'
import { startLotteryNet } from './startLotteryNet.ts'
import { useNet } from '../support/useNet.ts'

let provider: JsonRpcProvider
const net = useNet(() => startLotteryNet())
beforeAll(async () => {
  provider = new JsonRpcProvider(net.rpcUrl, net.world.chainId, { staticNetwork: true, cacheTimeout: -1 })
  await net.indexed()
})
afterAll(() => provider.destroy())
beforeEach(() => net.proxy.reset())

const list = (query = '') => net.data(`/v1/lottery/recentEntries${query}`, LotteryEntries)
const sources = async (query = '') => (await list(query)).events.map(({ entrySource }) => entrySource)

describe('happy', () => {
  test('lists what the manager logged, as another library decodes it, newest first', async () => {
    const answer = await list()
    expect(answer).toMatchObject({ dataSource: 'index', truncated: false, nextCursor: null, limit: 25 })
    const entry = new Interface([
      'event LotteryEntryCreated(address indexed token, address indexed user, uint256 swapAmountUSD, uint256 winChancePPM, uint256 requestId)',
    ])
    const { lotteryManager } = net.world.contracts
    const topic = entry.getEvent('LotteryEntryCreated')?.topicHash ?? ''
    const logs = await provider.getLogs({
      address: lotteryManager,
      topics: [topic],
      fromBlock: 0,
      toBlock: Number(answer.asOf.blockNumber),
    })
    const expected = await Promise.all(
      logs.toReversed().map(async (log) => {
        const args = entry.decodeEventLog('LotteryEntryCreated', log.data, log.topics)
        return {
          blockNumber: log.blockNumber,
          logIndex: log.index,
          transactionHash: log.transactionHash,
          timestamp: (await provider.getBlock(log.blockNumber))?.timestamp,
          creatorCoin: args.token,
          user: args.user,
          swapAmountUsd1e6: String(args.swapAmountUSD),
          winChancePpm: String(args.winChancePPM),
          requestId: String(args.requestId),
        }
      }),
    )
    expect(expected.length).toBeGreaterThanOrEqual(5)
    expect(answer.events).toMatchObject(expected)
  })

  test('distinguishes bought from free entries, one that hides in a smart wallet among them, in one upstream request', async () => {
    // Newest first: a buy, a wallet's relay, a relayer's, two buys.
    expect(await sources('?limit=5')).toEqual(['swap', 'amoe', 'amoe', 'swap', 'swap'])
    const requests = net.requestsWith('eth_getTransactionByHash')
    expect(requests).toHaveLength(1)
    const hashes = requests[0]?.calls.filter(({ method }) => method === 'eth_getTransactionByHash')
    expect(hashes).toHaveLength(3)
  })

  test('asks nothing of the node where the router’s logs say it all', async () => {
    const [, free] = (await list('?limit=2')).events
    net.proxy.reset()
    expect(await sources(`?fromBlock=${free?.blockNumber}&toBlock=${free?.blockNumber}`)).toEqual(['amoe'])
    expect(net.requestsWith('eth_getTransaction')).toEqual([])
  })

  test('filters by coin, and pages to the end without a gap', async () => {
    const { creatorCoin, creatorCoin2 } = net.world.contracts
    expect((await list(`?creatorCoin=${creatorCoin2}`)).events).toEqual([])
    const all = (await list(`?creatorCoin=${creatorCoin.toLowerCase()}`)).events.map(({ requestId }) => requestId)
    const seen: string[] = []
    for (let cursor: string | null = ''; cursor !== null;) {
      const page: Awaited<ReturnType<typeof list>> = await list(
        `?limit=2&creatorCoin=${creatorCoin}${cursor === '' ? '' : `&cursor=${cursor}`}`,
      )
      seen.push(...page.events.map(({ requestId }) => requestId))
      cursor = page.nextCursor
    }
    expect(seen).toEqual(all)
  })

  test('keeps to the requested blocks', async () => {
    const [newest, second] = (await list()).events
    const between = await list(`?fromBlock=${second?.blockNumber}&toBlock=${(newest?.blockNumber ?? 0) - 1}`)
    expect(between.events.map(({ requestId }) => requestId)).toEqual([second?.requestId])
    expect(between).toMatchObject({ fromBlock: second?.blockNumber, toBlock: (newest?.blockNumber ?? 0) - 1 })
  })

  test('lists a new entry once the index has it', async () => {
    await net.buy('voter', '1000')
    await net.indexed()
    const [newest] = (await list()).events
    expect(newest).toMatchObject({ user: addressOf('voter'), entrySource: 'swap' })
  })
})

describe('without the index', () => {
  test('reads bounded ranges from the node, with the same events and sources', async () => {
    const indexed = await list()
    await net.withStaleIndex(async () => {
      net.proxy.reset()
      const read = await list('?limit=26')
      expect(read.events).toEqual(indexed.events)
      expect(read).toMatchObject({ dataSource: 'rpc', truncated: false, asOf: { source: 'rpc' } })
      const ranges = net
        .requestsWith('eth_getLogs')
        .flatMap(({ calls }) =>
          calls.flatMap((call) => (call.method === 'eth_getLogs' ? [Object(call.params[0])] : [])),
        )
      const own = ranges.filter(({ toBlock }) => Number(toBlock) === Number(read.asOf.blockNumber))
      expect(own.length).toBeGreaterThanOrEqual(1)
      for (const { fromBlock, toBlock } of ranges) expect(Number(toBlock) - Number(fromBlock)).toBeLessThan(9_900)
      const page = await list(`?limit=2&cursor=${(await list('?limit=2')).nextCursor}`)
      expect(page.events).toEqual(indexed.events.slice(2, 4))
    })
  })
})

describe('nodes', () => {
  /** As of a block of its own, so that no answer of before can stand in. */
  async function newest(query = '?limit=5') {
    await net.node.mine({ blocks: 1 })
    await net.indexed()
    const { number } = await net.chain.latest()
    return `/v1/lottery/recentEntries${query}&minBlock=${number}`
  }
  const at = async (path: string) => {
    const response = await net.get(path)
    const text = await response.text()
    expect(response.status, text).toBe(200)
    return { ...LotteryEntries.parse(JSON.parse(text).data), kept: response.headers.get('cache-control') }
  }
  const sourcesIn = ({ events }: { events: readonly { entrySource: string }[] }) =>
    events.map(({ entrySource }) => entrySource)

  test('one that refuses receipts changes no source: the transactions show it too', async () => {
    const path = await newest()
    const before = sourcesIn(await list())
    net.proxy.mode = { refuse: ({ method }) => method === 'eth_getTransactionReceipt' }
    expect(sourcesIn(await at(path))).toEqual(before.slice(0, 5))
  })

  test('one that refuses batches changes no source', async () => {
    const path = await newest()
    const before = sourcesIn(await list())
    net.proxy.mode = 'single'
    expect(sourcesIn(await at(path))).toEqual(before.slice(0, 5))
  })

  test.each([
    ['transactions', 'eth_getTransaction', 'transactions_not_readable'],
    // Entries of calls of the manager itself, whose function must be known.
    ['what was called', 'eth_getTransactionByHash', 'transactions_not_readable'],
    ['who relays', 'eth_call', 'transactions_not_readable'],
  ])(
    'one that does not tell %s leaves bought entries unknown, says so, and nobody keeps that',
    async (_, name, why) => {
      const path = await newest()
      net.proxy.mode = { refuse: ({ method }) => method.startsWith(name) }
      const answer = await at(path)
      expect(new Set(sourcesIn(answer))).toEqual(new Set(['unknown', 'amoe']))
      expect(answer).toMatchObject({ kept: 'no-store', missing: { entrySource: why } })
      net.proxy.reset()
      const again = await at(path)
      expect(new Set(sourcesIn(again))).toEqual(new Set(['swap', 'amoe']))
      expect(again).toMatchObject({ missing: {}, kept: expect.stringContaining('public') })
    },
  )

  test('while one is down the last whole answer stands in, marked stale', async () => {
    const whole = await list('?limit=7')
    net.proxy.mode = { status: 500 }
    const answer = await at('/v1/lottery/recentEntries?limit=7')
    expect(answer).toMatchObject({ asOf: { source: 'stale' }, kept: 'no-store', missing: {} })
    expect(answer.events).toEqual(whole.events)
  })

  test('a dead one leaves the free entries known and the others unknown', async () => {
    const path = await newest('?limit=198')
    net.proxy.mode = { status: 500 }
    const answer = await at(path)
    expect(new Set(sourcesIn(answer))).toEqual(new Set(['unknown', 'amoe']))
    expect(answer.missing).toEqual({ entrySource: 'upstream_failed' })
    await net.withStaleIndex(async () => {
      const response = await net.get('/v1/lottery/recentEntries?limit=197')
      expect([response.status, response.headers.get('x-error-code')]).toEqual([502, 'upstream_failed'])
    })
  })
})

describe('security', () => {
  test('AmoeEntrySettled of a contract that is not the router makes no bought entry a free one', async () => {
    const { lotteryManager, creatorCoin } = net.world.contracts
    const spoofer = await net.chain.deploy('Spoofer')
    const allow = [spoofer.address, true]
    await net.chain.send('owner', net.contract('lotteryManager'), 'setAuthorizedSwapCaller', allow)
    const args = [lotteryManager, addressOf('stranger'), creatorCoin, parseUnits('1000', 18)]
    const { transactionHash } = await net.chain.send('stranger', spoofer, 'buy', args)
    await net.indexed()
    expect((await list()).events[0]).toMatchObject({ transactionHash, entrySource: 'swap' })
  })

  test('an entry that a relayer made without a router is free, also under a later relayer', async () => {
    const manager = net.contract('lotteryManager')
    const { creatorCoin, amoeRouter } = net.world.contracts
    await net.chain.send('owner', manager, 'setAuthorizedAmoeRelayer', [addressOf('admin')])
    const args = [addressOf('stranger'), creatorCoin, parseUnits('5', 6)]
    const { transactionHash } = await net.chain.send('admin', manager, 'processAmoeEntry', args)
    await net.chain.send('owner', manager, 'setAuthorizedAmoeRelayer', [amoeRouter])
    await net.indexed()
    expect((await list()).events[0]).toMatchObject({ transactionHash, entrySource: 'amoe' })
  })

  test.each([
    ['blocks in the wrong order', '?fromBlock=2&toBlock=1'],
    ['a cursor that is none', '?cursor=abc'],
    ['a cursor of another list', `?cursor=${encodeKeyset('lottery-wins', [1, 1])}`],
    ['a cursor with negative numbers', `?cursor=${encodeKeyset('lottery-entries', [-1, 1])}`],
  ])('refuses %s', async (_, query) => {
    const response = await net.get(`/v1/lottery/recentEntries${query}`)
    expect([response.status, response.headers.get('x-error-code')]).toEqual([400, 'invalid_request'])
  })

  test('takes the limit into its bounds', async () => {
    expect((await list('?limit=0')).limit).toBe(1)
    expect((await list('?limit=100000')).limit).toBe(200)
  })
})

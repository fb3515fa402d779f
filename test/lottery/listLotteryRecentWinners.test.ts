import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Interface, JsonRpcProvider } from 'ethers'
import { LotteryWins } from '../../schema/lottery/events.ts'
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

const list = (query = '') => net.data(`/v1/lottery/recentWinners${query}`, LotteryWins)

describe('happy', () => {
  test('answers the payment of a winner, though LotteryWinner says zero', async () => {
    const manager = new Interface([
      'event LotteryWinner(address indexed token, address indexed user, uint256 swapAmountUSD, uint256 rewardAmount, uint256 requestId)',
      'event JackpotPaid(address indexed winner, uint256 shares)',
    ])
    const { events } = await list()
    const winners = events.filter(({ type }) => type === 'LotteryWinner')
    expect(winners).toHaveLength(3)
    for (const { transactionHash, rewardAmount, requestId, user } of winners) {
      const receipt = await provider.getTransactionReceipt(transactionHash)
      const parsed = receipt?.logs.flatMap((log) => manager.parseLog(log) ?? []) ?? []
      const own = parsed.find(({ name }) => name === 'LotteryWinner')
      expect(own?.args.toArray().slice(3)).toEqual([0n, BigInt(requestId ?? 0)])
      const paid = parsed.filter(({ name }) => name === 'JackpotPaid').reduce((sum, { args }) => sum + args.shares, 0n)
      expect(rewardAmount).toBe(String(paid))
      expect(own?.args.user).toBe(user)
      expect(paid).toBeGreaterThan(0n)
    }
  })

  test('lists a win that every lane paid, beside the winner', async () => {
    const { events, dataSource } = await list('?limit=2')
    expect(dataSource).toBe('index')
    expect(events.map(({ type }) => type)).toEqual(['LotteryWinner', 'MultiTokenJackpotWon'])
    expect(events[1]).toMatchObject({
      triggeringCoin: net.world.contracts.creatorCoin,
      winner: events[0]?.user,
      numVaultsPaid: '1',
    })
  })

  test('asks nothing of the node', async () => {
    await list('?limit=3')
    expect(net.requestsWith('eth_getTransaction')).toEqual([])
    expect(net.requestsWith('eth_call').filter((request) => isOf(request, 'lotteryManager'))).toEqual([])
  })

  test('pages by cursor and filters by coin', async () => {
    const all = (await list()).events
    const first = await list('?limit=3')
    const second = await list(`?limit=3&cursor=${first.nextCursor}`)
    expect([...first.events, ...second.events]).toEqual(all)
    expect(second.nextCursor).toBeNull()
    expect((await list(`?creatorCoin=${net.world.contracts.creatorCoin}`)).events).toEqual(all)
    expect((await list(`?creatorCoin=${net.world.contracts.creatorCoin2}`)).events).toEqual([])
  })

  test('a loser is no winner', async () => {
    await net.buy('voter', '1000')
    const before = (await list()).events.length
    await net.decide(6n, 999_999n)
    await net.indexed()
    expect((await list()).events).toHaveLength(before)
  })
})

describe('without the index', () => {
  test('reads the same from the node', async () => {
    const indexed = await list()
    await net.withStaleIndex(async () => {
      const read = await list('?limit=24')
      expect(read.events).toEqual(indexed.events)
      expect(read).toMatchObject({ dataSource: 'rpc', truncated: false })
    })
  })
})

describe('error', () => {
  test('a block that the node has not got to is waited for', async () => {
    const response = await net.get('/v1/lottery/recentWinners?minBlock=99999999')
    expect([response.status, response.headers.get('x-error-code')]).toEqual([503, 'behind_requested_block'])
    expect(response.headers.get('retry-after')).toBe('1')
  })
})

const isOf = (request: unknown, role: 'lotteryManager') =>
  JSON.stringify(request).toLowerCase().includes(net.world.contracts[role].slice(2).toLowerCase())

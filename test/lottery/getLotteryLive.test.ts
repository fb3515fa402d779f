import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { LotteryLive } from '../../schema/lottery.ts'
import { startLotteryNet, type LotteryNet } from './startLotteryNet.ts'

let net: LotteryNet
beforeAll(async () => {
  net = await startLotteryNet()
  await net.indexed()
}, 120_000)
afterAll(() => net.stop())
beforeEach(() => net.proxy.reset())

/** A read that nobody has an answer to yet. */
const read = () => net.data('/v1/lottery/live', LotteryLive)
const manager = () => net.contract('lotteryManager')

describe('happy', () => {
  test('shows jackpot, health, newest entries and winners in one upstream request', async () => {
    const { jackpot, health, recentEntries, recentWinners, missing, inbox } = await read()
    expect(net.requestsWith(net.world.contracts.lotteryManager.slice(2)).filter(isCall)).toHaveLength(1)
    expect(net.requestsWith('eth_getTransaction')).toEqual([])
    expect(jackpot).toMatchObject({
      creatorCoin: net.world.contracts.creatorCoin,
      payoutCapUsd: '750',
      rewardPercentageBps: '6900',
    })
    expect(jackpot?.totalUsd).toBe(jackpot?.usd)
    expect(health).toMatchObject({ status: 'ok', reasons: [], oracleFresh: true, index: { lagBlocks: 0 } })
    expect(health.vrf).toEqual({ pendingDeferred: '0', mode: 'local' })
    expect(recentEntries?.map(({ entrySource }) => entrySource)).toEqual(['swap', 'amoe', 'amoe', 'swap', 'swap'])
    expect(recentWinners).toHaveLength(4)
    expect([inbox, missing]).toEqual([null, { inbox: 'inbox_not_available' }])
  })

  test('shows ten entries at most', async () => {
    const id = await net.node.snapshot()
    for (let i = 0; i < 9; i++) await net.buy('voter', '1000')
    await net.indexed()
    expect((await read()).recentEntries).toHaveLength(10)
    await net.restore(id)
  })
})

describe('health', () => {
  const states = [
    ['paused', 'setPaused', [true], 'down', 'lottery_paused'],
    ['inactive', 'setLotteryConfig', [[1n, 6900n, false, 40n, 150_000n, 10_000n]], 'down', 'lottery_inactive'],
  ] as const
  test.each(states)('a lottery that is %s is down', async (_, name, args, status, reason) => {
    const id = await net.node.snapshot()
    await net.chain.send('owner', manager(), name, args)
    expect((await read()).health).toMatchObject({ status, reasons: [reason] })
    await net.restore(id)
  })

  test('requests for random words that wait are a degradation', async () => {
    const id = await net.node.snapshot()
    await net.chain.send('owner', manager(), 'setVrfCoordinator', [`0x${'0'.repeat(40)}`])
    await net.buy('voter', '1000')
    const { health } = await read()
    expect(health).toMatchObject({ status: 'degraded', reasons: ['vrf_deferred'], vrf: { pendingDeferred: '1' } })
    await net.restore(id)
  })

  test('without the index its parts are null, with the reason', async () =>
    net.withStaleIndex(async () => {
      const answer = await read()
      expect(answer.health).toMatchObject({ status: 'degraded', reasons: ['index_not_available'] })
      expect(answer).toMatchObject({ recentEntries: null, recentWinners: null })
      expect(answer.missing).toEqual({
        inbox: 'inbox_not_available',
        recentEntries: 'index_not_available',
        recentWinners: 'index_not_available',
      })
      expect(answer.jackpot).not.toBeNull()
    }))

  test('without the node it is down, and shows what the index has', async () => {
    net.proxy.mode = { status: 500 }
    const answer = await read()
    expect(answer).toMatchObject({ jackpot: null, asOf: { source: 'index' }, missing: { jackpot: 'upstream_failed' } })
    expect(answer.health).toMatchObject({ status: 'down', isActive: null, oracleFresh: null })
    expect(answer.health.reasons).toContain('chain_not_readable')
    expect(answer.recentWinners).toHaveLength(4)
    // Without the manager's word on who relays, an entry that no router settled may be either.
    expect(new Set(answer.recentEntries?.map(({ entrySource }) => entrySource))).toEqual(new Set(['unknown', 'amoe']))
  })
})

describe('error', () => {
  test('with neither node nor index there is nothing to answer', async () =>
    net.withStaleIndex(async () => {
      net.proxy.mode = { status: 500 }
      const response = await net.get('/v1/lottery/live?minBlock=99999999')
      expect([response.status, response.headers.get('x-error-code')]).toEqual([502, 'upstream_failed'])
    }))
})

const isCall = ({ calls }: { calls: readonly { method: string }[] }) =>
  calls.some(({ method }) => method === 'eth_call')

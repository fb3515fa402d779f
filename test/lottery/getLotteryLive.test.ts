import { parseUnits } from 'viem'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addressOf } from '../../localnet/world/accounts.ts'
import { LotteryGlobal, LotteryLive } from '../../schema/lottery/reads.ts'
import { LotteryEntries } from '../../schema/lottery/events.ts'
import { startLotteryNet } from './startLotteryNet.ts'
import { useNet } from '../support/useNet.ts'

const net = useNet(() => startLotteryNet())
beforeAll(() => net.indexed())
beforeEach(() => net.proxy.reset())

/** A read that nobody has an answer to yet, as of the newest block. */
async function read() {
  await net.indexed()
  return net.data('/v1/lottery/live', LotteryLive)
}
const manager = () => net.contract('lotteryManager')

/** Of a block of its own, so that no answer of before can stand in. */
async function readNewest() {
  await net.node.mine({ blocks: 1 })
  const { number } = await net.chain.latest()
  const response = await net.get(`/v1/lottery/live?minBlock=${number}`)
  const text = await response.text()
  expect(response.status, text).toBe(200)
  return { answer: LotteryLive.parse(JSON.parse(text).data), kept: response.headers.get('cache-control') }
}

describe('before there is a good answer', () => {
  test('without the node it is down, shows what the index has, and nobody keeps that', async () => {
    net.proxy.mode = { status: 500 }
    const response = await net.get('/v1/lottery/live')
    expect(response.headers.get('cache-control')).toBe('no-store')
    const answer = LotteryLive.parse(JSON.parse(await response.text()).data)
    expect(answer).toMatchObject({ jackpot: null, asOf: { source: 'index' } })
    expect(answer.missing).toMatchObject({ jackpot: 'upstream_failed', entrySource: 'upstream_failed' })
    expect(answer.health).toMatchObject({ status: 'down', isActive: null, oracleFresh: null })
    expect(answer.health.reasons).toContain('chain_not_readable')
    expect(answer.recentWinners).toHaveLength(4)
    // Without their transactions, entries that no router settled may be either.
    expect(new Set(answer.recentEntries?.map(({ entrySource }) => entrySource))).toEqual(new Set(['unknown', 'amoe']))
  })
})

describe('happy', () => {
  test('shows jackpot, health, newest entries and winners in one upstream request', async () => {
    const { jackpot, health, recentEntries, recentWinners, missing, inbox } = await read()
    expect(net.requestsWith(net.world.contracts.lotteryManager.slice(2)).filter(isCall)).toHaveLength(1)
    // The transactions of three entries that the router did not settle come in the same request.
    const requests = net.requestsWith('eth_getTransaction')
    expect(requests).toHaveLength(1)
    expect(requests.filter(isCall)).toHaveLength(1)
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
    expect([inbox, missing]).toEqual([null, { inbox: 'ingest_not_configured' }])
  })

  test('shows ten entries at most', async () => {
    const id = await net.node.snapshot()
    for (let i = 0; i < 9; i++) await net.buy('voter', '1000')
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

  test('without the index its parts are null, with the reason, and nobody keeps that', async () =>
    net.withStaleIndex(async () => {
      const { answer, kept } = await readNewest()
      expect(answer.health).toMatchObject({ status: 'degraded', reasons: ['index_not_available'] })
      expect(answer).toMatchObject({ recentEntries: null, recentWinners: null })
      expect(answer.missing).toEqual({
        inbox: 'ingest_not_configured',
        recentEntries: 'index_not_available',
        recentWinners: 'index_not_available',
      })
      expect(answer.jackpot).not.toBeNull()
      expect(kept).toBe('no-store')
    }))
})

describe('nodes', () => {
  test('while one is down the last whole answer stands in, marked stale', async () => {
    // The index has the newest block first: what it could not read, it looks for only at the next one.
    const whole = await read()
    net.proxy.mode = { status: 500 }
    const answer = await net.data('/v1/lottery/live', LotteryLive)
    expect(answer).toEqual({ ...whole, asOf: { ...whole.asOf, source: 'stale' } })
  })

  test('one that refuses batches changes nothing', async () => {
    const whole = await read()
    net.proxy.mode = 'single'
    const { answer } = await readNewest()
    expect(answer.recentEntries).toEqual(whole.recentEntries)
    expect(answer.jackpot?.shares).toBe(whole.jackpot?.shares)
    expect(answer.missing).toEqual(whole.missing)
  })

  test('answers sources as the list of entries does, also of a relayer that is not a router', async () => {
    const id = await net.node.snapshot()
    const args = [addressOf('stranger'), net.world.contracts.creatorCoin, parseUnits('5', 6)]
    await net.chain.send('owner', manager(), 'setAuthorizedAmoeRelayer', [addressOf('admin')])
    await net.chain.send('admin', manager(), 'processAmoeEntry', args)
    await net.buy('voter', '1000')
    await net.indexed()
    const sources = (events: readonly { entrySource: string }[] | null) => events?.map(({ entrySource }) => entrySource)
    const live = sources((await read()).recentEntries)
    expect(live?.slice(0, 2)).toEqual(['swap', 'amoe'])
    const list = await net.data(`/v1/lottery/recentEntries?limit=10`, LotteryEntries)
    expect(live).toEqual(sources(list.events))
    const { config } = await net.data('/v1/lottery/global', LotteryGlobal)
    // Somebody else relays as well: what the router did not settle may be either.
    expect(config.entrySources).toMatchObject({ trade: null, amoe: '2' })
    await net.restore(id)
  })

  test('one that does not return transactions leaves their entries unknown, and says so', async () => {
    net.proxy.mode = { refuse: ({ method }) => method.startsWith('eth_getTransaction') }
    const { answer, kept } = await readNewest()
    expect(answer.recentEntries?.map(({ entrySource }) => entrySource)).toEqual([
      'unknown',
      'amoe',
      'amoe',
      'unknown',
      'unknown',
    ])
    expect([kept, answer.missing]).toEqual([
      'no-store',
      { inbox: 'ingest_not_configured', entrySource: 'transactions_not_readable' },
    ])
  })
})

describe('error', () => {
  test('with neither node nor index there is nothing to answer', async () =>
    net.withStaleIndex(async () => {
      await net.node.mine({ blocks: 1 })
      const { number } = await net.chain.latest()
      net.proxy.mode = { status: 500 }
      const response = await net.get(`/v1/lottery/live?minBlock=${number}`)
      expect([response.status, response.headers.get('x-error-code')]).toEqual([502, 'upstream_failed'])
    }))
})

const isCall = ({ calls }: { calls: readonly { method: string }[] }) =>
  calls.some(({ method }) => method === 'eth_call')

import { type Address, encodeAbiParameters, getAddress, type Hex } from 'viem'
import { describe, expect, test } from 'vitest'
import { loadArtifacts } from '../../../localnet/world/loadArtifacts.ts'
import { openChain } from '../../../localnet/world/openChain.ts'
import { EVERY_MINUTE } from '../../../platform/workers.ts'
import { tickerHash } from '../../../functions/market/trend/ticker.ts'
import { createTrendOps } from '../../../functions/market/store/trendOps.ts'
import { bearer, requestsWith } from '../../account/support.ts'
import { ask } from '../../support/ask.ts'
import { deployAltered } from '../../support/deployAltered.ts'
import { startTrendNet } from './startTrendNet.ts'
import { useNet } from '../../support/useNet.ts'

const net = useNet(() => startTrendNet())

const one = async (ticker: string, body: object = {}) => {
  const report = await net.look({ tickers: [ticker], ...body })
  const [op] = report.ops
  if (!op) throw new Error(`${ticker} is not reserved`)
  return { ...report, op }
}

describe('happy', () => {
  test('finds coins as they are deployed, all tickers in one upstream request', async () => {
    const tickers = ['ALPHA', 'BETA', 'GAMMA']
    const reserved = await Promise.all(tickers.map((ticker) => net.reserve({ ticker })))
    expect((await net.look({ tickers })).ops.map(({ status }) => status)).toEqual([
      'predicted',
      'predicted',
      'predicted',
    ])
    const { transactionHash } = await net.deploy('alpha')
    net.node.reset()
    const report = await net.look({ tickers: [...tickers, 'delta'] })
    expect(requestsWith(net.node, reserved[1]?.op.predictedCoin ?? '')).toBe(1)
    expect(report).toMatchObject({
      polls: 1,
      failedPolls: 0,
      receiptsRead: true,
      unknownTickers: ['DELTA'],
      moved: [{ ticker: 'ALPHA', from: 'predicted', to: 'deployed' }],
    })
    expect(report.ops.find(({ ticker }) => ticker === 'ALPHA')).toMatchObject({
      status: 'deployed',
      deployedCoin: reserved[0]?.op.predictedCoin,
      txHash: transactionHash,
      lastError: null,
    })
    expect((await net.look({ tickers })).moved).toEqual([])
  })

  test('a coin that needs a market is complete once it has a pool with its creator token', async () => {
    const { usdc, creatorCoin, trendCoin } = net.world.contracts
    await net.reserve({ ticker: 'SUNRISE', creatorToken: usdc })
    expect((await one('SUNRISE')).op).toMatchObject({ status: 'funnel_completed', deployedCoin: trendCoin })
    await net.reserve({ ticker: 'LONELY', creatorToken: creatorCoin })
    await net.deploy('LONELY')
    expect((await one('LONELY')).op.status).toBe('funnel_pending')
  })

  test('goes on looking while there is time, and stops once all is settled', async () => {
    await net.reserve({ ticker: 'LATER' })
    const looking = net.look({ tickers: ['LATER'], maxRuntimeMs: 20_000, pollMs: 25, jitterMs: 0 })
    await net.deploy('LATER')
    const { ops, polls } = await looking
    expect(ops[0]?.status).toBe('deployed')
    expect(polls).toBeLessThanOrEqual(40)
  })

  test('the other generation of the factory: its call is built, sent and found', async () => {
    const chain = await openChain({ rpcUrl: net.rpcUrl, artifacts: await loadArtifacts() })
    const factory = await chain.deploy('HookedTrendFactory', [net.world.contracts.usdc])
    await net.withRoles({ trendFactory: factory.address }, async () => {
      const built = await net.reserve({ ticker: 'HOOKED' })
      expect(built).toMatchObject({ function: 'deployTrendCoin(string,address,bytes)', simulation: { status: 'ok' } })
      await net.send(factory.address, `0x${built.data.slice(2)}`)
      expect((await one('HOOKED')).op).toMatchObject({ status: 'deployed', deployedCoin: built.op.predictedCoin })
    })
  })
})

describe('error', () => {
  test('where pools cannot be found, a coin that needs one is not called complete', async () => {
    const { usdc, creatorCoin } = net.world.contracts
    await net.reserve({ ticker: 'POOLED', creatorToken: creatorCoin })
    await net.deploy('POOLED')
    for (const dexFactory of [null, usdc])
      await net.withRoles({ dexFactory }, async () => {
        const answer = await net.post('trendSentinelProcess', { tickers: ['POOLED'] }, net.sentinel)
        expect([answer.status, answer.code]).toEqual([503, 'role_not_configured'])
      })
    expect(await net.statusOf('POOLED')).toBe('predicted')
  })

  test.each([
    { tickers: [] },
    { tickers: Array.from({ length: 21 }, (_, i) => `T${i}`) },
    { maxRuntimeMs: 45_001 },
    { pollMs: 24 },
    { maxConsecutiveErrors: 0 },
  ])('%j is refused', async (body) => {
    expect((await net.post('trendSentinelProcess', body, net.sentinel)).code).toBe('invalid_request')
  })
})

describe('security', () => {
  test('needs its own secret; two are in force during a rotation', async () => {
    const old = 'o'.repeat(32)
    const others = [bearer(net.secrets['CRON_SECRET'] ?? ''), net.admin]
    const answers = await Promise.all(others.map((headers) => net.post('trendSentinelProcess', {}, headers)))
    expect(answers.map(({ code }) => code)).toEqual(others.map(() => 'unauthenticated'))
    await net.withVariables({ TREND_SENTINEL_SECRET_PREVIOUS: old }, async () => {
      for (const headers of [bearer(old), net.sentinel])
        expect((await net.post('trendSentinelProcess', { tickers: ['ALPHA'] }, headers)).status).toBe(200)
    })
  })

  /** A factory that says that the coin of every ticker will be there. */
  const predicting = (coin: Address) =>
    deployAltered(net.rpcUrl, net.world.contracts.trendFactory, {
      'trendCoinAddress(string)': encodeAbiParameters([{ type: 'address' }], [coin]),
    })

  test('a coin elsewhere than predicted is a failure, until the factory is read again', async () => {
    const nowhere = getAddress(`0x${'ab'.repeat(20)}`)
    await net.withRoles({ trendFactory: await predicting(nowhere) }, async () => {
      expect((await net.reserve({ ticker: 'MOVED' })).op.predictedCoin).toBe(nowhere)
    })
    await net.deploy('MOVED')
    const { op } = await one('MOVED')
    expect(op).toMatchObject({ status: 'failed', lastError: 'predicted_address_differs', predictedCoin: nowhere })
    expect((await net.get(`coin?ticker=MOVED`)).code).toBe('trend_coin_not_found')
    const again = await net.reserve({ ticker: 'MOVED', groupId: 'other' })
    expect(again.op).toMatchObject({ status: 'predicted', predictedCoin: op.deployedCoin, lastError: null })
    expect((await one('MOVED')).op).toMatchObject({ status: 'deployed', lastError: null })
  })

  test('something else at the predicted address never counts as the coin', async () => {
    await net.withRoles({ trendFactory: await predicting(net.world.contracts.usdc) }, () =>
      net.reserve({ ticker: 'FALSE' }).then(() => undefined),
    )
    expect((await one('FALSE', { requireReceipt: false })).op).toMatchObject({
      status: 'deploying',
      lastError: 'not_the_coin',
    })
    expect((await one('FALSE')).op.status).toBe('deploying')
  })
})

describe('race', () => {
  test('of many sentinels one moves a ticker, and none moves it back', async () => {
    await net.reserve({ ticker: 'MANY' })
    await net.deploy('MANY')
    const reports = await Promise.all(Array.from({ length: 10 }, () => net.look({ tickers: ['MANY'] })))
    expect(reports.flatMap(({ moved }) => moved)).toEqual([{ ticker: 'MANY', from: 'predicted', to: 'deployed' }])
    expect(await net.statusOf('MANY')).toBe('deployed')
  })

  test('what arrives late changes nothing: forward only, and never by an older look', async () => {
    const ops = createTrendOps(net.db, net.world.chainId)
    const move = async (...given: Parameters<typeof ops.move>) => (await ops.move(...given)).moved
    const { op } = await net.reserve({ ticker: 'LATE' })
    const predictedCoin: Hex = `0x${op.predictedCoin.slice(2).toLowerCase()}`
    const found = { tickerHash: tickerHash('LATE'), predictedCoin, fault: null, coin: op.predictedCoin, txHash: null }
    expect(await move([{ ...found, status: 'funnel_pending' }], 1000, 1)).toEqual([true])
    for (const status of ['predicted', 'deploying', 'deployed'] as const)
      expect(await move([{ ...found, status }], 1001, 2)).toEqual([false])
    expect(await move([{ ...found, status: 'failed' }], 999, 3)).toEqual([false])
    expect(await move([{ ...found, predictedCoin: '0x12', status: 'failed' }], 1002, 3)).toEqual([false])
    expect(await net.statusOf('LATE')).toBe('funnel_pending')
    expect(await move([{ ...found, status: 'failed', fault: 'x' }], 1003, 4)).toEqual([true])
    expect(await move([{ ...found, status: 'deployed' }], 1004, 5)).toEqual([true])
  })
})

// Last: from the first run on, the index answers in place of the node.
describe('the log index', () => {
  test('gives receipts without asking the node for logs, and a look is as of its block', async () => {
    await net.reserve({ ticker: 'INDEXED' })
    await net.runSchedule('core', EVERY_MINUTE)
    const { transactionHash } = await net.deploy('INDEXED')
    const early = await one('INDEXED')
    expect(early.op).toMatchObject({ status: 'predicted', lastError: null })
    expect(Number(early.asOf?.blockNumber)).toBeLessThan(Number(await ask(net.rpcUrl, 'eth_blockNumber')))
    await net.runSchedule('core', EVERY_MINUTE)
    net.node.reset()
    expect((await one('INDEXED')).op).toMatchObject({ status: 'deployed', txHash: transactionHash })
    expect(net.node.requests.filter(({ calls }) => calls.some(({ method }) => method === 'eth_getLogs'))).toEqual([])
  })
})

import { getAddress, keccak256, stringToBytes } from 'viem'
import { describe, expect, test } from 'vitest'
import { requestsWith } from '../../account/support.ts'
import { ask } from '../../support/ask.ts'
import { startTrendNet } from './startTrendNet.ts'
import { useNet } from '../../support/useNet.ts'

const net = useNet(() => startTrendNet())

const codeAt = (address: string) => ask(net.rpcUrl, 'eth_getCode', address, 'latest')

describe('happy', () => {
  test('the built call, once sent, puts a coin at the predicted address', async () => {
    const { trendFactory } = net.world.contracts
    net.node.reset()
    const built = await net.reserve({ ticker: ' moon1 ' })
    expect(built).toMatchObject({
      to: trendFactory,
      function: 'deployTrendCoin(string)',
      args: { ticker: 'MOON1' },
      value: '0',
      issues: [],
      simulation: { status: 'ok' },
      op: {
        ticker: 'MOON1',
        tickerHash: keccak256(stringToBytes('moon1')),
        status: 'predicted',
        groupId: 'api',
        creatorToken: null,
        deployedCoin: null,
      },
    })
    expect(built.data.slice(0, 10)).toBe('0xb61b6521')
    expect(requestsWith(net.node, trendFactory)).toBe(2)
    expect(await codeAt(built.op.predictedCoin)).toBe('0x')
    const { status } = await net.send(getAddress(built.to), `0x${built.data.slice(2)}`)
    expect(status).toBe('0x1')
    expect(await codeAt(built.op.predictedCoin)).not.toBe('0x')
  })

  test('the same again is the same; a deployed ticker is an issue and no failure', async () => {
    const first = await net.reserve({ ticker: 'TWICE', groupId: 'a' })
    const second = await net.reserve({ ticker: 'twice', groupId: 'a' })
    expect(second.op).toEqual(first.op)
    const deployed = await net.reserve({ ticker: 'SUNRISE' })
    expect(deployed.op.predictedCoin).toBe(net.world.contracts.trendCoin)
    expect(deployed).toMatchObject({
      simulation: { status: 'revert', error: { name: 'TickerAlreadyUsed' } },
      issues: [{ code: 'trend_already_deployed' }],
    })
  })

  test.each([
    ['A-B C', 'TickerInvalidCharacters'],
    ['Z', 'TickerTooShort'],
  ])('what only the factory refuses is an issue: %s', async (ticker, reverts) => {
    const { issues } = await net.reserve({ ticker })
    expect(issues).toMatchObject([{ code: 'invalid_trend_ticker', reverts }])
  })
})

describe('error', () => {
  test.each([
    [{ ticker: ' - ' }, 'ticker'],
    [{ ticker: 'A_B' }, 'ticker'],
    [{ ticker: 'A'.repeat(33) }, 'ticker'],
    [{ ticker: 'ſUN' }, 'ticker'],
    [{ ticker: 'OK', groupId: 'a b' }, 'groupId'],
    [{ ticker: 'OK', vaultAddress: `0x${'0'.repeat(40)}` }, 'vaultAddress'],
  ])('%j names the field', async (body, field) => {
    const answer = await net.post('trendReserve', body, net.admin)
    expect([answer.status, answer.code]).toEqual([400, 'invalid_request'])
    expect(JSON.stringify(answer.json)).toContain(field)
  })

  test('other content for the same ticker is a conflict', async () => {
    await net.reserve({ ticker: 'TAKEN' })
    const { usdc } = net.world.contracts
    for (const other of [{ groupId: 'b' }, { creatorToken: usdc }, { vaultAddress: usdc }]) {
      const answer = await net.post('trendReserve', { ticker: 'TAKEN', ...other }, net.admin)
      expect([answer.status, answer.code]).toEqual([409, 'idempotency_conflict'])
    }
    expect((await net.reserve({ ticker: 'TAKEN' })).op.groupId).toBe('api')
  })
})

describe('security', () => {
  test('only an administrator reserves', async () => {
    const member = await net.sessionOf(net.random.account())
    const other = await net.post('trendReserve', { ticker: 'NOPE' }, member)
    expect([other.status, other.code]).toEqual([403, 'forbidden'])
    expect(await net.statusOf('NOPE')).toBeUndefined()
    expect((await net.get('trendStatus', member)).status).toBe(403)
  })
})

describe('race', () => {
  test('of many reservations of a ticker one is made', async () => {
    const groups = Array.from({ length: 12 }, (_, i) => `g${i}`)
    const answers = await Promise.all(
      groups.map((groupId) => net.post('trendReserve', { ticker: 'RACE', groupId }, net.admin)),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ code }) => code === 'idempotency_conflict')).toHaveLength(11)
  })
})

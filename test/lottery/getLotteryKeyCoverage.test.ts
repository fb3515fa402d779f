import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addressOf, type AccountRole } from '../../localnet/world/accounts.ts'
import { LotteryKeyCoverage } from '../../schema/lotteryCoverage.ts'
import { startLotteryNet, type LotteryNet } from './startLotteryNet.ts'

let net: LotteryNet
beforeAll(async () => {
  net = await startLotteryNet()
}, 120_000)
afterAll(() => net.stop())
beforeEach(async () => {
  net.proxy.reset()
  const id = await net.node.snapshot()
  return () => net.node.revert({ id })
})

const path = (query: string) => `/v1/lottery/key-coverage?${query}`
/** As of all that has happened: the newest block is an empty one. */
async function read(role: AccountRole, query = '') {
  await net.node.mine({ blocks: 1 })
  return net.data(path(`buyer=${addressOf(role)}${query}`), LotteryKeyCoverage)
}

describe('happy', () => {
  test('adds up what a wallet has staked for a day or more, as of the block before the newest', async () => {
    const { keyPool, keyToken } = net.world.contracts
    const answer = await read('voter')
    const { number, parentHash } = await net.chain.latest()
    const prior = { blockNumber: String((number ?? 0n) - 1n), blockHash: parentHash }
    expect(answer).toMatchObject({ ...prior, asOf: prior })
    // The first request finds out where the newest block is.
    expect(net.requestsWith(keyToken.slice(2)).length).toBeLessThanOrEqual(2)
    net.proxy.reset()
    const again = await net.data(path(`buyer=${addressOf('voter')}`), LotteryKeyCoverage)
    expect(again).toEqual(answer)
    expect(net.requestsWith('getBlockByNumber').filter((r) => JSON.stringify(r).includes('eth_call'))).toHaveLength(1)
    expect(answer).toMatchObject({
      keys: [
        {
          tokenId: '1',
          creator: addressOf('owner'),
          stakingPool: keyPool,
          staked: '3',
          eligibleStaked: '3',
          poolSupply: '4',
        },
      ],
      totalStaked: '3',
      coverageUnits: '3',
      eligible: true,
      reason: null,
      publishedSnapshot: null,
    })
  })

  test('a fresh stake counts from the second on that it is a day old', async () => {
    await net.chain.send('voter', net.contract('keyPool'), 'stake', [2n])
    const staked = Number((await net.chain.latest()).timestamp)
    expect(await read('voter')).toMatchObject({ totalStaked: '5', coverageUnits: '3' })
    for (const [age, units] of [
      [86_399, '3'],
      [86_400, '5'],
    ] as const) {
      await net.chain.setTime(staked + age)
      await net.node.mine({ blocks: 1 })
      expect((await read('voter')).coverageUnits).toBe(units)
    }
  })

  test('what happens in the newest block does not count yet', async () => {
    await net.chain.send('voter', net.contract('keyPool'), 'unstake', [1n])
    const now = () => net.data(path(`buyer=${addressOf('voter')}`), LotteryKeyCoverage)
    expect((await now()).totalStaked).toBe('3')
    await net.node.mine({ blocks: 1 })
    expect((await now()).totalStaked).toBe('2')
  })

  test('what is taken back counts no more', async () => {
    await net.chain.send('voter', net.contract('keyPool'), 'unstake', [3n])
    expect(await read('voter')).toMatchObject({ totalStaked: '0', eligible: false, reason: 'no_staked_keys' })
  })

  test('looks at one room, or at those of one coin', async () => {
    const { creatorCoin, usdc } = net.world.contracts
    expect((await read('voter', '&tokenId=1')).totalStaked).toBe('3')
    expect((await read('voter', '&tokenId=2')).keys).toEqual([])
    const largest = String(2n ** 256n - 1n)
    expect((await read('voter', `&tokenId=${largest}`)).keys).toEqual([])
    await net.chain.send('owner', net.contract('keyToken'), 'openRoom', [1n, creatorCoin, net.world.contracts.keyPool])
    expect((await read('voter', `&creatorCoin=${creatorCoin}`)).totalStaked).toBe('3')
    expect((await read('voter', `&creatorCoin=${usdc}`)).totalStaked).toBe('0')
  })

  test('a pool that does not tell its stakes is no stake of zero', async () => {
    const open = [2n, addressOf('owner'), net.world.contracts.usdc]
    await net.chain.send('owner', net.contract('keyToken'), 'openRoom', open)
    const answer = await read('stranger')
    expect(answer.keys).toHaveLength(2)
    expect(answer.keys[1]).toMatchObject({ tokenId: '2', staked: null, eligibleStaked: null })
    expect(answer.reason).toBe('stakes_unreadable')
  })
})

describe('error', () => {
  test.each([
    ['no buyer', 'x=1'],
    ['a buyer that is no address', 'buyer=0x12'],
    ['a token id beyond 256 bits', `buyer=0x${'1'.repeat(40)}&tokenId=${2n ** 256n}`],
    ['a negative token id', `buyer=0x${'1'.repeat(40)}&tokenId=-1`],
    ['another chain', `buyer=0x${'1'.repeat(40)}&chainId=1`],
  ])('refuses %s', async (_, query) => {
    expect((await net.get(path(query))).status).toBe(400)
  })
})

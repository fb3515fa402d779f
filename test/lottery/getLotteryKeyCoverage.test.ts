import { encodeAbiParameters, keccak256, numberToHex, type Address } from 'viem'
import { beforeEach, describe, expect, test } from 'vitest'
import { addressOf, type AccountRole } from '../../localnet/world/accounts.ts'
import { LotteryKeyCoverage } from '../../schema/lottery/coverage.ts'
import { startLotteryNet } from './startLotteryNet.ts'
import { restorePoint } from '../support/restorePoint.ts'
import { useNet } from '../support/useNet.ts'

const net = useNet(() => startLotteryNet())
beforeEach(async () => {
  net.proxy.reset()
  return restorePoint(net.rpcUrl)
})

const NOWHERE = `0x${'0'.repeat(40)}`
const SLOT = [{ type: 'address' }, { type: 'uint256' }] as const

/** A room with a pool in which `voter` stakes four keys. */
async function openRoom(id: bigint): Promise<Address> {
  const keyToken = net.contract('keyToken')
  const pool = await net.chain.deploy('KeyStakingPool', [keyToken.address, id])
  await net.chain.send('owner', keyToken, 'openRoom', [id, addressOf('owner'), pool.address])
  await net.chain.send('owner', keyToken, 'mint', [addressOf('voter'), id, 4n])
  await net.chain.send('voter', keyToken, 'setApprovalForAll', [pool.address, true])
  await net.chain.send('voter', pool, 'stake', [4n])
  return pool.address
}

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
    // The stakes come with their number.
    expect(net.requestsWith('eth_getStorageAt')).toHaveLength(1)
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

  test('finds rooms past the 64th token id, all at one block', async () => {
    const [coin, keyToken] = [addressOf('owner'), net.contract('keyToken')]
    for (const id of [30n, 60n, 90n]) await net.chain.send('owner', keyToken, 'openRoom', [id, coin, NOWHERE])
    const pool = await openRoom(120n)
    await net.node.mine({ blocks: 1, interval: 90_000 })
    net.proxy.reset()
    const answer = await read('voter')
    expect(answer.keys).toMatchObject([
      { tokenId: '1', staked: '3' },
      { tokenId: '120', stakingPool: pool, staked: '4', eligibleStaked: '4' },
    ])
    expect(answer).toMatchObject({ totalStaked: '7', coverageUnits: '7' })
    const read1 = net.requestsWith('eth_getStorageAt').flatMap(({ calls }) => calls)
    const blocks = read1.filter(({ method }) => method === 'eth_getStorageAt').map(({ params }) => Number(params[2]))
    expect(new Set(blocks)).toEqual(new Set([Number(answer.blockNumber)]))
  })

  test('past 1024 token ids says so, and reads those that are named', async () => {
    const keyToken = net.contract('keyToken')
    for (let id = 31n; id < 1024n; id += 32n)
      await net.chain.send('owner', keyToken, 'openRoom', [id, addressOf('owner'), NOWHERE])
    expect(await read('voter')).toMatchObject({
      totalStaked: null,
      coverageUnits: null,
      eligible: null,
      reason: 'too_many_rooms',
    })
    expect((await read('voter', '&tokenId=1')).totalStaked).toBe('3')
  })

  test('adds up as many stakes as a pool takes', async () => {
    await net.chain.send('owner', net.contract('keyToken'), 'mint', [addressOf('voter'), 1n, 100n])
    for (let n = 1; n < 100; n++) await net.chain.send('voter', net.contract('keyPool'), 'stake', [1n])
    expect(await read('voter')).toMatchObject({ totalStaked: '102', coverageUnits: '3' })
  })
})

describe('unreadable is not zero', () => {
  const UNREADABLE = { totalStaked: null, coverageUnits: null, eligible: null, reason: 'stakes_unreadable' }

  test('where a room’s pool is something else', async () => {
    const open = [2n, addressOf('owner'), net.world.contracts.usdc]
    await net.chain.send('owner', net.contract('keyToken'), 'openRoom', open)
    const answer = await read('stranger')
    expect(answer).toMatchObject(UNREADABLE)
    expect(answer.keys).toMatchObject([
      { tokenId: '1', staked: '0' },
      { tokenId: '2', staked: null, poolSupply: null },
    ])
    const [, other] = answer.keys
    expect(other).toMatchObject({ eligibleStaked: null })
  })

  test('where a room’s pool is that of another room', async () => {
    const open = [2n, addressOf('owner'), net.world.contracts.keyPool]
    await net.chain.send('owner', net.contract('keyToken'), 'openRoom', open)
    expect(await read('voter')).toMatchObject(UNREADABLE)
  })

  test('where the node does not give storage', async () => {
    net.proxy.mode = { refuse: ({ method }) => method === 'eth_getStorageAt' }
    expect(await read('voter')).toMatchObject({ ...UNREADABLE, keys: [{ staked: null, poolSupply: '4' }] })
  })

  test.each([
    ['a longer list than a pool takes', 0n, 101n],
    ['a stake of after its block', 1n, 2n ** 40n],
    ['a stake without a time', 1n, 0n],
    ['more keys than all have staked', 2n, 5n],
  ])('where the storage holds %s: it is of another layout', async (_, word, value) => {
    const slot = BigInt(keccak256(encodeAbiParameters(SLOT, [addressOf('voter'), 16n])))
    const first = BigInt(keccak256(encodeAbiParameters([{ type: 'uint256' }], [slot])))
    const index = numberToHex(word === 0n ? slot : word === 1n ? first + 1n : first, { size: 32 })
    await net.node.setStorageAt({
      address: net.world.contracts.keyPool,
      index,
      value: numberToHex(value, { size: 32 }),
    })
    await net.node.mine({ blocks: 1 })
    expect(await read('voter')).toMatchObject(UNREADABLE)
  })
})

describe('nodes', () => {
  test('one that refuses batches answers the same', async () => {
    const answer = await read('voter')
    net.proxy.mode = 'single'
    const again = await net.data(path(`buyer=${addressOf('voter')}`), LotteryKeyCoverage)
    expect(again).toEqual(answer)
  })
})

describe('error', () => {
  test('refuses a token id beyond 256 bits', async () => {
    expect((await net.get(path(`buyer=0x${'1'.repeat(40)}&tokenId=${2n ** 256n}`))).status).toBe(400)
  })
})

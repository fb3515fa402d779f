import { AbiCoder, keccak256 } from 'ethers'
import { beforeAll, describe, expect, test } from 'vitest'
import { addressOf, type AccountRole } from '../../localnet/world/accounts.ts'
import { LotteryKeyCoverage, LotteryKeySnapshot } from '../../schema/lottery/coverage.ts'
import { accountOf, bearer, dataOf, receiptOf, signIn, toAnswer } from '../account/support.ts'
import { patiently } from '../support/patiently.ts'
import { soak } from '../support/soak.ts'
import { startLotteryNet } from './startLotteryNet.ts'
import { goBack } from '../support/restorePoint.ts'
import { useNet } from '../support/useNet.ts'

const DAY = 86_400
const NOWHERE = `0x${'0'.repeat(40)}`
const sessions = new Map<AccountRole, Record<string, string>>()
const net = useNet(() => startLotteryNet({ families: ['account', 'lottery'] }))
beforeAll(async () => {
  for (const role of ['voter', 'bidder', 'owner', 'stranger'] as const)
    sessions.set(role, bearer((await signIn(net.api, accountOf(net, role))).token))
})

const path = '/v1/lottery/key-coverage'
const publish = async (role: AccountRole, body: unknown = {}, headers = sessions.get(role)) =>
  toAnswer(
    await patiently(() =>
      fetch(`${net.sockets['lottery']}${path}`, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json', ...headers },
      }),
    ),
  )
const published = async (role: AccountRole, body: unknown = {}) => dataOf(await publish(role, body), LotteryKeySnapshot)
const mine = (blocks = 1) => net.node.mine({ blocks })
/** A day and a bit of chain time: what was published before binds no stake any more. */
async function nextDay(): Promise<void> {
  await net.chain.setTime(Number((await net.chain.latest()).timestamp) + DAY + 60)
  await mine(2)
}
async function newestBlock() {
  const { number, parentHash } = await net.chain.latest()
  if (number === null) throw new Error('the newest block is pending')
  return { number, parentHash }
}
const preview = (role: AccountRole) => net.data(`${path}?buyer=${addressOf(role)}`, LotteryKeyCoverage)
const moveWallet = (role: AccountRole, profile: string) =>
  net.d1
    .prepare('update profile_wallets set profile_id = ?, canonical = 0 where address = ?')
    .bind(profile, addressOf(role).toLowerCase())
    .run()
const moveBack = (role: AccountRole) =>
  net.d1
    .prepare('update profile_wallets set profile_id = ?, canonical = 1 where address = ?')
    .bind(`profile-${role}`, addressOf(role).toLowerCase())
    .run()

describe('happy', () => {
  test('publishes what counts as of the block before the newest, with a hash that the chain’s data give', async () => {
    await nextDay()
    const newest = await newestBlock()
    const answer = await published('voter')
    const coder = AbiCoder.defaultAbiCoder()
    expect(answer).toMatchObject({
      buyer: addressOf('voter'),
      wallets: [addressOf('voter')],
      blockNumber: String(newest.number - 1n),
      blockHash: newest.parentHash,
      coverageUnits: '3',
      status: 'published',
      snapshotHash: keccak256(
        coder.encode(
          ['uint256', 'address', 'uint256', 'bytes32', 'tuple(uint256,uint256)[]'],
          [31_337, addressOf('voter'), newest.number - 1n, newest.parentHash, [[1n, 3n]]],
        ),
      ),
      validUntilBlock: String(newest.number - 1n + 43_200n),
    })
    const { snapshotId, snapshotHash } = answer
    expect((await preview('voter')).publishedSnapshot).toMatchObject({ snapshotId, snapshotHash, coverageUnits: '3' })
    expect(await net.d1.prepare('select wallet, token_id, amount from key_coverage_stakes').first()).toEqual({
      wallet: addressOf('voter').toLowerCase(),
      token_id: '1',
      amount: '3',
    })
  })

  test('the same again is unchanged; a block later it is published again', async () => {
    await mine()
    const first = await published('voter')
    expect(await published('voter')).toEqual({ ...first, status: 'unchanged' })
    await mine()
    const next = await published('voter')
    expect(next.status).toBe('published')
    expect(BigInt(next.blockNumber)).toBe(BigInt(first.blockNumber) + 1n)
  })

  test('adds up the wallets of an account, under the requested one', async () => {
    await nextDay()
    await moveWallet('bidder', 'profile-voter')
    try {
      const answer = await published('bidder', { buyer: addressOf('bidder') })
      expect(answer).toMatchObject({ buyer: addressOf('bidder'), coverageUnits: '4' })
      expect(answer.wallets).toEqual([addressOf('bidder'), addressOf('voter')])
      expect(answer.keys).toMatchObject([{ tokenId: '1', eligibleStaked: '4', poolSupply: '4' }])
    } finally {
      await moveBack('bidder')
    }
  })

  test('one who has staked nothing publishes that', async () => {
    await mine()
    expect(await published('stranger')).toMatchObject({
      buyer: addressOf('stranger'),
      coverageUnits: '0',
      eligible: false,
      reason: 'no_staked_keys',
      status: 'published',
    })
  })

  test('is for the canonical wallet, unless another is requested', async () => {
    await mine()
    expect((await published('owner')).buyer).toBe(net.world.contracts.wallet)
    expect((await published('owner', { buyer: addressOf('owner') })).wallets).toEqual([
      addressOf('owner'),
      net.world.contracts.wallet,
    ])
  })
})

describe('error', () => {
  test('a snapshot of an older block than the last one is refused', async () => {
    await nextDay()
    const id = await net.node.snapshot()
    await mine(3)
    await published('voter')
    await goBack(net.rpcUrl, id)
    await mine()
    const answer = await publish('voter')
    expect([answer.status, answer.code]).toEqual([409, 'snapshot_stale'])
    await mine(4)
    expect((await published('voter')).status).toBe('published')
  })

  test('stakes that cannot be read publish nothing, and the snapshot that is there stays', async () => {
    await nextDay()
    const before = await published('voter')
    await mine()
    net.proxy.mode = { refuse: ({ method }) => method === 'eth_getStorageAt' }
    const refused = await publish('voter')
    expect([refused.status, refused.code, refused.headers.get('retry-after')]).toEqual([503, 'stakes_unreadable', '5'])
    net.proxy.reset()
    const open = [2n, addressOf('owner'), net.world.contracts.usdc]
    await net.chain.send('owner', net.contract('keyToken'), 'openRoom', open)
    await mine()
    expect((await publish('voter')).code).toBe('stakes_unreadable')
    expect((await preview('voter')).publishedSnapshot).toMatchObject({
      snapshotId: before.snapshotId,
      coverageUnits: '3',
    })
    // The rooms that can be read are published where they are named.
    expect(await published('voter', { tokenIds: ['1'] })).toMatchObject({ coverageUnits: '3', status: 'published' })
    await net.chain.send('owner', net.contract('keyToken'), 'openRoom', [2n, NOWHERE, NOWHERE])
  })

  test.each([
    ['a token id beyond 256 bits', { tokenIds: [String(2n ** 256n)] }],
    ['no room at all', { tokenIds: [] }],
  ])('refuses %s', async (_, body) => {
    expect((await publish('voter', body)).status).toBe(400)
  })
})

describe('security', () => {
  test('nobody publishes under another’s wallet', async () => {
    for (const role of ['stranger', 'bidder'] as const) {
      const answer = await publish(role, { buyer: addressOf('voter') })
      expect([answer.status, answer.code]).toEqual([403, 'wallet_authority_mismatch'])
    }
  })

  test('wants a session, or an agent’s signature: a receipt alone is not enough', async () => {
    const { receipt } = await receiptOf(net.api, 0, accountOf(net, 'agent'))
    expect((await publish('voter', {}, { 'x-siwa-receipt': receipt })).status).toBe(401)
  })

  test('a stake of the newest block, or of less than a day, is in no snapshot', async () => {
    await nextDay()
    await net.chain.send('voter', net.contract('keyPool'), 'stake', [1n])
    expect(await published('voter')).toMatchObject({ totalStaked: '3', coverageUnits: '3' })
    await mine()
    expect(await published('voter')).toMatchObject({ totalStaked: '4', coverageUnits: '3' })
    await net.chain.send('voter', net.contract('keyPool'), 'unstake', [1n])
  })

  test('a wallet that moves to another account counts there a day later', async () => {
    await nextDay()
    const { blockNumber } = await published('voter')
    await moveWallet('voter', 'profile-bidder')
    try {
      await mine(5)
      const answer = await publish('bidder')
      expect([answer.status, answer.code]).toEqual([409, 'stake_already_attributed'])
      expect(Number((await preview('bidder')).publishedSnapshot?.blockNumber ?? 0)).toBeLessThan(Number(blockNumber))
      await nextDay()
      expect(await published('bidder')).toMatchObject({ buyer: addressOf('bidder'), coverageUnits: '4' })
    } finally {
      await moveBack('voter')
    }
  })
})

describe('concurrency', () => {
  test(
    'two buyers who publish one stake at once: one wins, in any order of requests',
    { timeout: 300_000 },
    async () => {
      await moveWallet('bidder', 'profile-voter')
      try {
        for (let round = 0; round < soak(3, 50); round++) {
          await nextDay()
          const claims = Array.from({ length: 10 }, (_, i) => {
            const role = i % 2 === 0 ? ('voter' as const) : ('bidder' as const)
            return publish(role, { buyer: addressOf(role) })
          })
          const answers = await Promise.all(claims)
          const won = answers.filter(({ status }) => status === 200).map((answer) => dataOf(answer, LotteryKeySnapshot))
          expect(won, answers.map(({ status, code }) => `${status} ${code}`).join()).toHaveLength(5)
          expect(new Set(won.map(({ buyer }) => buyer)).size).toBe(1)
          expect(won.filter(({ status }) => status === 'published')).toHaveLength(1)
          const lost = answers.filter(({ status }) => status !== 200)
          expect(new Set(lost.map(({ code }) => code))).toEqual(new Set(['stake_already_attributed']))
          const block = won[0]?.blockNumber ?? ''
          const rows = await net.d1
            .prepare('select buyer from key_coverage_stakes where block_number = ?')
            .bind(Number(block))
            .all<{ buyer: string }>()
          expect(rows.results.map(({ buyer }) => buyer)).toEqual(
            Array.from({ length: 2 }, () => won[0]?.buyer.toLowerCase()),
          )
        }
      } finally {
        await moveBack('bidder')
      }
    },
  )
})

test('snapshots go after ninety days, the newest of a buyer and its stakes stay', async () => {
  const count = async (table: string) =>
    (
      await net.d1
        .prepare(`select count(*) n from ${table} where buyer = ?`)
        .bind(addressOf('voter').toLowerCase())
        .first<{ n: number }>()
    )?.n
  await nextDay()
  await published('voter')
  expect(await count('key_coverage_snapshots')).toBeGreaterThan(3)
  await net.d1
    .prepare('update key_coverage_snapshots set created_at = created_at - ?')
    .bind(91 * DAY)
    .run()
  // Stakes go before the snapshot that they belong to.
  for (let run = 0; run < 2; run++) await net.runSchedule('lottery')
  expect([await count('key_coverage_snapshots'), await count('key_coverage_stakes')]).toEqual([1, 1])
})

// Rooms and wallets stay: nothing comes after this.
test('more wallets in rooms than one answer looks at are refused before their stakes are read', async () => {
  const wallets = Array.from({ length: 7 }, (_, i) => `0x${`a${i}`.repeat(20)}`)
  for (const wallet of wallets)
    await net.d1
      .prepare(
        `insert into profile_wallets (address, profile_id, kind, canonical, linked_at)
         values (?, 'profile-voter', 'owner', 0, 0)`,
      )
      .bind(wallet)
      .run()
  const keyToken = net.contract('keyToken')
  // A pool that holds a key for every room from 2 on: 128 of them with room 1, and 8 wallets.
  for (let room = 2n; room <= 129n; room++) {
    const pool = await net.chain.deploy('KeyStakingPool', [keyToken.address, room])
    await net.chain.send('owner', keyToken, 'openRoom', [room, addressOf('owner'), pool.address])
    await net.node.setStorageAt({ address: pool.address, index: 0, value: `0x${'0'.repeat(63)}1` })
  }
  await mine(2)
  net.proxy.reset()
  const answer = await publish('voter')
  expect([answer.status, answer.code]).toEqual([503, 'stakes_unreadable'])
  expect(answer.json).toMatchObject({ error: expect.stringContaining('tokenIds: is required') })
  expect(net.requestsWith('eth_getStorageAt')).toEqual([])
  expect((await published('voter', { tokenIds: ['1', '2'] })).wallets).toHaveLength(8)
})

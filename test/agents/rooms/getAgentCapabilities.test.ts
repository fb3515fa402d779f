import { encodeAbiParameters, keccak256, numberToHex, pad, type Address } from 'viem'
import { beforeAll, describe, expect, test } from 'vitest'
import { addressOf } from '../../../localnet/world/accounts.ts'
import { seedRooms } from '../../../localnet/seed.ts'
import { governanceRoom, uiRoom } from '../../../functions/agents/rooms/membership/vaultRooms.ts'
import { requestsWith } from '../../account/support.ts'
import { seeded } from '../../support/seeded.ts'
import { CHATAPP, MSGNET, startRoomNet } from './startRoomNet.ts'
import { goBack } from '../../support/restorePoint.ts'
import { useNet } from '../../support/useNet.ts'

const DAY = 86_400
const SHARE = 10n ** 18n
const random = seeded('capabilities')

const net = useNet(() => startRoomNet())
beforeAll(() => net.indexed())

const anyone = (): Address => random.account().address
/** Somebody new who has just got shares of `bidder`. */
async function newHolder(value = 1000n * SHARE): Promise<Address> {
  const wallet = anyone()
  await net.move('bidder', wallet, value)
  return wallet
}
const newestTime = async () => new Date(Number((await net.chain.latest()).timestamp) * 1000).toISOString()
async function pass(seconds: number): Promise<void> {
  await net.chain.setTime(Number((await net.chain.latest()).timestamp) + seconds)
  await net.node.mine({ blocks: 1 })
}
describe('happy', () => {
  test('every room by type, with what it requires and what the wallet has', async () => {
    const { memberships, nextCursor } = await net.capabilities(addressOf('agent'))
    const { vault, shareToken, vault2, shareToken2 } = net.world.contracts
    expect(memberships.map(({ roomKey, statusReason }) => [roomKey, statusReason])).toEqual([
      [MSGNET, 'qualified'],
      ['msgnet:aurora-lobby', 'qualified'],
      ['msgnet:ferry-crew', 'revoked'],
      [CHATAPP, 'qualified'],
      [uiRoom(vault), 'qualified'],
      [governanceRoom(shareToken), 'insufficient_balance'],
    ])
    expect(memberships[0]).toMatchObject({
      qualified: true,
      vault,
      shareToken,
      minBalance: String(1000n * SHARE),
      actualBalance: String(await net.chain.read(net.contract('shareToken'), 'balanceOf', [addressOf('agent')])),
      minHoldSeconds: 7 * DAY,
      qualifiedSinceIsExact: true,
      accessTokenRequired: true,
    })
    expect(memberships[1]).toMatchObject({ qualified: true, minBalance: '0' })
    expect(memberships[2]).toMatchObject({ qualified: false, vault: vault2, shareToken: shareToken2 })
    expect(memberships[3]).toMatchObject({ gracePeriodSeconds: DAY })
    expect(memberships[4]).toMatchObject({ minBalance: '0', accessTokenRequired: false })
    expect(nextCursor).toBeNull()
  })

  test('holding begins with the wrapping that brought the balance to the minimum', async () => {
    const wrapped = await net.membership(addressOf('agent'), MSGNET)
    const held = (Date.now() - Date.parse(wrapped?.qualifiedSince ?? '')) / 1000
    expect(Math.round(held / DAY)).toBe(58)
  })

  test('shares that just came are not held for long enough, and are in time', async () => {
    const id = await net.node.snapshot()
    const wallet = await newHolder()
    const arrived = await newestTime()
    const early = { qualified: false, statusReason: 'insufficient_hold_time', qualifiedSince: arrived }
    expect(await net.membership(wallet, MSGNET)).toMatchObject(early)
    await pass(7 * DAY - 60)
    expect(await net.membership(wallet, MSGNET)).toMatchObject(early)
    await pass(120)
    const late = { qualified: true, statusReason: 'qualified', qualifiedSince: arrived, qualifiedSinceIsExact: true }
    expect(await net.membership(wallet, MSGNET)).toMatchObject(late)
    await goBack(net.rpcUrl, id)
    await net.node.mine({ blocks: 10 })
    await net.indexed()
  })

  test('an interruption of one block restarts it; a transfer to oneself, or of nothing, does not', async () => {
    const [before, agent] = [await net.membership(addressOf('agent'), MSGNET), addressOf('agent')]
    const balance = BigInt(before?.actualBalance ?? 0)
    await net.move('agent', agent, balance)
    await net.move('agent', addressOf('bidder'), balance - 1000n * SHARE)
    await net.chain.send('stranger', net.contract('shareToken'), 'transferFrom', [agent, addressOf('stranger'), 0n])
    expect(await net.membership(agent, MSGNET)).toMatchObject({ qualifiedSince: before?.qualifiedSince })
    await net.move('agent', addressOf('bidder'), 1n)
    expect(await net.membership(agent, MSGNET)).toMatchObject({ statusReason: 'insufficient_balance' })
    await net.move('bidder', agent, balance)
    expect(await net.membership(agent, MSGNET)).toMatchObject({
      statusReason: 'insufficient_hold_time',
      qualifiedSince: await newestTime(),
    })
  })

  test('the onchain owner of a vault needs neither shares nor time, and no rule', async () => {
    const { vault2, shareToken2 } = net.world.contracts
    const { memberships } = await net.capabilities(addressOf('owner'), { shareToken: shareToken2 })
    expect(memberships).toMatchObject([
      { roomKey: 'msgnet:ferry-crew', statusReason: 'revoked', vaultOwner: true },
      { roomKey: uiRoom(vault2), qualified: true, vaultOwner: true, actualBalance: '0' },
      { roomKey: governanceRoom(shareToken2), qualified: true, vaultOwner: true },
    ])
    const other = await net.capabilities(addressOf('agent'), { shareToken: shareToken2 })
    expect(other.memberships.map(({ roomKey }) => roomKey)).toEqual(['msgnet:ferry-crew'])
  })

  test('a share token without rooms has none', async () => {
    expect((await net.capabilities(addressOf('agent'), { shareToken: anyone() })).memberships).toEqual([])
  })

  test('a rule that is switched off, and a room of other contracts', async () => {
    await net.addRoom({ type: 'msgnet', roomKey: 'msgnet:closed', enabled: false })
    await net.addRoom({ type: 'msgnet', roomKey: 'msgnet:strange', vault: net.world.contracts.vault2 })
    expect(await net.membership(addressOf('agent'), 'msgnet:closed')).toBeUndefined()
    const strange = { statusReason: 'not_found', qualified: false }
    expect(await net.membership(addressOf('agent'), 'msgnet:strange')).toMatchObject(strange)
    await net.d1.prepare("delete from room_rules where room_key in ('msgnet:closed', 'msgnet:strange')").run()
  })

  test('rooms of many share tokens come in pages, each once', async () => {
    const tokens = Array.from({ length: 50 }, anyone)
    const vault = anyone()
    const room = await net.addRoom({ type: 'msgnet', roomKey: 'msgnet:page', vault })
    const rooms = tokens.map((shareToken, i) => ({ ...room, vault: anyone(), shareToken, roomKey: `msgnet:page-${i}` }))
    await seedRooms(net.d1, rooms, 1)
    const seen: string[] = []
    let cursor: string | null | undefined
    for (let pages = 0; cursor !== null; pages++) {
      const page = await net.capabilities(addressOf('agent'), cursor === undefined ? {} : { cursor })
      seen.push(...page.memberships.map(({ roomKey }) => roomKey))
      cursor = page.nextCursor
      expect(pages).toBeLessThan(4)
    }
    expect(new Set(seen).size).toBe(seen.length)
    expect(seen).toEqual(expect.arrayContaining(rooms.map(({ roomKey }) => roomKey)))
    await net.d1.prepare("delete from room_rules where room_key like 'msgnet:page%'").run()
  })
})

describe('what is known', () => {
  test('everything but the transfers is one upstream request', async () => {
    net.proxy.reset()
    await net.capabilities(addressOf('owner'))
    expect(requestsWith(net.proxy, addressOf('owner'))).toBe(1)
    net.proxy.reset()
    await net.capabilities(addressOf('voter'))
    expect(requestsWith(net.proxy, addressOf('voter')) - 1).toBeLessThanOrEqual(1)
  })

  test('without an index the node’s logs give the same answer', async () => {
    const [agent, voter] = [addressOf('agent'), addressOf('voter')]
    const known = [await net.membership(agent, MSGNET), await net.membership(voter, MSGNET)]
    await net.withStaleIndex(async () => {
      expect([await net.membership(agent, MSGNET), await net.membership(voter, MSGNET)]).toEqual(known)
    })
  })

  test('transfers that only the node has yet count too', async () => {
    await net.indexed()
    const wallet = await newHolder()
    expect(await net.membership(wallet, MSGNET)).toMatchObject({ qualifiedSince: await newestTime() })
  })

  test('an index of another fork is not believed', async () => {
    await net.indexed()
    const { results } = await net.d1
      .prepare("select checkpoint_hash h from index_streams where stream = 'shares'")
      .all<{ h: string }>()
    await net.d1.prepare("update index_streams set checkpoint_hash = '0x' where stream = 'shares'").run()
    const rows = "delete from logs where stream = 'shares' and topic2 = ?"
    await net.d1
      .prepare(rows)
      .bind(pad(addressOf('borrower')).toLowerCase())
      .run()
    expect(await net.membership(addressOf('borrower'), MSGNET)).toMatchObject({ qualifiedSinceIsExact: true })
    await net.d1
      .prepare("update index_streams set checkpoint_hash = ? where stream = 'shares'")
      .bind(results[0]?.h)
      .run()
  })

  test('logs that cannot be read are an outage, and neither yes nor no', async () => {
    // New holders: no earlier answer stands in.
    const [first, second] = [await newHolder(), await newHolder()]
    const { shareToken } = net.world.contracts
    await net.withStaleIndex(async () => {
      net.proxy.mode = { refuse: ({ method }) => method === 'eth_getLogs' }
      const refused = await net.get({ wallet: first, shareToken })
      expect([refused.status, refused.code]).toEqual([502, 'upstream_failed'])
      const error = { code: -32_005, message: 'query returned more than 10000 results' }
      net.proxy.mode = { replies: ({ method }) => (method === 'eth_getLogs' ? { error } : undefined) }
      const unknown = await net.get({ wallet: second, shareToken })
      expect([unknown.status, unknown.code]).toEqual([503, 'hold_time_unreadable'])
      // No request is made if the time does not decide.
      expect((await net.capabilities(addressOf('stranger'))).memberships).not.toEqual([])
    })
  })

  test('more transfers than are looked at are enough only where the newest of them decide', async () => {
    const wallet = await newHolder()
    await net.indexed()
    const { block_number: block } = (await net.d1
      .prepare("select block_number from logs where stream = 'shares' and topic2 = ? ")
      .bind(pad(wallet).toLowerCase())
      .first<{ block_number: number }>()) ?? { block_number: 0 }
    const { shareToken } = net.world.contracts
    /** The newest transfers of the wallet: to itself, so that its balance stays. */
    const insert = (age: number) =>
      net.d1
        .prepare(
          `insert into logs (chain, stream, block_number, log_index, block_hash, block_time, tx_hash, address, topic0, topic1, topic2, data)
           with recursive n(i) as (select 0 union all select i + 1 from n where i < 5999)
           select (select max(id) from chains), 'shares', ?1, 1000 + i, '0x', ?2, '0x', ?3, '0xt', ?4, ?4, ?5 from n`,
        )
        .bind(
          block,
          Math.floor(Date.now() / 1000) - age,
          shareToken.toLowerCase(),
          pad(wallet).toLowerCase(),
          numberToHex(1n, { size: 32 }),
        )
        .run()
    await insert(60)
    const unknown = await net.get({ wallet, shareToken })
    expect([unknown.status, unknown.code]).toEqual([503, 'hold_time_unreadable'])
    await net.d1.prepare('delete from logs where log_index >= 1000').run()
    await insert(8 * DAY)
    const known = { qualified: true, qualifiedSinceIsExact: false }
    expect(await net.membership(wallet, MSGNET)).toMatchObject(known)
    await net.d1.prepare('delete from logs where log_index >= 1000').run()
    expect(await net.membership(wallet, MSGNET)).toMatchObject({ statusReason: 'insufficient_hold_time' })
  })

  test('transfers that do not add up to the balance are no answer', async () => {
    const { shareToken } = net.world.contracts
    const wallet = await newHolder(5000n * SHARE)
    const slot = keccak256(encodeAbiParameters([{ type: 'address' }, { type: 'uint256' }], [wallet, 0n]))
    await net.node.setStorageAt({ address: shareToken, index: slot, value: numberToHex(2000n * SHARE, { size: 32 }) })
    const answer = await net.get({ wallet, shareToken })
    expect([answer.status, answer.code, answer.headers.get('retry-after')]).toEqual([503, 'hold_time_unreadable', '30'])
  })
})

describe('error', () => {
  test.each([
    ['a cursor that is none', { cursor: 'bm9uZQ' }],
    ['a cursor beside a share token', { cursor: 'bm9uZQ', shareToken: anyone() }],
  ])('refuses %s', async (_, query) => {
    const answer = await net.get({ wallet: addressOf('agent'), ...query })
    expect([answer.status, answer.code]).toEqual([400, 'invalid_request'])
  })
})

describe('security', () => {
  test('a token that names somebody’s vault makes nobody its owner', async () => {
    const { vault } = net.world.contracts
    const fake = await net.chain.deploy('ShareToken', ['Fake', 'FAKE', addressOf('owner')])
    await net.chain.send('owner', fake, 'wire', [vault, addressOf('owner'), addressOf('owner')])
    expect((await net.capabilities(addressOf('owner'), { shareToken: fake.address })).memberships).toEqual([])
  })

  test('transfers of nothing that others make in a wallet’s name do not use up what is looked at', async () => {
    const wallet = addressOf('voter')
    const before = await net.membership(wallet, MSGNET)
    await net.indexed()
    const count = () => net.d1.prepare("select count(*) n from logs where stream = 'shares'").first<number>('n')
    const counted = (await count()) ?? 0
    for (let i = 0; i < 3; i++)
      await net.chain.send('stranger', net.contract('shareToken'), 'transferFrom', [wallet, addressOf('stranger'), 0n])
    await net.indexed()
    expect(await count()).toBe(counted + 3)
    expect(await net.membership(wallet, MSGNET)).toMatchObject({ qualifiedSince: before?.qualifiedSince })
  })
})

import { Memory } from '../../../shared/cache/Memory.ts'
import { createTestClient, encodeFunctionData, http, type Address } from 'viem'
import { getCode } from 'viem/actions'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createEntryCheck } from '../../../functions/lottery/amoe/createEntryCheck.ts'
import { refundEntries } from '../../../functions/lottery/amoe/refundEntries.ts'
import { acceptedEntries } from '../../../functions/lottery/amoe/acceptedEntries.ts'
import { addressOf } from '../../../localnet/world/accounts.ts'
import { openChain, type Chain as Node } from '../../../localnet/world/openChain.ts'
import { AmoeCredits } from '../../../schema/lottery/amoeAnswers.ts'
import { compileSolidity } from '../../../platform/compile.ts'
import { amoeEntryAbi } from '../../../shared/domain/lottery/amoeEntryAbi.ts'
import { encodeStep } from '../../../shared/calldata/encodeStep.ts'
import { createChain } from '../../../shared/chain/chain.ts'
import { parseChainConfig } from '../../../shared/chain/config.ts'
import { createRpc } from '../../../shared/chain/rpc.ts'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import { LOG_BOUNDS } from '../../../shared/events/eventsFromNode.ts'
import { createAmoeProjection } from '../../../functions/lottery/store/amoe.ts'
import { createStore } from '../../../functions/core/store/createStore.ts'
import { dataOf } from '../../account/support.ts'
import { entryOf, hexOf, signed, startAmoeNet, type Member } from './support.ts'
import { minedReceipt } from '../../../localnet/world/minedReceipt.ts'
import { prepared, useNet } from '../../support/useNet.ts'

let node: Node
const net = useNet(() => startAmoeNet())
beforeAll(async () => {
  const artifacts = await compileSolidity({ sources: ['test/lottery/contracts/OtherRouters.sol'] })
  node = await openChain({ rpcUrl: net.rpcUrl, artifacts })
})
const opaque = prepared(() => node.deploy('OpaqueRouter', [net.world.contracts.lotteryManager]))
beforeEach(() => net.proxy.reset())

describe('before an entry is paid', () => {
  /** The check's result for an entry at a router. */
  async function checked(router: Address, creatorCoin: Address = net.world.contracts.creatorCoin): Promise<string> {
    const config = parseChainConfig({ chainId: net.world.chainId, contracts: net.world.contracts })
    const check = createEntryCheck({
      chain: createChain(config, createRpc({ urls: [net.rpcUrl] })),
      now: Date.now,
      memory: new Memory(Date.now),
    })
    const buyer = addressOf('voter')
    const deadline = (await node.latest()).timestamp + 600n
    const step = encodeStep({
      to: router,
      abi: amoeEntryAbi,
      functionName: 'submitAmoeEntry',
      args: [buyer, creatorCoin, `0x${'a7'.repeat(32)}`, deadline, `0x${'00'.repeat(65)}`],
      describe: () => '',
    })
    return check({ buyer, creatorCoin, step }).then(
      () => 'may be paid',
      (error: unknown) => (error instanceof ApiError ? error.message : String(error)),
    )
  }
  const authorise = (router: Address) =>
    net.chain.send('owner', net.contract('lotteryManager'), 'setAuthorizedAmoeRelayer', [router])

  test('a router that takes it, itself or behind a proxy, may be paid', async () => {
    await authorise(opaque.address)
    expect(await checked(opaque.address)).toBe('may be paid')
    const proxy = await node.deploy('RouterProxy', [opaque.address])
    await authorise(proxy.address)
    expect(await checked(proxy.address)).toBe('may be paid')
    await authorise(net.world.contracts.amoeRouter)
  })

  test('one that takes any call, but has no such function, is refused', async () => {
    const silent = await node.deploy('SilentRouter')
    expect(await checked(silent.address)).toMatch(/^role_not_configured: .* does not accept attested entries/)
    expect(await checked(addressOf('stranger'))).toMatch(/^role_not_configured/)
  })

  test('one that the lottery does not know, or that is paused, is refused with its reason', async () => {
    expect(await checked(opaque.address)).toMatch(/^entry_refused: .*NotAuthorized/)
    await authorise(opaque.address)
    await node.send('owner', opaque, 'setPaused', [true])
    expect(await checked(opaque.address)).toMatch(/^entry_refused: .*EnforcedPause/)
    await node.send('owner', opaque, 'setPaused', [false])
    await authorise(net.world.contracts.amoeRouter)
  })

  test('a coin that is not registered is refused, whatever the router says', async () => {
    await authorise(opaque.address)
    expect(await checked(opaque.address, net.world.contracts.usdc)).toMatch(/^entry_refused: creatorCoin: .* not reg/)
    await authorise(net.world.contracts.amoeRouter)
  })
})

describe('a router that does not report its used nonces', () => {
  beforeAll(async () => {
    const client = createTestClient({ mode: 'anvil', transport: http(net.rpcUrl) })
    const code = await getCode(client, { address: opaque.address })
    await net.chain.setCode(net.world.contracts.amoeRouter, hexOf(code ?? ''))
  })

  const member = async (credits: number): Promise<Member> => {
    const [one] = await net.join(1, credits)
    if (!one) throw new Error('nobody joined')
    return one
  }
  const enter = async ({ account, headers }: Member) =>
    entryOf(await net.submit((await signed(net, account)).body, headers))
  const send = ({ to, data }: { to: Address; data: string }) =>
    net.node.sendUnsignedTransaction({ from: addressOf('stranger'), to, data: hexOf(data) })
  const credits = async ({ account }: Member) =>
    dataOf(await net.call(`credits?wallet=${account.address}`), AmoeCredits)
  const statuses = async ({ profileId }: Member) =>
    (
      await net.d1
        .prepare('select status from amoe_entries where profile_id = ? order by status')
        .bind(profileId)
        .all<{ status: string }>()
    ).results.map(({ status }) => status)
  const sweep = () => net.runSchedule('lottery')
  const projected = (all: readonly Member[], count: number) =>
    vi.waitUntil(async () => (await Promise.all(all.map(statuses))).flat().length === count, { timeout: 45_000 })

  test('an entry that no node reports stays pending for a week, and is then refunded', async () => {
    const projection = createAmoeProjection(net.d1)
    const now = Math.floor(Date.now() / 1000)
    const entries = [
      { profileId: 'silent-old', deadline: now - 8 * 86_400 },
      { profileId: 'silent-young', deadline: now - 6 * 86_400 },
    ]
    for (const [i, { profileId, deadline }] of entries.entries())
      await projection.put({ profileId, units: 0, seq: 0 }, [], [silent(profileId, deadline, i)], false)
    const chain = createChain(
      parseChainConfig({ chainId: net.world.chainId, contracts: net.world.contracts }),
      createRpc({ urls: [net.proxy.url] }),
    )
    net.proxy.mode = { refuse: ({ method }) => method === 'eth_getLogs' }
    const called: string[] = []
    const ledger = async (profileId: string): Promise<never> => {
      called.push(profileId)
      throw new Error('asked')
    }
    const evidence = { chain, store: createStore(net.d1), projection, now: Date.now }
    await expect(refundEntries({ ...evidence, ledger, finality: '0' })).rejects.toThrow('ledgers could not be reached')
    expect(called.filter((profileId) => profileId.startsWith('silent'))).toEqual(['silent-old'])
    for (const table of ['amoe_entries', 'amoe_ledgers'])
      await net.d1.prepare(`delete from ${table} where profile_id like 'silent-%'`).run()
  })

  /** Of a router that no index follows. */
  const silent = (profileId: string, deadline: number, i: number) => ({
    nonce: hexOf(`0x${`d${i}`.repeat(32)}`),
    profileId,
    wallet: addressOf('voter'),
    creatorCoin: net.world.contracts.creatorCoin,
    chainId: net.world.chainId,
    target: addressOf('stranger'),
    units: 10_000,
    deadline,
    status: 'attested' as const,
    createdAt: deadline - 600,
    resolvedAt: null,
  })

  // The chain's time is moved; nothing after this enters.
  test('says what is pending, and decides by its events and the deadline', async () => {
    const [taken, left, both] = [await member(100), await member(100), await member(200)]
    await send(await enter(taken))
    const { deadline } = await enter(left)
    await send(await enter(both))
    const last = await enter(both)
    const lost = await member(100)
    const late = await enter(lost)
    await send(late)
    await projected([taken, left, both, lost], 5)
    await sweep()
    expect((await credits(left)).pending).toEqual({ entries: 1, credits: 100, deadline })
    expect(await credits(both)).toMatchObject({ credits: 0, pending: { entries: 2, credits: 200 } })

    await net.chain.setTime(Math.max(late.deadline, last.deadline) + 1)
    await net.node.mine({ blocks: 4 })
    await vi.waitUntil(
      async () => (await Promise.all([taken, left, both, lost].map(statuses))).flat().every((is) => is !== 'attested'),
      { timeout: 45_000, interval: 100 },
    )
    expect(await Promise.all([taken, left, both, lost].map(statuses))).toEqual([
      ['entered'],
      ['refunded'],
      ['entered', 'refunded'],
      ['entered'],
    ])
    const none = { entries: 0, credits: 0, deadline: null }
    expect(await credits(taken)).toMatchObject({ credits: 0, pending: none })
    expect(await credits(left)).toMatchObject({ credits: 100, pending: none })
    expect(await credits(both)).toMatchObject({ credits: 100, pending: none })
    // However often it looks again, nothing is given twice, and no event counts for a second entry.
    for (let i = 0; i < 3; i++) {
      await net.d1
        .prepare("update amoe_entries set status = 'attested' where profile_id = ?")
        .bind(both.profileId)
        .run()
      await sweep()
    }
    expect(await credits(both)).toMatchObject({ credits: 100, pending: none })
  })

  test('one event stands for one entry, and for none that was made later', async () => {
    const { voter, router, creatorCoin } = {
      voter: addressOf('voter'),
      router: net.world.contracts.amoeRouter,
      creatorCoin: net.world.contracts.creatorCoin,
    }
    const now = Number((await node.latest()).timestamp)
    const nonceOf = (digits: string) => hexOf(`0x${digits.repeat(32)}`)
    const rowOf = (digits: string, createdAt: number) => ({
      ...silent('one-event', createdAt + 600, 0),
      nonce: nonceOf(digits),
      wallet: hexOf(voter.toLowerCase()),
      creatorCoin: hexOf(creatorCoin.toLowerCase()),
      target: hexOf(router.toLowerCase()),
    })
    const args = [voter, creatorCoin, nonceOf('e1'), BigInt(now + 600), hexOf(`0x${'00'.repeat(65)}`)] as const
    const data = encodeFunctionData({ abi: amoeEntryAbi, functionName: 'submitAmoeEntry', args })
    // In a block before the clock moves on: after the deadline the router refuses it.
    await minedReceipt(net.node, await send({ to: router, data }))
    await net.chain.setTime(now + 4000)
    await net.node.mine({ blocks: 4 })
    const head = await node.latest()
    const final = { number: Number(head.number), time: Number(head.timestamp) }
    const chain = createChain(
      parseChainConfig({ chainId: net.world.chainId, contracts: net.world.contracts }),
      createRpc({ urls: [net.rpcUrl] }),
    )
    const evidence = { chain, store: createStore(net.d1), projection: createAmoeProjection(net.d1), now: Date.now }
    const [one, two, later] = [rowOf('e1', now - 100), rowOf('e2', now - 50), rowOf('e3', now + 2000)]
    expect(await acceptedEntries(evidence, final, [one, two], [])).toEqual([true, false])
    expect(await acceptedEntries(evidence, final, [two], [one])).toEqual([false])
    expect(await acceptedEntries(evidence, final, [later], [])).toEqual([false])
  })

  test('a node that does not give blocks as old as an entry leaves it open, and stops nothing', async () => {
    const chain = createChain(
      parseChainConfig({ chainId: net.world.chainId, contracts: net.world.contracts }),
      createRpc({ urls: [net.rpcUrl] }),
    )
    const evidence = { chain, store: createStore(net.d1), projection: createAmoeProjection(net.d1), now: Date.now }
    const { number, timestamp } = await node.latest()
    // This node does not have the first block of the range.
    const final = { number: Number(number) + LOG_BOUNDS.span + 100, time: Number(timestamp) }
    const old = silent('old-blocks', final.time - 86_400, 2)
    expect(await acceptedEntries(evidence, final, [old], [])).toEqual([null])
  })
})

import { parseEther, zeroAddress, type Address } from 'viem'
import { getBalance } from 'viem/actions'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addressOf, type AccountRole } from '../../../localnet/world/accounts.ts'
import { bid, deployLaunchArm, launch, type LaunchPlan, tickAt } from '../../../localnet/world/auctions.ts'
import { loadArtifacts } from '../../../localnet/world/loadArtifacts.ts'
import { type Chain, type Contract, openChain } from '../../../localnet/world/openChain.ts'
import { buildAuctionSettlement } from '../../../schema/build/auctionSettlement.ts'
import { BuildStatus } from '../../../schema/build/status.ts'
import { toAnswer } from '../../account/support.ts'
import type { TestNet } from '../../support/localnet.ts'
import { type RpcProxy, startRpcProxy } from '../../support/rpcProxy.ts'
import { build, builtOf, codesOf, send, sessionOf, startBuildNet } from '../support.ts'

let net: TestNet
let proxy: RpcProxy
let chain: Chain
let sessions: Record<'bidder' | 'stranger', Record<string, string>>
beforeAll(async () => {
  net = await startBuildNet({
    families: ['account', 'build'],
    nodeUrl: async (url) => (proxy = await startRpcProxy(url)).url,
  })
  chain = await openChain({ rpcUrl: net.rpcUrl, artifacts: await loadArtifacts() })
  const [bidder, stranger] = await Promise.all([sessionOf(net, 'bidder'), sessionOf(net, 'stranger')])
  sessions = { bidder, stranger }
})
afterAll(async () => {
  await net?.stop()
  await proxy?.stop()
})
beforeEach(() => proxy.reset())

const floor = parseEther('0.0001')
const price = (text: string) => tickAt(parseEther(text), floor)
const { buildAuctionExitBid, buildAuctionClaimTokens } = buildAuctionSettlement
const Exit = buildAuctionExitBid.responses[200].content['application/json'].schema
const Claim = buildAuctionClaimTokens.responses[200].content['application/json'].schema
const ask = (path: string, body: object, headers = sessions.bidder) => build(net.api, `auction/${path}`, headers, body)
const exitOf = async (auction: Address, bidId: number | bigint, headers = sessions.bidder) => {
  const answer = await ask('exitBid', { auction, bidId: String(bidId) }, headers)
  builtOf(answer)
  return Exit.parse(answer.json)
}
const claimOf = async (auction: Address, bidIds: readonly number[]) => {
  const answer = await ask('claimTokens', { auction, bidIds: bidIds.map(String) })
  builtOf(answer)
  return Claim.parse(answer.json)
}

/** An auction of 1 000 share tokens for ether. */
async function open(plan: Partial<LaunchPlan> = {}): Promise<Contract> {
  const { vault, auctionFactory, shareToken } = net.world.contracts
  const launching = await deployLaunchArm(chain, {
    token: chain.at('ShareToken', shareToken),
    currency: zeroAddress,
    vault,
    factory: chain.at('AuctionFactory', auctionFactory),
  })
  return launch(chain, launching, {
    amount: parseEther('1000'),
    steps: [[500_000, 20]],
    floor,
    required: 1n,
    claimDelay: 1,
    ...plan,
  })
}
const offer = (auction: Contract, from: AccountRole, maxPrice: bigint, amount: string) =>
  bid(chain, auction, { from, maxPrice, amount: parseEther(amount), native: true })
const checkpoint = (auction: Contract) => chain.send('owner', auction, 'checkpoint')
const mine = (blocks: number) => chain.mine(blocks, 1)
const ether = (role: AccountRole) => getBalance(chain.client, { address: addressOf(role) })
const tokens = async (role: AccountRole) =>
  BigInt(
    String(await chain.read(chain.at('ShareToken', net.world.contracts.shareToken), 'balanceOf', [addressOf(role)])),
  )

describe('happy', () => {
  test('filled, shared and outbid bids exit as they were built, and are claimed together', async () => {
    const auction = await open()
    await offer(auction, 'bidder', price('0.00015'), '0.12')
    await checkpoint(auction)
    await offer(auction, 'bidder', price('0.0009'), '0.1')
    await offer(auction, 'bidder', price('0.0002'), '0.3')
    await mine(30)
    const [outbid, filled, shared] = [
      await exitOf(auction.address, 0),
      await exitOf(auction.address, 1),
      await exitOf(auction.address, 2),
    ]
    expect([outbid, filled, shared].map(({ settlement, simulation }) => [settlement, simulation.status])).toEqual([
      ['partlyFilled', 'ok'],
      ['filled', 'ok'],
      ['partlyFilled', 'ok'],
    ])
    expect(filled).toMatchObject({ function: 'exitBid(uint256)', owner: addressOf('bidder'), issues: [], warnings: [] })
    expect(shared.args).toMatchObject({ outbidBlock: '0' })
    expect(Number(outbid.args['outbidBlock'])).toBeGreaterThan(Number(outbid.args['lastFullyFilledCheckpointBlock']))
    // Only the second bid is spent whole, so that gas apart the others get something back.
    for (const built of [outbid, shared]) expect((await send(net, 'stranger', built)).status).toBe('success')
    expect((await send(net, 'stranger', filled)).status).toBe('success')

    const claim = await claimOf(auction.address, [0, 1, 2])
    expect(claim).toMatchObject({
      function: 'claimTokensBatch(address,uint256[])',
      owner: addressOf('bidder'),
      token: net.world.contracts.shareToken,
      issues: [],
      simulation: { status: 'ok' },
    })
    const before = await tokens('bidder')
    expect((await send(net, 'bidder', claim)).status).toBe('success')
    expect((await tokens('bidder')) - before).toBe(BigInt(claim.tokens ?? 0))
    expect((await claimOf(auction.address, [1])).warnings).toEqual([expect.stringContaining('Nothing is left')])
  })

  test('an auction that failed refunds the whole budget to the owner, whoever sends the exit', async () => {
    const auction = await open({ required: parseEther('5') })
    await offer(auction, 'bidder', price('0.0005'), '0.5')
    await mine(30)
    const built = await exitOf(auction.address, 0, sessions.stranger)
    expect(built).toMatchObject({
      settlement: 'refunded',
      budget: String(parseEther('0.5')),
      function: 'exitBid(uint256)',
    })
    expect(built.warnings).toEqual([expect.stringContaining(`The bid belongs to ${addressOf('bidder')}`)])
    const before = await ether('bidder')
    expect((await send(net, 'stranger', built)).status).toBe('success')
    expect((await ether('bidder')) - before).toBe(parseEther('0.5'))
    expect(codesOf(builtOf(await ask('claimTokens', { auction: auction.address, bidIds: ['0'] })))).toContain(
      'auction_not_graduated',
    )
  })

  test('an outbid bid leaves before the end by its checkpoints, in two upstream requests', async () => {
    const auction = await open({ steps: [[10_000, 1000]] })
    await offer(auction, 'bidder', price('0.00015'), '0.12')
    await mine(5)
    for (let i = 0; i < 5; i++) await checkpoint(auction)
    expect(codesOf(await exitOf(auction.address, 0))).toEqual(['auction_not_over'])
    await offer(auction, 'voter', price('0.0009'), '0.5')
    await mine(1)
    expect(codesOf(await exitOf(auction.address, 0))).toEqual(['outbid_not_recorded'])
    await checkpoint(auction)
    proxy.reset()
    const built = await exitOf(auction.address, 0)
    expect(proxy.requests.length).toBe(2)
    expect([built.issues, built.settlement, built.simulation.status]).toEqual([[], 'partlyFilled', 'ok'])
    const { hash, status } = await send(net, 'bidder', built)
    expect(status).toBe('success')
    const answer = await toAnswer(await fetch(`${net.api}/v1/build/status?transaction=${hash}`))
    expect(BuildStatus.parse(Reflect.get(Object(answer.json), 'data')).calls[0]?.description).toMatch(/^Exit bid 0 /)
  })

  test('checkpoints are followed over more than one request', async () => {
    const auction = await open({ steps: [[1000, 10_000]] })
    await offer(auction, 'bidder', price('0.00015'), '0.12')
    for (let i = 0; i < 300; i++) await checkpoint(auction)
    await offer(auction, 'voter', price('0.0009'), '0.5')
    await checkpoint(auction)
    proxy.reset()
    const built = await exitOf(auction.address, 0)
    expect([built.simulation.status, proxy.requests.length]).toEqual(['ok', 3])
  })
})

describe('error', () => {
  test('a bid that is not there, has exited, has not exited, or whose claim is not open', async () => {
    const auction = await open({ claimDelay: 50 })
    await offer(auction, 'bidder', price('0.0009'), '0.5')
    await offer(auction, 'voter', price('0.0009'), '0.1')
    await mine(30)
    expect(codesOf(await exitOf(auction.address, 7))).toEqual(['bid_not_found'])
    expect(codesOf(await claimOf(auction.address, [0]))).toEqual(['claim_not_open', 'bid_not_exited'])
    await send(net, 'bidder', await exitOf(auction.address, 0))
    expect(codesOf(await exitOf(auction.address, 0))).toEqual(['bid_already_exited'])
    await mine(60)
    expect(codesOf(await claimOf(auction.address, [0, 9]))).toEqual(['bid_not_found'])
    await send(net, 'voter', await exitOf(auction.address, 1))
    expect(codesOf(await claimOf(auction.address, [0, 1]))).toEqual(['bids_of_several_owners'])
  })

  test.each([
    ['exitBid', { bidId: '-1' }, 'bidId'],
    ['exitBid', {}, 'bidId'],
    ['claimTokens', { bidIds: [] }, 'bidIds'],
    ['claimTokens', { bidIds: ['1', '1'] }, 'bidIds'],
    ['claimTokens', { bidIds: Array.from({ length: 51 }, (_, i) => String(i)) }, 'bidIds'],
  ])('%s refuses %j', async (path, body, field) => {
    const answer = await ask(path, { auction: net.world.contracts.auction, ...body })
    expect(answer).toMatchObject({ status: 400, code: 'invalid_request' })
    expect(JSON.stringify(answer.json)).toContain(field)
  })

  test.each(['shareToken', 'launchArm'] as const)('%s is no auction', async (role) => {
    for (const [path, body] of [
      ['exitBid', { bidId: '0' }],
      ['claimTokens', { bidIds: ['0'] }],
    ] as const)
      expect(await ask(path, { auction: net.world.contracts[role], ...body })).toMatchObject({
        status: 400,
        code: 'invalid_request',
      })
  })

  test('without a node nothing is built: which function it is depends on the bid', async () => {
    proxy.mode = 'drop'
    for (const [path, body] of [
      ['exitBid', { bidId: '0' }],
      ['claimTokens', { bidIds: ['0'] }],
    ] as const)
      expect(await ask(path, { auction: net.world.contracts.auction, ...body })).toMatchObject({
        status: 503,
        code: 'read_needed',
      })
  })
})

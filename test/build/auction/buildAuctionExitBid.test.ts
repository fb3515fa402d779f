import { parseEther } from 'viem'
import { beforeEach, describe, expect, test } from 'vitest'
import { addressOf } from '../../../localnet/world/accounts.ts'
import { BuildStatus } from '../../../schema/build/status.ts'
import { toAnswer } from '../../account/support.ts'
import { codesOf, send } from '../support.ts'
import { price, startSettlementNet } from './settlementNet.ts'
import { useNet } from '../../support/useNet.ts'

const net = useNet(() => startSettlementNet())
beforeEach(() => net.proxy.reset())

describe('happy', () => {
  test('an auction that failed refunds the whole budget to the owner, from any sender', async () => {
    const auction = await net.open({ required: parseEther('5') })
    await net.offer(auction, 'bidder', price('0.0005'), '0.5')
    await net.mine(30)
    const built = await net.exitOf(auction.address, 0, net.stranger)
    expect(built).toMatchObject({
      settlement: 'refunded',
      budget: String(parseEther('0.5')),
      function: 'exitBid(uint256)',
    })
    expect(built.warnings).toEqual([expect.stringContaining(`The bid belongs to ${addressOf('bidder')}`)])
    const refund = String(parseEther('0.5'))
    expect(built.effects).toMatchObject([
      {
        kind: 'native',
        address: addressOf('bidder'),
        certainty: 'certain',
        delta: refund,
        least: refund,
        most: refund,
      },
    ])
    const before = await net.ether('bidder')
    expect((await send(net.net, 'stranger', built)).status).toBe('success')
    expect((await net.ether('bidder')) - before).toBe(parseEther('0.5'))
  })

  test('an outbid bid leaves before the end by its checkpoints, in two upstream requests', async () => {
    const auction = await net.open({ steps: [[10_000, 1000]] })
    await net.offer(auction, 'bidder', price('0.00015'), '0.12')
    await net.mine(5)
    for (let i = 0; i < 5; i++) await net.checkpoint(auction)
    expect(codesOf(await net.exitOf(auction.address, 0))).toEqual(['auction_not_over'])
    await net.offer(auction, 'voter', price('0.0009'), '0.5')
    await net.mine(1)
    expect(codesOf(await net.exitOf(auction.address, 0))).toEqual(['outbid_not_recorded'])
    await net.checkpoint(auction)
    net.proxy.reset()
    const built = await net.exitOf(auction.address, 0)
    expect(net.proxy.requests.length).toBe(2)
    expect([built.issues, built.settlement, built.simulation.status]).toEqual([[], 'partlyFilled', 'ok'])
    const { hash, status } = await send(net.net, 'bidder', built)
    expect(status).toBe('success')
    const answer = await toAnswer(await fetch(`${net.net.api}/v1/build/status?transaction=${hash}`))
    expect(BuildStatus.parse(Reflect.get(Object(answer.json), 'data')).calls[0]?.description).toMatch(/^Exit bid 0 /)
  })

  test('checkpoints are followed over more than one request', async () => {
    const auction = await net.open({ steps: [[1000, 10_000]] })
    await net.offer(auction, 'bidder', price('0.00015'), '0.12')
    for (let i = 0; i < 300; i++) await net.checkpoint(auction)
    await net.offer(auction, 'voter', price('0.0009'), '0.5')
    await net.checkpoint(auction)
    net.proxy.reset()
    const built = await net.exitOf(auction.address, 0)
    expect([built.simulation.status, net.proxy.requests.length]).toEqual(['ok', 3])
  })
})

describe('error', () => {
  test('a bid that is not there, or has exited', async () => {
    const auction = await net.open()
    await net.offer(auction, 'bidder', price('0.0009'), '0.5')
    await net.mine(30)
    expect(codesOf(await net.exitOf(auction.address, 7))).toEqual(['bid_not_found'])
    await send(net.net, 'bidder', await net.exitOf(auction.address, 0))
    expect(codesOf(await net.exitOf(auction.address, 0))).toEqual(['bid_already_exited'])
  })

  test.each([{ bidId: '-1' }, {}])('refuses %j', async (body) => {
    const answer = await net.ask('exitBid', { auction: net.net.world.contracts.auction, ...body })
    expect(answer).toMatchObject({ status: 400, code: 'invalid_request' })
    expect(JSON.stringify(answer.json)).toContain('bidId')
  })

  test.each(['shareToken', 'launchArm'] as const)('%s is no auction', async (role) => {
    const answer = await net.ask('exitBid', { auction: net.net.world.contracts[role], bidId: '0' })
    expect(answer).toMatchObject({ status: 400, code: 'invalid_request' })
  })
})

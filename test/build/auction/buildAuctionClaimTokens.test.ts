import { parseEther } from 'viem'
import { describe, expect, test } from 'vitest'
import { addressOf } from '../../../localnet/world/accounts.ts'
import { codesOf, send } from '../support.ts'
import { price, startSettlementNet } from './settlementNet.ts'
import { useNet } from '../../support/useNet.ts'

const net = useNet(() => startSettlementNet())

describe('happy', () => {
  test('filled, shared and outbid bids exit as they were built, and are claimed together', async () => {
    const auction = await net.open()
    await net.offer(auction, 'bidder', price('0.00015'), '0.12')
    await net.checkpoint(auction)
    await net.offer(auction, 'bidder', price('0.0009'), '0.1')
    await net.offer(auction, 'bidder', price('0.0002'), '0.3')
    await net.mine(30)
    const [outbid, filled, shared] = [
      await net.exitOf(auction.address, 0),
      await net.exitOf(auction.address, 1),
      await net.exitOf(auction.address, 2),
    ]
    expect([outbid, filled, shared].map(({ settlement, simulation }) => [settlement, simulation.status])).toEqual([
      ['partlyFilled', 'ok'],
      ['filled', 'ok'],
      ['partlyFilled', 'ok'],
    ])
    expect(filled).toMatchObject({ function: 'exitBid(uint256)', owner: addressOf('bidder'), issues: [], warnings: [] })
    expect(shared.args).toMatchObject({ outbidBlock: '0' })
    expect(Number(outbid.args['outbidBlock'])).toBeGreaterThan(Number(outbid.args['lastFullyFilledCheckpointBlock']))
    // The second bid is spent whole: nothing but its tokens changes.
    expect(filled.effects).toMatchObject([{ kind: 'bid', id: '1', address: addressOf('bidder'), certainty: 'certain' }])
    for (const built of [outbid, shared, filled]) {
      const before = await net.ether('bidder')
      expect((await send(net.net, 'stranger', built)).status).toBe('success')
      const refund = built.effects?.find(({ kind }) => kind === 'native')
      expect(refund?.certainty).toBe(built === filled ? undefined : 'certain')
      expect((await net.ether('bidder')) - before).toBe(BigInt(refund?.delta ?? 0))
    }

    const claim = await net.claimOf(auction.address, [0, 1, 2])
    expect(claim).toMatchObject({
      function: 'claimTokensBatch(address,uint256[])',
      owner: addressOf('bidder'),
      token: net.net.world.contracts.shareToken,
      issues: [],
      simulation: { status: 'ok' },
    })
    expect(claim.effects).toMatchObject([
      {
        kind: 'token',
        address: addressOf('bidder'),
        certainty: 'bounded',
        delta: claim.tokens,
        least: '0',
        most: claim.tokens,
        reason: expect.stringContaining('anybody can claim'),
      },
      ...[outbid, filled, shared].map(({ effects }, id) => ({
        kind: 'bid',
        id: String(id),
        delta: `-${effects?.find(({ kind }) => kind === 'bid')?.delta}`,
      })),
    ])
    const before = await net.tokens('bidder')
    expect((await send(net.net, 'bidder', claim)).status).toBe('success')
    expect((await net.tokens('bidder')) - before).toBe(BigInt(claim.tokens ?? 0))
    expect((await net.claimOf(auction.address, [1])).warnings).toEqual([expect.stringContaining('Nothing is left')])
  })
})

describe('error', () => {
  test('a bid that is not there, has not exited, or whose claim is not open', async () => {
    const auction = await net.open({ claimDelay: 50 })
    await net.offer(auction, 'bidder', price('0.0009'), '0.5')
    await net.offer(auction, 'voter', price('0.0009'), '0.1')
    await net.mine(30)
    expect(codesOf(await net.claimOf(auction.address, [0]))).toEqual(['claim_not_open', 'bid_not_exited'])
    await send(net.net, 'bidder', await net.exitOf(auction.address, 0))
    await net.mine(60)
    expect(codesOf(await net.claimOf(auction.address, [0, 9]))).toEqual(['bid_not_found'])
    await send(net.net, 'voter', await net.exitOf(auction.address, 1))
    expect(codesOf(await net.claimOf(auction.address, [0, 1]))).toEqual(['bids_of_several_owners'])
  })

  test('an auction that failed sells nothing', async () => {
    const auction = await net.open({ required: parseEther('5') })
    await net.offer(auction, 'bidder', price('0.0005'), '0.5')
    await net.mine(30)
    await send(net.net, 'bidder', await net.exitOf(auction.address, 0))
    expect(codesOf(await net.claimOf(auction.address, [0]))).toEqual(['auction_not_graduated'])
  })

  test.each([
    ['none', []],
    ['one twice', ['1', '1']],
    ['too many', Array.from({ length: 51 }, (_, i) => String(i))],
  ])('refuses %s', async (_, bidIds) => {
    const answer = await net.ask('claimTokens', { auction: net.net.world.contracts.auction, bidIds })
    expect(answer).toMatchObject({ status: 400, code: 'invalid_request' })
    expect(JSON.stringify(answer.json)).toContain('bidIds')
  })

  test.each(['shareToken', 'launchArm'] as const)('%s is no auction', async (role) => {
    const answer = await net.ask('claimTokens', { auction: net.net.world.contracts[role], bidIds: ['0'] })
    expect(answer).toMatchObject({ status: 400, code: 'invalid_request' })
  })
})

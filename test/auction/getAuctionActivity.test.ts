import { Interface } from 'ethers'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { addressOf } from '../../localnet/world/accounts.ts'
import { startAuctionNet } from './startAuctionNet.ts'
import { useNet } from '../support/useNet.ts'

const net = useNet(() => startAuctionNet())
beforeAll(() =>
  vi.waitUntil(async () => (await net.activity(net.world.contracts.auction)).asOf.source === 'index', {
    timeout: 45_000,
  }),
)
beforeEach(() => net.proxy.reset())

const exits = new Interface([
  'event BidExited(uint256 indexed bidId, address indexed owner, uint256 tokensFilled, uint256 currencyRefunded)',
])

describe('getAuctionActivity', () => {
  test('answers the three newest bids of a launch arm’s auction, amounts in the currency', async () => {
    const { launchArm, auction, shareToken } = net.world.contracts
    const answer = await net.activity(launchArm)
    expect(answer).toMatchObject({
      chainId: 31337,
      ccaLaunchArm: launchArm,
      auction,
      isActive: true,
      isGraduated: false,
      currencySymbol: 'ETH',
      currencyDecimals: 18,
      auctionToken: shareToken,
      auctionTokenDecimals: 18,
      limit: 3,
    })
    expect(answer.activity).toMatchObject([
      { kind: 'bid', id: '3', owner: addressOf('agent'), amountDisplay: '1.25', tokensFilled: null },
      { kind: 'bid', id: '2', owner: addressOf('bidder'), amountDisplay: '2', inRange: true },
      { kind: 'bid', id: '1', owner: addressOf('voter'), amountDisplay: '2.5' },
    ])
    const rest = await net.activity(launchArm, `&cursor=${answer.nextCursor}`)
    expect(rest.activity).toMatchObject([{ id: '0', amountDisplay: '1', inRange: false }])
    expect(rest.nextCursor).toBeNull()
  })

  test('shows dollars as dollars: 250 of 6 decimals', async () => {
    const { auctionErc20, launchArmErc20 } = net.world.contracts
    for (const address of [auctionErc20, launchArmErc20]) {
      const { activity, currencySymbol } = await net.activity(address)
      expect(currencySymbol).toBe('USDC')
      expect(activity.map(({ amountDisplay }) => amountDisplay)).toEqual(['120.5', '250'])
    }
  })

  test('keeps what happened after the end: bids, and on request exits and claims', async () => {
    const { auctionGraduated, auctionFailed } = net.world.contracts
    const bids = await net.activity(auctionGraduated)
    expect(bids).toMatchObject({ isActive: false, isGraduated: true })
    expect(bids.activity.map(({ kind, id }) => [kind, id])).toEqual([
      ['bid', '2'],
      ['bid', '1'],
      ['bid', '0'],
    ])
    const all = await net.activity(auctionGraduated, '&kind=all&limit=25')
    expect(all.activity.map(({ kind, id }) => [kind, id])).toEqual([
      ['claim', '1'],
      ['exit', '1'],
      ['bid', '2'],
      ['bid', '1'],
      ['bid', '0'],
    ])
    const exit = all.activity[1]
    const receipt = await net.provider.getTransactionReceipt(String(exit?.transactionHash))
    const log = receipt?.logs.find(({ index }) => index === exit?.logIndex)
    const [, owner, tokens, refund] = exits.decodeEventLog('BidExited', String(log?.data), log?.topics)
    expect(exit).toMatchObject({
      owner,
      tokensFilled: String(tokens),
      currencyRefunded: String(refund),
      priceQ96: null,
      amount: null,
    })
    // The bid was served in full: its 2 ether bought tokens at 0.00046 to 0.00047.
    expect(Number(exit?.tokensFilledDisplay)).toBeGreaterThan(2 / 0.000475)
    expect(Number(exit?.tokensFilledDisplay)).toBeLessThan(2 / 0.00045)
    expect((await net.activity(auctionFailed, '&kind=all')).activity[0]).toMatchObject({
      kind: 'exit',
      owner: addressOf('stranger'),
      currencyRefundedDisplay: '0.1',
      tokensFilledDisplay: '0',
    })
  })

  test('takes the limit into its bounds, and a cursor of the same kind only', async () => {
    const { auctionGraduated } = net.world.contracts
    expect((await net.activity(auctionGraduated, '&limit=999')).limit).toBe(25)
    const { nextCursor } = await net.activity(auctionGraduated, '&kind=all&limit=0')
    expect(nextCursor).not.toBeNull()
    const rest = await net.activity(auctionGraduated, `&kind=all&cursor=${nextCursor}`)
    expect(rest.activity[0]).toMatchObject({ kind: 'exit' })
    const response = await net.ask(auctionGraduated, 'activity', `&cursor=${nextCursor}`)
    expect([response.status, response.headers.get('x-error-code')]).toEqual([400, 'invalid_request'])
  })

  test('a launch arm without an auction has had no activity', async () => {
    const { arm } = await net.deployArm()
    expect(await net.activity(arm.address)).toMatchObject({ auction: null, activity: [], currencyRaised: '0' })
  })
})

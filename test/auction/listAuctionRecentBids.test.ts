import { Interface } from 'ethers'
import { parseEther, parseUnits } from 'viem'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { bid, tickAt } from '../../localnet/world/auctions.ts'
import { addressOf } from '../../localnet/world/accounts.ts'
import type { Contract } from '../../localnet/world/openChain.ts'
import { bidTopics } from '../../shared/domain/auction/auctionEvents.ts'
import { readAuctionEvents } from '../../functions/auction/readAuctionEvents.ts'
import { createChain } from '../../shared/chain/chain.ts'
import { openEventPage } from '../../shared/events/openEventPage.ts'
import { createStore } from '../../functions/core/store/createStore.ts'
import { encodeKeyset } from '../../shared/store/openPage.ts'
import { openNarrowProvider } from '../core/logIndexChain.ts'
import { queryPlan } from '../store/queryPlan.ts'
import { startAuctionNet, type Bids } from './startAuctionNet.ts'
import { prepared, useNet } from '../support/useNet.ts'

const net = useNet(() => startAuctionNet())
const d1 = prepared(() => net.database())
beforeAll(() => indexed(net.world.contracts.auction))
beforeEach(() => net.proxy.reset())

/** Until core's schedule has come to the newest block. */
const indexed = (address: string) =>
  vi.waitUntil(
    async () => {
      const { asOf } = await net.bids(address)
      return asOf.source === 'index' && Number(asOf.blockNumber) === (await net.head())
    },
    { timeout: 45_000 },
  )

/** Runs with the index as if it had not been filled for a day. */
async function withoutIndex(test: () => Promise<void>): Promise<void> {
  await d1.prepare('update chains set checked_at = checked_at - 86400').run()
  try {
    await test()
  } finally {
    await d1.prepare('update chains set checked_at = checked_at + 86400').run()
  }
}

const events = new Interface([
  'event BidSubmitted(uint256 indexed id, address indexed owner, uint256 price, uint128 amount)',
])
/** The signature that deployed auctions announce bids with, from their published code. */
const TOPIC = '0x650baad5cd8ca09b8f580be220fa04ce2ba905a041f764b6a3fe2c848eb70540'

/** The bids of an auction as another library decodes them, newest first. */
async function ownBids(address: string) {
  const logs = await net.provider.getLogs({ address, topics: [TOPIC], fromBlock: 0 })
  return logs.toReversed().map((log) => {
    const [id, owner, priceQ96, amount] = events.decodeEventLog('BidSubmitted', log.data, log.topics)
    return {
      blockNumber: String(log.blockNumber),
      transactionHash: log.transactionHash,
      logIndex: log.index,
      id: String(id),
      owner: String(owner),
      priceQ96: String(priceQ96),
      amount: String(amount),
    }
  })
}

const idsOf = ({ bids }: Bids) => bids.map(({ id }) => id)
const refusal = async (address: string, query: string) => {
  const response = await net.ask(address, 'recentBids', query)
  return [response.status, response.headers.get('x-error-code')]
}

describe('happy', () => {
  test('lists the bids of an auction from the index, newest first, asking the node but for the price', async () => {
    const { auction } = net.world.contracts
    const answer = await net.bids(auction)
    expect(net.proxy.requests.filter(({ calls }) => calls.some(({ method }) => method === 'eth_getLogs'))).toEqual([])
    expect(answer).toMatchObject({
      auction,
      ccaLaunchArm: null,
      asOf: { source: 'index', behindBlocks: 0 },
      currencySymbol: 'ETH',
      currencyDecimals: 18,
      limit: 25,
      nextCursor: null,
      truncated: false,
      toBlock: answer.asOf.blockNumber,
    })
    expect(answer.bids).toMatchObject(await ownBids(auction))
    expect(idsOf(answer)).toEqual(['3', '2', '1', '0'])
    for (const { blockNumber, blockTime } of answer.bids)
      expect(blockTime).toBe((await net.provider.getBlock(Number(blockNumber)))?.timestamp)
  })

  test('resolves a launch arm to its current auction', async () => {
    const { launchArm, auction } = net.world.contracts
    const answer = await net.bids(launchArm)
    expect(answer).toMatchObject({ ccaLaunchArm: launchArm, auction })
    expect(answer.bids).toEqual((await net.bids(auction)).bids)
  })

  test('says which bids are above the current clearing price, not that of the last checkpoint', async () => {
    const { bids, clearingPrice, clearingPriceQ96 } = await net.bids(net.world.contracts.auction)
    expect(Number(clearingPrice)).toBeCloseTo(5.75 / 20_000, 8)
    expect(bids.map(({ inRange }) => inRange)).toEqual([true, true, true, false])
    for (const { priceQ96, inRange } of bids)
      expect(BigInt(priceQ96 ?? 0) > BigInt(clearingPriceQ96 ?? 0)).toBe(inRange)
    expect(Number(bids[0]?.price)).toBeCloseTo(0.001, 7)
  })

  test('a budget is shown in the currency: 120.5 dollars of 6 decimals, not a fraction of a token of 18', async () => {
    const { bids } = await net.bids(net.world.contracts.auctionErc20)
    expect(bids[0]).toMatchObject({ amount: '120500000', amountDisplay: '120.5', owner: addressOf('bidder') })
    expect(Number(bids[0]?.price)).toBeCloseTo(0.08, 5)
  })

  test('an auction that has ended keeps its bids', async () => {
    const { auctionGraduated } = net.world.contracts
    const { bids, asOf } = await net.bids(auctionGraduated)
    // The index follows it, for the launch arm of a vault names it among its past ones.
    expect(asOf.source).toBe('index')
    expect(bids).toMatchObject(await ownBids(auctionGraduated))
    // The last one stands at the final price: it was served in part.
    expect(bids.map(({ inRange }) => inRange)).toEqual([false, true, false])
  })

  test('a launch arm without an auction has no bids', async () => {
    const { arm } = await net.deployArm()
    expect(await net.bids(arm.address)).toMatchObject({
      auction: null,
      bids: [],
      nextCursor: null,
      clearingPrice: null,
    })
  })

  test('bids beyond 2^53 come out to the last digit, and a new one is there at once', async () => {
    const { auction } = net.world.contracts
    const floor = parseEther('0.0001')
    const amount = 123_456_789_012_345_678_901n
    const contract = net.chain.at('ContinuousClearingAuction', auction)
    await bid(net.chain, contract, { from: 'owner', maxPrice: tickAt(parseEther('0.01'), floor), amount, native: true })
    const answer = await net.bids(auction, `&minBlock=${await net.head()}`)
    expect(answer.bids[0]).toMatchObject({ amount: String(amount), amountDisplay: '123.456789012345678901' })
    await indexed(auction)
    expect(idsOf(await net.bids(auction))[0]).toBe('4')
  })
})

describe('pages', () => {
  test('by cursor to the end, each bid once', async () => {
    const { auction } = net.world.contracts
    const all = idsOf(await net.bids(auction))
    const seen: string[] = []
    let query = '&limit=2'
    for (let pages = 0; pages < 5; pages++) {
      const page = await net.bids(auction, query)
      seen.push(...idsOf(page))
      if (page.nextCursor === null) break
      query = `&limit=2&cursor=${page.nextCursor}`
    }
    expect(seen).toEqual(all)
  })

  test('between blocks, decimal or hex, and a block past the head is the head', async () => {
    const { auction } = net.world.contracts
    const { bids } = await net.bids(auction)
    const at = (i: number) => Number(bids[i]?.blockNumber)
    expect(idsOf(await net.bids(auction, `&fromBlock=${at(2)}&toBlock=0x${at(1).toString(16)}`))).toEqual([
      bids[1]?.id,
      bids[2]?.id,
    ])
    const late = await net.bids(auction, `&fromBlock=${at(0)}&toBlock=999999999`)
    expect([idsOf(late), late.toBlock]).toEqual([[bids[0]?.id], late.asOf.blockNumber])
    expect(idsOf(await net.bids(auction, '&toBlock=1'))).toEqual([])
  })

  test('takes the limit into its bounds', async () => {
    const { auction } = net.world.contracts
    expect((await net.bids(auction, '&limit=0')).bids).toHaveLength(1)
    expect((await net.bids(auction, '&limit=100000')).limit).toBe(200)
  })

  test('every page is one seek in the index', async () => {
    const of = { address: net.world.contracts.auction }
    const before = { blockNumber: 1000, logIndex: 0 }
    const plan = await queryPlan(d1, (spied) =>
      createStore(spied).logs.page({ chain: 1, stream: 'auction-bids', of, before, fromBlock: 10, limit: 26 }),
    )
    expect(plan).toMatch(/^SEARCH logs USING INDEX \S+ \(chain=\? AND stream=\? AND address=\? AND /)
    expect(plan).not.toMatch(/TEMP B-TREE|SCAN/)
    const follows = await queryPlan(d1, (spied) => createStore(spied).logIndex.follows(1, 'auction-bids', of.address))
    expect(follows).not.toMatch(/SCAN|TEMP B-TREE/)
  })
})

describe('without the index', () => {
  test('the same bids come from the node, in bounded ranges', () =>
    withoutIndex(async () => {
      const { auction } = net.world.contracts
      const answer = await net.bids(auction)
      expect(answer).toMatchObject({ asOf: { source: 'rpc' }, truncated: false, nextCursor: null })
      expect(answer.bids).toMatchObject(await ownBids(auction))
      const first = await net.bids(auction, '&limit=3')
      const rest = await net.bids(auction, `&limit=3&cursor=${first.nextCursor}`)
      expect([...idsOf(first), ...idsOf(rest)]).toEqual(idsOf(answer))
    }))

  test('an auction that the index does not follow is read from the node', async () => {
    const auction = await launchFresh()
    const maxPrice = tickAt(parseEther('0.001'), parseEther('0.0001'))
    await bid(net.chain, auction, { from: 'agent', maxPrice, amount: 5n, native: true })
    const answer = await net.bids(auction.address)
    expect(answer).toMatchObject({
      asOf: { source: 'rpc' },
      bids: [{ id: '0', amount: '5', owner: addressOf('agent') }],
    })
  })

  test('the early event with a uint256 amount is a bid too', async () => {
    const early = await net.chain.deploy('EarlyAuction', [net.world.contracts.shareToken])
    await net.chain.send('voter', early, 'bid', [7n, 4n << 96n, 2n ** 200n])
    await net.chain.send('voter', early, 'bid', [8n, 3n << 96n, 1n])
    expect((await net.bids(early.address)).bids).toMatchObject([
      { id: '8', price: '3', inRange: false },
      { id: '7', price: '4', inRange: true, amount: String(2n ** 200n), owner: addressOf('voter') },
    ])
  })

  test('more blocks than the bounds let be read are cut, said to be, and go on by cursor', async () => {
    const auction = await launchFresh()
    const maxPrice = tickAt(parseEther('0.001'), parseEther('0.0001'))
    await bid(net.chain, auction, { from: 'agent', maxPrice, amount: 5n, native: true })
    await net.chain.mine(500, 1)
    const narrow = await openNarrowProvider(net.rpcUrl, () => 40)
    try {
      const { chainId, contracts } = net.world
      const config = { chainId, contracts, blockTimeMs: 0, demoVaults: [], startBlock: 0 }
      const chain = createChain(config, narrow.rpc)
      const list = { stream: 'auction-bids', topics: bidTopics(), minBlock: 0 }
      const pageAfter = (cursor?: string) => openEventPage('bids', { cursor, limit: 5 })
      const reader = { chain, store: createStore(d1), now: Date.now }
      const { page: first } = await readAuctionEvents(auction.address, reader, { ...list, page: pageAfter() })
      expect(first).toMatchObject({ events: [], truncated: true })
      const found: number[] = []
      let page = first
      for (let pages = 0; pages < 20 && page.nextCursor !== null; pages++) {
        const next = pageAfter(page.nextCursor)
        page = (await readAuctionEvents(auction.address, reader, { ...list, page: next })).page
        found.push(...page.events.map(({ blockNumber }) => blockNumber))
      }
      expect([found.length, page.truncated]).toEqual([1, false])
      expect(Math.max(...narrow.ranges)).toBeLessThanOrEqual(9_900)
    } finally {
      narrow.server.close()
    }
  })
})

describe('errors', () => {
  test.each([
    ['blocks in the wrong order', '&fromBlock=20&toBlock=10'],
    ['a cursor that is not one', '&cursor=abc'],
    ['a cursor of another list', `&cursor=${encodeKeyset('entries', [1, 1])}`],
    ['a cursor with a negative block', `&cursor=${encodeKeyset('bids', [-1, 0])}`],
    ['a cursor with more in it', `&cursor=${encodeKeyset('bids', [1, 1, 1])}`],
  ])('refuses %s', async (_, query) => {
    expect(await refusal(net.world.contracts.auction, query)).toEqual([400, 'invalid_request'])
  })

  test('another contract is not an auction', async () => {
    expect(await refusal(net.world.contracts.vault, '')).toEqual([404, 'not_an_auction'])
  })
})

/** A running auction that only its launch arm knows. */
async function launchFresh(): Promise<Contract> {
  return net.launch(await net.deployArm(), {
    amount: parseUnits('1000', 18),
    steps: [[10, 1_000_000]],
    floor: parseEther('0.0001'),
    required: 1n,
  })
}

import { Interface } from 'ethers'
import { getAddress, getContractAddress, parseEther, parseUnits, zeroAddress, type Address } from 'viem'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import * as z from 'zod'
import { addressOf, type AccountRole } from '../../../localnet/world/accounts.ts'
import { bid, deployLaunchArm, tickAt } from '../../../localnet/world/auctions.ts'
import { loadArtifacts } from '../../../localnet/world/loadArtifacts.ts'
import { openChain } from '../../../localnet/world/openChain.ts'
import { compileSolidity } from '../../../platform/compile.ts'
import { AuctionBids } from '../../../schema/auction/events.ts'
import { AuctionStatus } from '../../../schema/auction/status.ts'
import { buildAuction } from '../../../schema/build/auction.ts'
import { accountOf, requestsWith, toAnswer } from '../../account/support.ts'
import { createRandom } from '../../support/random.ts'
import {
  build,
  builtOf,
  chainTime,
  codesOf,
  receiptHeaders,
  revertOf,
  rpc,
  send,
  sendAll,
  sessionOf,
  startBuildNet,
} from '../support.ts'
import { FLOOR_Q96, openAuction, SPACING } from './openAuction.ts'
import { prepared, useNet, useRpcProxy } from '../../support/useNet.ts'

const random = createRandom('buildAuctionSubmitBid')

const proxy = useRpcProxy()

const net = useNet(() =>
  startBuildNet({
    families: ['account', 'build', 'auction'],
    demoVaults: ({ contracts }) => [contracts.vault2],
    nodeUrl: proxy.nodeUrl,
  }),
)
const chain = prepared(async () => openChain({ rpcUrl: net.rpcUrl, artifacts: await loadArtifacts() }))
const bidder = prepared(() => sessionOf(net, 'bidder'))
const receipt = prepared(() => receiptHeaders(net))

const Bid = buildAuction.buildAuctionSubmitBid.responses[200].content['application/json'].schema
const submit = (headers: Record<string, string>, body: object) => build(net.api, 'auction/submitBid', headers, body)
const bidOf = (answer: Awaited<ReturnType<typeof submit>>) => {
  builtOf(answer)
  return Bid.parse(answer.json)
}
/** A bid of `role` for itself. */
const own = (role: AccountRole, auction: Address, maxPriceQ96: bigint, amount: bigint) => ({
  from: addressOf(role),
  owner: addressOf(role),
  auction,
  maxPriceQ96: String(maxPriceQ96),
  amountWei: String(amount),
})

const read = async <T>(schema: z.ZodType<T>, path: string): Promise<T> => {
  const { json } = await toAnswer(await fetch(`${net.api}/v1/auction/${path}`))
  return z.object({ success: z.literal(true), data: schema }).parse(json).data
}
const statusOf = (auction: string, minBlock: bigint = 0n) =>
  read(AuctionStatus, `${auction}/status?minBlock=${minBlock}`)

/** The newest bid as the API reports it, once the answer is not older than a block. */
const newestBid = (auction: string, txHash: string) =>
  vi.waitUntil(
    async () =>
      (await read(AuctionBids, `${auction}/recentBids?limit=5`)).bids.find((item) => item.transactionHash === txHash),
    { timeout: 45_000, interval: 50 },
  )

const abi = new Interface([
  'function submitBid(uint256 maxPrice, uint128 amount, address owner, uint256 prevTickPrice, bytes hookData)',
  'function approve(address token, address spender, uint160 amount, uint48 expiration)',
])
const ether = (price: string) => tickAt(parseEther(price), parseEther('0.0001'))
const dollars = (price: string) => tickAt(parseUnits(price, 6), parseUnits('0.02', 6))

describe('for the native currency', () => {
  it('builds a bid that carries its amount, at the tick below, which sent unchanged is the bid that was foretold', async () => {
    const { auction, shareToken } = net.world.contracts
    const before = await statusOf(auction)
    const requested = ether('0.0007') + 12_345n
    const built = bidOf(
      await submit(bidder, { ...own('bidder', auction, requested, parseEther('0.25')), from: undefined }),
    )
    expect(built).toMatchObject({
      to: auction,
      value: String(parseEther('0.25')),
      from: addressOf('bidder'),
      function: 'submitBid(uint256,uint128,address,uint256,bytes)',
      overload: 'submitBid5',
      args: {
        maxPrice: String(ether('0.0007')),
        amount: String(parseEther('0.25')),
        owner: addressOf('bidder'),
        prevTickPrice: String(ether('0.0005')),
        hookData: '0x',
      },
      maxPriceQ96Requested: String(requested),
      maxPriceQ96: String(ether('0.0007')),
      prevTickPriceQ96: String(ether('0.0005')),
      maxPrice: '0.0007',
      tickSpacing: before.tickSpacingQ96,
      clearingPriceQ96: before.current?.clearingPriceQ96,
      clearingPrice: before.current?.clearingPrice,
      minBidPriceQ96: before.minBidPriceQ96,
      minBidPrice: before.minBidPrice,
      currency: zeroAddress,
      currencySymbol: 'ETH',
      currencyDecimals: 18,
      auctionToken: shareToken,
      auctionTokenDecimals: 18,
      approvals: [],
      issues: [],
      simulation: { status: 'ok' },
      calls: { atomicRequired: false, calls: [{ to: auction, value: `0x${parseEther('0.25').toString(16)}` }] },
    })
    expect(built.description).toContain(`Bid 0.25 ETH for ■AURORA (${shareToken}) in the auction ${auction}`)
    expect(built.warnings.join(' ')).toContain(
      `rounded down from 0.000700000000000000001 (${requested} in Q96) to 0.0007 (${ether('0.0007')} in Q96)`,
    )
    expect(abi.decodeFunctionData('submitBid', built.data).toArray()).toEqual([
      ether('0.0007'),
      parseEther('0.25'),
      addressOf('bidder'),
      ether('0.0005'),
      '0x',
    ])

    expect(built.effects).toMatchObject([
      { kind: 'native', address: addressOf('bidder'), certainty: 'certain', delta: String(-parseEther('0.25')) },
      { kind: 'bid', address: auction, certainty: 'certain', before: before.nextBidId, delta: '1' },
    ])
    const [sent] = await sendAll(net, 'bidder', built)
    expect(sent?.status).toBe('success')
    expect(Number(built.simulation.gas) / Number(sent?.gasUsed)).toBeCloseTo(1, 1)
    expect(await newestBid(auction, sent?.hash ?? '')).toMatchObject({
      owner: addressOf('bidder'),
      priceQ96: String(ether('0.0007')),
      amount: String(parseEther('0.25')),
    })
    const after = await statusOf(auction, sent?.blockNumber)
    expect(after.nextBidId).toBe(String(Number(before.nextBidId) + 1))
  })

  it('takes a launch arm for its current auction, and says so', async () => {
    const { auction, launchArm } = net.world.contracts
    const built = bidOf(await submit(receipt, own('agent', launchArm, ether('0.0008'), parseEther('0.1'))))
    expect(built).toMatchObject({ to: auction, auction, issues: [], simulation: { status: 'ok' } })
    expect(built.warnings.join(' ')).toContain(`${launchArm} is a launch arm; the bid goes to its current auction`)
    expect((await sendAll(net, 'agent', built))[0]?.status).toBe('success')
  })

  it('bids for another owner, with data for the hook, and says whose bid it is', async () => {
    const { auction } = net.world.contracts
    const body = { ...own('agent', auction, ether('0.0009'), 7n), owner: addressOf('voter').toLowerCase() }
    const built = bidOf(await submit(receipt, { ...body, hookData: '0xABcd', rounding: 'exact' }))
    expect(built).toMatchObject({
      args: { owner: addressOf('voter'), hookData: '0xabcd' },
      simulation: { status: 'ok' },
    })
    expect(built.description).toContain(`on behalf of ${addressOf('voter')}, with 2 bytes of data`)
    expect(built.warnings.join(' ')).toContain(`belongs to ${addressOf('voter')}, not to the sender`)
    const [sent] = await sendAll(net, 'agent', built)
    expect(await newestBid(auction, sent?.hash ?? '')).toMatchObject({ owner: addressOf('voter'), amount: '7' })
  })

  it('uses the place that was given, where the price is one that was bid', async () => {
    const { auction } = net.world.contracts
    const body = own('agent', auction, ether('0.00095'), 7n)
    const built = bidOf(await submit(receipt, { ...body, prevTickPriceQ96: String(ether('0.0004')) }))
    expect(built).toMatchObject({
      args: { prevTickPrice: String(ether('0.0004')) },
      issues: [],
      simulation: { status: 'ok' },
    })
    expect((await sendAll(net, 'agent', built))[0]?.status).toBe('success')
    // A price that has its place already needs none.
    const again = bidOf(await submit(receipt, { ...body, prevTickPriceQ96: '5' }))
    expect(again).toMatchObject({ args: { prevTickPrice: '5' }, issues: [], simulation: { status: 'ok' } })
  })
})

describe('a price in currency for one whole token', () => {
  const priced = (auction: Address, prices: object) =>
    submit(bidder, { ...own('bidder', auction, 1n, 9n), maxPriceQ96: undefined, ...prices })

  it('is rounded down to the tick, and the answer says so', async () => {
    const { auction } = net.world.contracts
    const built = bidOf(await priced(auction, { maxPrice: '0.00070099', prevTickPrice: '0.0004' }))
    expect(built).toMatchObject({
      args: { maxPrice: String(ether('0.0007')), prevTickPrice: String(ether('0.0004')) },
      maxPriceRequested: '0.00070099',
      maxPrice: '0.0007',
      prevTickPrice: '0.0004',
      tickSpacingDecimal: '0.000001',
    })
    expect(built.warnings.join(' ')).toMatch(/rounded down from 0\.00070099 \(\d+ in Q96\) to 0\.0007 \(/)
    expect(built.description).toContain('at a price of at most 0.0007 ETH')
  })

  it.each(['auction', 'auctionErc20'] as const)('of %s goes in as it came out', async (role) => {
    const auction = net.world.contracts[role]
    const { minBidPrice, minBidPriceQ96, tickSpacingQ96 } = await statusOf(auction)
    const built = bidOf(await priced(auction, { maxPrice: minBidPrice, rounding: 'exact' }))
    expect(built).toMatchObject({ maxPriceQ96: minBidPriceQ96, maxPrice: minBidPrice, issues: [] })
    const higher = bidOf(
      await priced(auction, { maxPriceQ96: String(BigInt(minBidPriceQ96 ?? 0) + 7n * BigInt(tickSpacingQ96 ?? 0)) }),
    )
    const again = bidOf(await priced(auction, { maxPrice: higher.maxPrice }))
    expect(again.data).toBe(higher.data)
    expect(again.warnings).toEqual(higher.warnings)
  })

  it('is named where the auction refuses it', async () => {
    const built = bidOf(await priced(net.world.contracts.auction, { maxPrice: '0.00011' }))
    expect(built.issues).toMatchObject([
      { code: 'price_not_above_clearing', message: expect.stringMatching(/^maxPrice: .* price accepted is [\d.]+ \(/) },
    ])
  })
})

describe('for tokens', () => {
  const amount = parseUnits('40', 6)

  it('builds both approvals for exactly the amount and a bid without value, which sent unchanged succeed', async () => {
    const { auctionErc20, permit2, usdc } = net.world.contracts
    await chain.send('owner', chain.at('Usdc', usdc), 'mint', [addressOf('agent'), 3n * amount])
    const built = bidOf(
      await submit(receipt, { ...own('agent', auctionErc20, dollars('0.1'), amount), from: undefined }),
    )
    const [first, second, ...others] = built.approvals
    expect(others).toEqual([])
    expect(first).toMatchObject({
      to: usdc,
      function: 'approve(address,uint256)',
      args: { spender: permit2, amount: String(amount) },
    })
    expect(second).toMatchObject({
      to: permit2,
      function: 'approve(address,address,uint160,uint48)',
      args: { token: usdc, spender: auctionErc20, amount: String(amount) },
    })
    for (const part of ['40 USDC', usdc, auctionErc20, permit2]) expect(second?.description).toContain(part)
    const [, , , expiration] = abi.decodeFunctionData('approve', second?.data ?? '0x')
    expect(expiration - (await chainTime(net))).toBe(86_400n)
    expect(built).toMatchObject({
      to: auctionErc20,
      value: '0',
      currency: usdc,
      currencyDecimals: 6,
      maxPrice: expect.stringMatching(/^0\.0999/),
      issues: [],
      simulation: { status: 'ok' },
      calls: { atomicRequired: true, calls: [{ to: usdc }, { to: permit2 }, { to: auctionErc20, value: '0x0' }] },
    })
    expect(built.description).toContain(`Bid 40 USDC (${usdc})`)
    // Both allowances are used up, so only the second, with its end, differs from before.
    expect(built.effects).toMatchObject([
      { kind: 'token', contract: usdc, address: addressOf('agent'), certainty: 'certain', delta: String(-amount) },
      { kind: 'permit2_allowance', spender: auctionErc20, certainty: 'certain', after: '0', until: String(expiration) },
      { kind: 'bid', address: auctionErc20, certainty: 'certain', delta: '1' },
    ])
    const usdcBefore = await chain.read(chain.at('Usdc', usdc), 'balanceOf', [addressOf('agent')])
    const sent = await sendAll(net, 'agent', built)
    const usdcAfter = await chain.read(chain.at('Usdc', usdc), 'balanceOf', [addressOf('agent')])
    expect(BigInt(String(usdcBefore)) - BigInt(String(usdcAfter))).toBe(amount)
    expect(sent.map(({ status }) => status)).toEqual(['success', 'success', 'success'])
    expect(await newestBid(auctionErc20, sent[2]?.hash ?? '')).toMatchObject({
      owner: addressOf('agent'),
      amount: String(amount),
    })
  })

  it('asks only for what is short, or what ends before the bid can be mined', async () => {
    const { auctionErc20, permit2, usdc } = net.world.contracts
    const [token, permit] = [chain.at('Usdc', usdc), chain.at('Permit2', permit2)]
    const to = async () => {
      const built = bidOf(await submit(receipt, own('agent', auctionErc20, dollars('0.11'), amount)))
      expect(built).toMatchObject({ issues: [], simulation: { status: 'ok' } })
      return built.approvals.map((approval) => approval.to)
    }
    const allow = async (limit: bigint, seconds: bigint) =>
      chain.send('agent', permit, 'approve', [usdc, auctionErc20, limit, (await chainTime(net)) + seconds])
    // The allowances of the bid before are used up.
    expect(await to()).toEqual([usdc, permit2])
    await chain.send('agent', token, 'approve', [permit2, amount])
    expect(await to()).toEqual([permit2])
    await allow(amount, 1000n)
    expect(await to()).toEqual([])
    await allow(amount, 60n)
    expect(await to()).toEqual([permit2])
    await allow(amount - 1n, 1000n)
    expect(await to()).toEqual([permit2])
    await chain.send('agent', token, 'approve', [permit2, amount - 1n])
    await allow(amount, 1000n)
    expect(await to()).toEqual([usdc])
  })

  it('the bid alone, without its approvals, reverts by the name that the auction gives it', async () => {
    const { auctionErc20, permit2, usdc } = net.world.contracts
    await chain.send('agent', chain.at('Usdc', usdc), 'approve', [permit2, 0n])
    const built = bidOf(await submit(receipt, own('agent', auctionErc20, dollars('0.11'), amount)))
    const { status, hash } = await send(net, 'agent', built)
    expect([status, await revertOf(net, hash)]).toEqual(['reverted', 'TransferFromFailed'])
  })
})

describe('security', () => {
  it('an auction that counts no bid, and takes tokens on the side, has unexpected effects', async () => {
    const { auction, usdc } = net.world.contracts
    const accomplice = addressOf('stranger')
    const compiled = await compileSolidity({ sources: ['test/build/auction/contracts/GreedyAuction.sol'] })
    const attacker = await openChain({ rpcUrl: net.rpcUrl, artifacts: { ...(await loadArtifacts()), ...compiled } })
    const greedy = await attacker.deploy('GreedyAuction', [auction, usdc, accomplice], 'stranger')
    await chain.send('owner', chain.at('Usdc', usdc), 'mint', [addressOf('bidder'), 7n])
    await chain.send('bidder', chain.at('Usdc', usdc), 'approve', [greedy.address, 7n])
    const body = { ...own('bidder', greedy.address, ether('0.0007'), parseEther('0.25')), allowUnproven: true }
    const built = bidOf(await submit(bidder, body))
    expect(built.issues).toMatchObject([
      { code: 'contract_not_proven' },
      { code: 'unexpected_effect', message: expect.stringContaining('keeps its bids; 1 was expected') },
      { code: 'unexpected_effect', message: expect.stringContaining(`loses 7 base units of ${usdc} to ${accomplice}`) },
    ])
    expect(built.effects).toMatchObject([{ kind: 'native' }, { kind: 'bid', certainty: 'unknown', delta: '0' }])
  })
})

describe('what it costs', () => {
  it('two upstream requests, the read and the simulation, for an auction and for a launch arm', async () => {
    const { launchArm, auctionErc20 } = net.world.contracts
    // Of an auction that nobody else reads, and elsewhere by a sender that nobody else names.
    const { address } = await openAuction(chain, net.world)
    for (const auction of [address, launchArm, auctionErc20]) {
      const from = random.address()
      proxy.reset()
      bidOf(await submit(bidder, { ...own('bidder', auction, ether('0.0007'), 5n), from }))
      expect(requestsWith(proxy, from)).toBe(2)
      if (auction === address) expect(requestsWith(proxy, address)).toBe(2)
    }
  })

  it('is answered as no-store, with the block it was determined at', async () => {
    const { headers, json } = await submit(bidder, own('bidder', net.world.contracts.auction, ether('0.0007'), 5n))
    expect(headers.get('cache-control')).toBe('no-store')
    expect(json).toMatchObject({ asOf: { blockNumber: headers.get('x-as-of-block') } })
  })
})

describe('the place of a price', () => {
  const at = (i: number) => FLOOR_Q96 + BigInt(i) * SPACING
  let crowded: Address
  beforeAll(async () => {
    const auction = await openAuction(chain, net.world)
    crowded = auction.address
    for (let i = 1; i <= 80; i++)
      await bid(chain, auction, { from: 'stranger', maxPrice: at(2 * i), amount: 1n, native: true })
  })

  it('is found among many prices in one request, and spares the auction its own search', async () => {
    const built = bidOf(await submit(bidder, own('bidder', crowded, at(101), 5n)))
    expect(built.prevTickPriceQ96).toBe(String(at(100)))
    const { shorter } = { shorter: new Interface(['function submitBid(uint256,uint128,address,bytes) payable']) }
    const floorUp = shorter.encodeFunctionData('submitBid', [at(103), 5n, addressOf('bidder'), '0x'])
    const long = await send(net, 'bidder', { to: crowded, data: floorUp, value: '5' })
    const [short] = await sendAll(net, 'bidder', built)
    expect([long.status, short?.status]).toEqual(['success', 'success'])
    expect(Number(long.gasUsed) - Number(short?.gasUsed)).toBeGreaterThan(100_000)
  })

  it('of a first bid is the floor itself, found or given, without a warning', async () => {
    const { address: fresh } = await openAuction(chain, net.world)
    const [found, given] = await Promise.all(
      [{}, { prevTickPriceQ96: String(FLOOR_Q96) }].map(async (hint) =>
        bidOf(await submit(bidder, { ...own('bidder', fresh, at(50), 5n), ...hint })),
      ),
    )
    for (const built of [found, given]) {
      expect(built).toMatchObject({ prevTickPriceQ96: String(FLOOR_Q96), issues: [], simulation: { status: 'ok' } })
      expect(built?.warnings).toEqual(['A bid cannot be withdrawn before it is outbid or the auction ends.'])
    }
  })

  it('past 64 prices is the last one that was reached, which is taken all the same', async () => {
    const built = bidOf(await submit(bidder, own('bidder', crowded, at(159), 5n)))
    // From the lowest price above the clearing price, which is the second of the list.
    expect(BigInt(built.prevTickPriceQ96)).toBeGreaterThanOrEqual(at(2 * 60))
    expect(BigInt(built.prevTickPriceQ96)).toBeLessThan(at(2 * 68))
    expect(built.warnings.join(' ')).toContain(
      `was not found; the auction searches for it from ${built.prevTickPriceQ96} upwards`,
    )
    expect(built).toMatchObject({ issues: [], simulation: { status: 'ok' } })
    expect((await sendAll(net, 'bidder', built))[0]?.status).toBe('success')
  })

  it('is found price by price where a node refuses the lens, in bounded requests, and the same is said', async () => {
    const lens = ({ method, params }: { method: string; params: readonly unknown[] }) =>
      method === 'eth_call' && !('to' in Object(params[0]))
    for (const [price, below] of [
      [13, 12],
      [77, 76],
    ] as const) {
      proxy.reset()
      const bid = own('bidder', crowded, at(price), 5n)
      const expected = bidOf(await submit(bidder, bid))
      expect(expected.prevTickPriceQ96).toBe(String(at(below)))
      proxy.reset()
      proxy.mode = { refuse: lens }
      expect(bidOf(await submit(bidder, bid))).toEqual(expected)
      expect(requestsWith(proxy, crowded)).toBeLessThanOrEqual(70)
    }
  })
})

describe('what only the chain knows', () => {
  const hook: Address = getContractAddress({ from: addressOf('stranger'), nonce: 2n ** 40n })
  const cases: {
    name: string
    open: () => Promise<Address>
    price?: bigint
    change?: object
    code: string
    reverts: string
  }[] = [
    {
      name: 'an auction that has not begun',
      open: async () => (await openAuction(chain, net.world, { delay: 5000 })).address,
      code: 'auction_not_started',
      reverts: 'AuctionNotStarted',
    },
    {
      name: 'an auction without tokens',
      open: async () => {
        const { address } = await openAuction(chain, net.world, { hasTokens: false })
        await chain.mine(1, 0)
        return address
      },
      code: 'tokens_not_received',
      reverts: 'TokensNotReceived',
    },
    {
      name: 'an auction that begins with the next block, without tokens',
      open: async () => (await openAuction(chain, net.world, { hasTokens: false })).address,
      code: 'tokens_not_received',
      reverts: 'TokensNotReceived',
    },
    {
      name: 'an auction that is over',
      open: async () => net.world.contracts.auctionGraduated,
      price: ether('0.9'),
      code: 'auction_over',
      reverts: 'AuctionIsOver',
    },
    {
      name: 'an auction that has one block left, in which nothing can be mined any more',
      open: async () => {
        const { address } = await openAuction(chain, net.world, { steps: [[1_000_000, 10]] })
        await chain.mine(10, 0)
        return address
      },
      code: 'auction_over',
      reverts: 'AuctionIsOver',
    },
    {
      name: 'an auction that has sold everything',
      open: async () => {
        const steps = [
          [10_000_000, 1],
          [0, 1000],
        ] as const
        const { address } = await openAuction(chain, net.world, { steps })
        await chain.mine(3, 0)
        return address
      },
      code: 'auction_sold_out',
      reverts: 'AuctionSoldOut',
    },
    {
      name: 'a price that the auction’s last word still allows, and its next checkpoint does not',
      open: async () => net.world.contracts.auction,
      price: ether('0.00011'),
      code: 'price_not_above_clearing',
      reverts: 'BidMustBeAboveClearingPrice',
    },
    {
      name: 'a price that bids of the newest block leave behind in the next',
      open: async () => {
        const auction = await openAuction(chain, net.world)
        const maxPrice = 10n * FLOOR_Q96
        await bid(chain, auction, { from: 'stranger', maxPrice, amount: parseEther('0.5'), native: true })
        return auction.address
      },
      code: 'price_not_above_clearing',
      reverts: 'BidMustBeAboveClearingPrice',
    },
    {
      name: 'a price of less than a tick',
      open: async () => net.world.contracts.auction,
      price: 5n,
      code: 'price_not_above_clearing',
      reverts: 'BidMustBeAboveClearingPrice',
    },
    {
      name: 'a price above the highest',
      open: async () => net.world.contracts.auction,
      price: 2n ** 256n - 1n,
      code: 'price_too_high',
      reverts: 'InvalidBidPriceTooHigh',
    },
    {
      name: 'a place that is not a price',
      open: async () => net.world.contracts.auction,
      price: ether('0.00071'),
      change: { prevTickPriceQ96: String(ether('0.00055')) },
      code: 'invalid_tick_hint',
      reverts: 'TickPreviousPriceInvalid',
    },
    {
      name: 'a hook that refuses',
      open: async () => {
        await chain.setCode(hook, '0x60006000fd')
        return (await openAuction(chain, net.world, { hook })).address
      },
      code: 'would_revert',
      reverts: 'ValidationHookCallFailed',
    },
    {
      name: 'more tokens than the sender holds',
      open: async () => net.world.contracts.auctionErc20,
      price: dollars('0.12'),
      change: { from: addressOf('stranger') },
      code: 'insufficient_balance',
      reverts: 'TransferFromFailed',
    },
  ]
  it.each(cases)(
    'reports $name as an issue and by simulation; sent anyway, it reverts with that error',
    async ({ open, price = FLOOR_Q96 + 5n * SPACING, change, code, reverts }) => {
      const auction = await open()
      const role = change && 'from' in change ? 'stranger' : 'bidder'
      const built = bidOf(await submit(bidder, { ...own('bidder', auction, price, 9n), ...change }))
      expect(codesOf(built)).toEqual([code])
      expect(built.issues[0]?.reverts).toBe(reverts)
      expect(built.simulation).toMatchObject({
        status: 'revert',
        error: { name: reverts, call: built.calls.calls.length - 1 },
      })
      const last = (await sendAll(net, role, built)).at(-1)
      expect(last?.status).toBe('reverted')
      expect(last && (await revertOf(net, last.hash))).toBe(reverts)
    },
  )

  it('names the lowest price, which is then taken', async () => {
    const { auction } = net.world.contracts
    const built = bidOf(await submit(bidder, own('bidder', auction, ether('0.00011'), 9n)))
    const { clearingPriceQ96, minBidPriceQ96 } = await statusOf(auction)
    expect(BigInt(clearingPriceQ96)).toBeLessThan(BigInt(minBidPriceQ96 ?? 0))
    expect(built.issues).toMatchObject([{ minBidPriceQ96, clearingPriceQ96: built.clearingPriceQ96 }])
    expect(built.minBidPriceQ96).toBe(minBidPriceQ96)
    const taken = bidOf(await submit(bidder, own('bidder', auction, BigInt(minBidPriceQ96 ?? 0), 9n)))
    expect(taken).toMatchObject({ issues: [], simulation: { status: 'ok' } })
    expect(taken.warnings.join(' ')).toContain('the lowest price that is accepted now')
  })

  it.each(['eth_simulateV1', 'eth_call'])(
    'reports by %s that the sender does not have the ether, which no node would send',
    async (method) => {
      const { auction } = net.world.contracts
      const poor = '0x00000000000000000000000000000000000000A7'
      const body = { ...own('bidder', auction, ether('0.0007'), 9n), from: poor }
      if (method === 'eth_call') {
        proxy.mode = { refuse: (call) => call.method === 'eth_simulateV1' }
        // From here on it is known that the node does not offer it.
        await submit(bidder, body)
      }
      const built = bidOf(await submit(bidder, body))
      expect(built.issues).toMatchObject([
        {
          code: 'insufficient_balance',
          token: zeroAddress,
          balance: '0',
          needed: '9',
          message: expect.stringContaining('0 ETH'),
        },
      ])
      expect(built.simulation).toMatchObject({
        status: 'revert',
        error: { call: 0, name: null, message: expect.stringMatching(/^insufficient funds/) },
      })
      const refused = await rpc(net.rpcUrl, 'eth_call', [
        { from: poor, to: auction, data: built.data, value: '0x9' },
        'latest',
      ])
      expect(refused).toMatchObject({ error: { message: expect.stringMatching(/insufficient funds/i) } })
    },
  )

  it('warns where the whole balance is bid', async () => {
    const rich = getAddress('0x00000000000000000000000000000000000000a8')
    await rpc(net.rpcUrl, 'anvil_setBalance', [rich, '0x9'])
    const built = bidOf(
      await submit(bidder, { ...own('bidder', net.world.contracts.auction, ether('0.0007'), 9n), from: rich }),
    )
    expect(built.issues).toEqual([])
    expect(built.warnings.join(' ')).toContain('nothing is left for gas')
  })
})

describe('nodes', () => {
  it.each(['drop', { status: 500 }, { status: 429, retryAfter: 7 }, { chainId: 1 }] as const)(
    'is 503 read_needed with a node that says %j: value and price depend on what is read',
    async (mode) => {
      proxy.mode = mode
      const answer = await submit(bidder, own('bidder', net.world.contracts.auction, ether('0.0007'), 5n))
      expect(answer).toMatchObject({ status: 503, code: 'read_needed' })
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
    },
  )

  it('answers what it read when only the simulation fails', async () => {
    proxy.mode = {
      refuse: ({ method, params }) =>
        method === 'eth_simulateV1' || (method === 'eth_call' && JSON.stringify(params[0]).includes('"from"')),
    }
    const { auctionErc20 } = net.world.contracts
    const built = bidOf(
      await submit(bidder, { ...own('bidder', auctionErc20, dollars('0.2'), 5000n), from: addressOf('stranger') }),
    )
    expect(built).toMatchObject({ simulation: { status: 'unavailable' }, issues: [{ code: 'insufficient_balance' }] })
    expect(built.approvals).toHaveLength(2)
  })
})

describe('what the body alone proves, or what the address is', () => {
  const good = () => own('bidder', net.world.contracts.auction, ether('0.0007'), 5n)
  it.each([
    ['auction', { auction: zeroAddress }],
    ['maxPriceQ96', { maxPriceQ96: '0' }],
    ['maxPriceQ96', { maxPriceQ96: String(2n ** 256n) }],
    ['amountWei', { amountWei: 0 }],
    ['amountWei', { amountWei: String(2n ** 128n) }],
    ['owner', { owner: zeroAddress }],
    ['hookData', { hookData: '0x1' }],
    ['hookData', { hookData: 'ab' }],
    ['prevTickPriceQ96', { prevTickPriceQ96: '0' }],
    ['prevTickPriceQ96', { prevTickPriceQ96: '5', maxPriceQ96: '5' }],
    ['prevTickPrice', { prevTickPrice: '1' }],
    ['rounding', { rounding: 'up' }],
    ['maxPrice', { maxPriceQ96: undefined, maxPrice: '5e-4' }],
    ['maxPrice', { maxPriceQ96: undefined, maxPrice: '9'.repeat(78) }],
    ['maxPrice', { maxPriceQ96: undefined, maxPrice: '0.0007000000001', rounding: 'exact' }],
    ['prevTickPrice', { prevTickPrice: '0.0005', prevTickPriceQ96: '5' }],
    ['maxPriceQ96', { rounding: 'exact', maxPriceQ96: String(ether('0.0007') + 1n) }],
  ])('refuses a wrong %s: %j', async (field, change) => {
    const answer = await submit(bidder, { ...good(), ...change })
    expect(answer).toMatchObject({ status: 400, code: 'invalid_request' })
    expect(answer.json).toMatchObject({ error: expect.stringMatching(new RegExp(`^invalid_request: ${field}: .`)) })
  })

  it('names both forms of a price if both are given, and if neither is', async () => {
    const errorOf = async (change: object) => (await submit(bidder, { ...good(), ...change })).json
    expect(await errorOf({ maxPrice: '0.0007' })).toEqual({
      success: false,
      error: 'invalid_request: maxPrice: must not be given together with maxPriceQ96',
    })
    expect(await errorOf({ maxPriceQ96: undefined })).toEqual({
      success: false,
      error: 'invalid_request: maxPriceQ96: is required unless maxPrice is given',
    })
  })

  it('names the bounds, and the prices beside one that is not a tick', async () => {
    expect((await submit(bidder, { ...good(), amountWei: '0' })).json).toMatchObject({
      error: `invalid_request: amountWei: must be between 1 and ${2n ** 128n - 1n}`,
    })
    const spacing = ether('0.0001') / 100n
    const { json } = await submit(bidder, { ...good(), rounding: 'exact', maxPriceQ96: String(ether('0.0007') + 1n) })
    expect(json).toMatchObject({
      error: `invalid_request: maxPriceQ96: must be a multiple of the tick spacing 0.000001 (${spacing} in Q96); the nearest multiples are 0.0007 (${ether('0.0007')} in Q96) and 0.000701 (${ether('0.0007') + spacing} in Q96)`,
    })
  })

  it('refuses what is not an auction: no contract, another kind, a launch arm without one', async () => {
    const { contracts } = net.world
    const { arm } = await deployLaunchArm(chain, {
      token: chain.at('ShareToken', contracts.shareToken),
      currency: zeroAddress,
      vault: contracts.vault,
      factory: chain.at('AuctionFactory', contracts.auctionFactory),
    })
    for (const [auction, text] of [
      [accountOf(net, 'stranger').address, 'there is no contract at'],
      [contracts.usdc, 'neither clearingPrice() as an auction nor currentAuction() as a launch arm'],
      [contracts.vault, 'neither clearingPrice()'],
      [arm.address, 'has no current auction'],
    ] as const) {
      const answer = await submit(bidder, { ...good(), auction })
      expect(answer).toMatchObject({ status: 400, code: 'invalid_request' })
      expect(answer.json).toMatchObject({ error: expect.stringContaining('invalid_request: auction: ') })
      expect(answer.json).toMatchObject({ error: expect.stringContaining(text) })
    }
  })

  it('never bids for a demo vault or its share token', async () => {
    const { vault2, shareToken2 } = net.world.contracts
    for (const owner of [vault2, shareToken2]) {
      const answer = await submit(bidder, { ...good(), owner })
      expect(answer).toMatchObject({ status: 403, code: 'demo_vault' })
      expect(answer.json).toMatchObject({ error: expect.stringMatching(/^demo_vault: owner: 0x/) })
    }
  })
})

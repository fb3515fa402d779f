import { Contract } from 'ethers'
import { numberToHex, parseEther, parseUnits } from 'viem'
import { beforeEach, describe, expect, test } from 'vitest'
import { bid, floorOf, tickAt } from '../../localnet/world/auctions.ts'
import { deployAltered } from '../support/deployAltered.ts'
import { BLOCK_TIME_MS, startAuctionNet, type Status } from './startAuctionNet.ts'
import { useNet } from '../support/useNet.ts'

const net = useNet(() => startAuctionNet())
beforeEach(() => net.proxy.reset())

const CHECKPOINT = 'tuple(uint256 price, uint256 raised, uint256 perPrice, uint24 mps, uint64 prev, uint64 next)'
const uint = (name: string, type = 'uint256') => `function ${name}() view returns (${type})`
const AUCTION = [
  ...['clearingPrice', 'currencyRaised', 'totalCleared', 'floorPrice', 'tickSpacing', 'MAX_BID_PRICE'].map((name) =>
    uint(name),
  ),
  ...['startBlock', 'endBlock', 'claimBlock', 'lastCheckpointedBlock'].map((name) => uint(name, 'uint64')),
  uint('nextBidId'),
  uint('totalSupply', 'uint128'),
  'function isGraduated() view returns (bool)',
  'function currency() view returns (address)',
  'function token() view returns (address)',
  `function checkpoint() returns (${CHECKPOINT})`,
]
const ARM = [
  'function getAuctionStatus() view returns (address, bool, bool, uint256, uint256)',
  'function getLifecycleStatus() view returns (tuple(uint8, address, bool, bool, bool, bool, bool, bool, bool, uint64, uint64, uint64, uint64, uint64, uint256, uint256, uint256))',
  'function getBackingTelemetry() view returns (address, uint256, uint256, uint256, uint256, int256, int256)',
  'function getPastAuctions() view returns (address[])',
  'function auctionCount() view returns (uint256)',
]

/** One value at the block of an answer, as another library reads it. */
const readerOf =
  (abi: string[]) =>
  (address: string, { asOf }: Status) =>
  async (name: string): Promise<unknown> =>
    plain(
      await new Contract(address, abi, net.provider)
        .getFunction(name)
        .staticCall({ blockTag: Number(asOf.blockNumber) }),
    )
const plain = (value: unknown): unknown =>
  Array.isArray(value) ? [...value].map(plain) : typeof value === 'bigint' ? String(value) : value
const ofAuction = readerOf(AUCTION)
const ofArm = readerOf(ARM)

/** All terms that an auction itself reports. */
async function expectTerms(answer: Status): Promise<void> {
  const read = ofAuction(String(answer.auction), answer)
  const checkpoint: unknown = await read('checkpoint').catch(() => null)
  const [price] = Array.isArray(checkpoint) ? checkpoint : []
  expect(answer).toMatchObject({
    clearingPriceQ96: await read('clearingPrice'),
    currencyRaised: await read('currencyRaised'),
    isGraduated: await read('isGraduated'),
    totalCleared: await read('totalCleared'),
    totalSupply: await read('totalSupply'),
    floorPriceQ96: await read('floorPrice'),
    tickSpacingQ96: await read('tickSpacing'),
    maxBidPriceQ96: await read('MAX_BID_PRICE'),
    lifecycleStartBlock: await read('startBlock'),
    lifecycleEndBlock: await read('endBlock'),
    lifecycleClaimBlock: await read('claimBlock'),
    lastCheckpointedBlock: await read('lastCheckpointedBlock'),
    nextBidId: await read('nextBidId'),
    currency: await read('currency'),
    auctionToken: await read('token'),
    validationHook: null,
    currentBlock: answer.asOf.blockNumber,
  })
  expect(answer.current?.clearingPriceQ96).toBe(price)
}

/** A price in Q96 by long division: whole units of the currency for a whole token, `digits` after the point. */
const byHand = (priceQ96: string, decimals: number, digits: number): number =>
  Number((BigInt(priceQ96) * 10n ** BigInt(18 - decimals + digits)) >> 96n) / 10 ** digits

describe('a launch arm', () => {
  test('is returned with its auction, as of the same block', async () => {
    const { launchArm, auction, auctionFailed, auctionGraduated, shareToken, vault } = net.world.contracts
    const answer = await net.status(launchArm)
    await expectTerms(answer)
    const read = ofArm(launchArm, answer)
    const [, isActive, isGraduated, clearing, raised] = Object(await read('getAuctionStatus'))
    const lifecycle = Object(await read('getLifecycleStatus'))
    const [, assets, supply, assetsNow, supplyNow, assetsDelta, supplyDelta] = Object(await read('getBackingTelemetry'))
    const block = await net.provider.getBlock(Number(answer.asOf.blockNumber))
    expect(answer).toMatchObject({
      chainId: 31337,
      asOf: { chainId: 31337, source: 'rpc', timestamp: block?.timestamp },
      generatedAt: new Date(Number(block?.timestamp) * 1000).toISOString(),
      ccaLaunchArm: launchArm,
      auction,
      isActive,
      isGraduated,
      acceptsBids: true,
      clearingPriceQ96: clearing,
      currencyRaised: raised,
      lifecyclePhase: Number(lifecycle[0]),
      phaseName: 'AuctionLive',
      lifecycleAuctionWindowOpen: lifecycle[3],
      lifecycleClaimOpen: lifecycle[4],
      lifecycleCurrencySwept: lifecycle[5],
      lifecycleUnsoldSwept: lifecycle[6],
      lifecycleMigrated: lifecycle[7],
      lifecycleFailedFinalized: lifecycle[8],
      lifecycleMigrationBlock: lifecycle[12],
      lifecycleSweepBlock: lifecycle[13],
      lifecycleLpReserveAmount: lifecycle[14],
      lifecycleStartTime: null,
      auctionLifecycleDegraded: false,
      pastAuctions: [auctionFailed, auctionGraduated],
      auctionCount: '3',
      backingVault: vault,
      launchTotalAssets: assets,
      launchTotalSupply: supply,
      currentTotalAssets: assetsNow,
      currentTotalSupply: supplyNow,
      assetsDelta,
      supplyDelta,
      auctionToken: shareToken,
      auctionTokenSymbol: '■AURORA',
      auctionTokenDecimals: 18,
      auctionTokenImageUrl: `${net.api}/v1/token/${shareToken}/image?chain=31337&format=png`,
      auctionTokenImagePath: `/api/v1/token/${shareToken}/image?chain=31337&format=png`,
    })
    const end = Number(answer.lifecycleEndBlock) - Number(answer.asOf.blockNumber)
    expect(Date.parse(String(answer.lifecycleEndTime))).toBe(Number(block?.timestamp) * 1000 + end * BLOCK_TIME_MS)
  })

  test('ether has 18 decimals and the name ETH, though it has no contract to ask', async () => {
    expect(await net.status(net.world.contracts.launchArm)).toMatchObject({
      currency: `0x${'0'.repeat(40)}`,
      currencySymbol: 'ETH',
      currencyDecimals: 18,
    })
  })

  test('answers the current price besides the one of the last checkpoint, which is older than the last bid', async () => {
    const answer = await net.status(net.world.contracts.launchArm)
    // 20 000 tokens: 4.5 ether above the floor before the last bid, 5.75 with it.
    expect(Number(answer.clearingPrice)).toBeCloseTo(4.5 / 20_000, 8)
    expect(Number(answer.current?.clearingPrice)).toBeCloseTo(5.75 / 20_000, 8)
    expect(BigInt(answer.current?.clearingPriceQ96 ?? 0)).toBeGreaterThan(BigInt(answer.clearingPriceQ96))
    expect(BigInt(answer.current?.currencyRaised ?? 0)).toBeGreaterThan(BigInt(answer.currencyRaised ?? 0))
    const [least, spacing] = [BigInt(answer.minBidPriceQ96 ?? 0), BigInt(answer.tickSpacingQ96 ?? 1)]
    const clearing = BigInt(answer.current?.clearingPriceQ96 ?? 0)
    expect([least % spacing, least > clearing, least - spacing <= clearing]).toEqual([0n, true, true])
  })

  test('a simulated checkpoint changes nothing of what stands before it, nor on the chain', async () => {
    const { launchArm, auction } = net.world.contracts
    const first = await net.status(launchArm)
    const second = await net.status(launchArm)
    expect(second.clearingPriceQ96).toBe(first.clearingPriceQ96)
    expect(second.lastCheckpointedBlock).toBe(first.lastCheckpointedBlock)
    expect(await ofAuction(auction, second)('lastCheckpointedBlock')).toBe(first.lastCheckpointedBlock)
  })

  test('without an auction is idle, and knows its currency and token all the same', async () => {
    const { arm } = await net.deployArm(net.world.contracts.usdc)
    expect(await net.status(arm.address)).toMatchObject({
      ccaLaunchArm: arm.address,
      auction: null,
      isActive: false,
      acceptsBids: false,
      clearingPriceQ96: '0',
      clearingPrice: null,
      currencyRaised: '0',
      current: null,
      phaseName: 'Idle',
      auctionLifecycleDegraded: true,
      pastAuctions: [],
      auctionCount: '0',
      backingVault: null,
      currencySymbol: 'USDC',
      currencyDecimals: 6,
      auctionTokenSymbol: '■AURORA',
      totalSupply: null,
    })
  })
})

test('one upstream request is enough, for a launch arm with an auction and for an auction', async () => {
  const launching = await net.deployArm()
  const steps = [[10, 1_000_000]] as const
  const auction = await net.launch(launching, { amount: 10n ** 18n, steps, floor: parseEther('0.1'), required: 1n })
  for (const { address } of [launching.arm, auction]) {
    net.proxy.reset()
    await net.status(address)
    expect(net.callsAbout(address, 'eth_call')).toBe(1)
  }
})

describe('an auction by its own address', () => {
  test('is described by its own blocks, without anything of a launch arm', async () => {
    const { auction } = net.world.contracts
    const answer = await net.status(auction)
    await expectTerms(answer)
    expect(answer).toMatchObject({
      ccaLaunchArm: null,
      auction,
      isActive: true,
      acceptsBids: true,
      phaseName: 'AuctionLive',
      lifecycleAuctionWindowOpen: true,
      lifecycleMigrated: null,
      backingVault: null,
      pastAuctions: [],
      auctionCount: null,
    })
  })

  test('a currency of 6 decimals: prices and amounts are its own, not those of the token', async () => {
    const answer = await net.status(net.world.contracts.auctionErc20)
    await expectTerms(answer)
    expect(answer).toMatchObject({ currencySymbol: 'USDC', currencyDecimals: 6, auctionTokenDecimals: 18 })
    // 370.5 dollars for 10 000 tokens, now; 250 before the last bid.
    expect(Number(answer.current?.clearingPrice)).toBeCloseTo(0.03705, 6)
    expect(Number(answer.clearingPrice)).toBeCloseTo(0.025, 6)
    expect(Number(answer.floorPrice)).toBeCloseTo(0.02, 9)
    expect(Number(answer.clearingPrice)).toBeCloseTo(byHand(answer.clearingPriceQ96, 6, 12), 10)
    expect(Number(answer.currencyRaisedDisplay)).toBe(Number(answer.currencyRaised) / 1e6)
    expect(Number(answer.currencyRaised)).toBeGreaterThan(0)
  })

  test('one that ended and graduated keeps its price, and does not accept bids', async () => {
    const answer = await net.status(net.world.contracts.auctionGraduated)
    await expectTerms(answer)
    expect(answer).toMatchObject({
      isActive: false,
      acceptsBids: false,
      isGraduated: true,
      phaseName: 'ClaimReady',
      lifecycleClaimOpen: true,
      lifecycleEndTime: null,
      minBidPriceQ96: null,
      auctionLifecycleDegraded: false,
      current: { isGraduated: true, soldBps: 10_000, clearingPriceQ96: answer.clearingPriceQ96 },
    })
    expect(answer.clearingPriceQ96).toBe(String(tickAt(parseEther('0.00047'), parseEther('0.0001'))))
    // 5 000 tokens at that price, for the 34 fortieths after it was reached, and 0.6 ether for the five before.
    expect(Number(answer.currencyRaisedDisplay)).toBeCloseTo(2.116181, 5)
  })

  test('one that ended has the time of its end block, from a node that has this very block', async () => {
    const { auctionFailed } = net.world.contracts
    const { lifecycleEndBlock, lifecycleEndedAt } = await net.status(auctionFailed)
    const end = await net.provider.getBlock(Number(lifecycleEndBlock))
    expect(lifecycleEndedAt).toBe(new Date((end?.timestamp ?? 0) * 1000).toISOString())
    const { auction } = net.world.contracts
    expect((await net.status(auction)).lifecycleEndedAt).toBeNull()
    // Nothing is kept of this one that could be served.
    const copy = await deployAltered(net.rpcUrl, auctionFailed, ['currencyRaised()'])
    for (const result of [null, { number: '0x1', hash: `0x${'ab'.repeat(32)}`, timestamp: '0x1' }]) {
      net.proxy.mode = {
        replies: ({ method, params: [block] }) =>
          method === 'eth_getBlockByNumber' && block === numberToHex(Number(lifecycleEndBlock))
            ? { result }
            : undefined,
      }
      const answer = await net.ask(copy, 'status')
      expect([answer.status, await answer.text()]).toEqual([502, expect.stringContaining('upstream_failed')])
    }
  })

  test('one that failed says so', async () => {
    const answer = await net.status(net.world.contracts.auctionFailed)
    await expectTerms(answer)
    expect(answer).toMatchObject({
      isActive: false,
      isGraduated: false,
      phaseName: 'LaunchFailed',
      lifecycleClaimOpen: false,
      auctionLifecycleDegraded: true,
    })
    // One bid of 0.1 ether below what the floor would take: all of it, at the floor.
    expect(answer.clearingPriceQ96).toBe(String(floorOf(parseEther('0.0001'))))
    expect(Number(answer.currencyRaisedDisplay)).toBeCloseTo(0.1, 12)
  })

  test('a token of an early generation is shown by its later ticker, and without a checkpoint there is no current price', async () => {
    const token = await net.chain.deploy('EarlyTicker')
    const { address } = await net.chain.deploy('EarlyAuction', [token.address])
    expect(await net.status(address)).toMatchObject({
      auctionTokenSymbol: '■AURORA',
      clearingPrice: '3',
      current: null,
      acceptsBids: null,
      totalSupply: null,
      lifecycleEndTime: null,
    })
  })
})

test('a launch arm that does not report its lifecycle leaves it open, and its auction answers the rest', async () => {
  const token = await net.chain.deploy('EarlyTicker')
  const auction = await net.chain.deploy('EarlyAuction', [token.address])
  const arm = await net.chain.deploy('EarlyArm', [auction.address])
  expect(await net.status(arm.address)).toMatchObject({
    ccaLaunchArm: arm.address,
    auction: auction.address,
    isActive: true,
    lifecyclePhase: null,
    phaseName: null,
    lifecycleAuctionWindowOpen: true,
    lifecycleStartBlock: '0',
    lifecycleMigrated: null,
    backingVault: null,
    pastAuctions: [],
    auctionLifecycleDegraded: false,
    currencySymbol: 'ETH',
  })
})

test('an auction that reports neither what it raised nor whether it graduated is still an auction', async () => {
  const { auctionGraduated } = net.world.contracts
  const silent = await deployAltered(net.rpcUrl, auctionGraduated, ['currencyRaised()', 'isGraduated()'])
  expect(await net.status(silent)).toMatchObject({
    auction: silent,
    isGraduated: null,
    currencyRaised: null,
    currencyRaisedDisplay: null,
    phaseName: null,
    auctionLifecycleDegraded: null,
  })
  expect(await net.activity(silent)).toMatchObject({ isGraduated: null, currencyRaised: null, isActive: false })
})

describe('from schedule to settlement', () => {
  const floor = parseUnits('0.5', 6)
  test('a scheduled auction has no current price, and none of its blocks has been reached', async () => {
    const launching = await net.deployArm()
    const plan = { amount: parseEther('10'), steps: [[1_000_000, 10]], floor, required: 1n, delay: 50 } as const
    const auction = await net.launch(launching, plan)
    const answer = await net.status(launching.arm.address)
    await expectTerms(answer)
    expect(answer).toMatchObject({
      auction: auction.address,
      phaseName: 'AuctionScheduled',
      isActive: false,
      acceptsBids: false,
      current: null,
      clearingPriceQ96: answer.floorPriceQ96,
      lastCheckpointedBlock: '0',
      auctionLifecycleDegraded: false,
    })
    expect(Date.parse(String(answer.lifecycleStartTime))).toBeGreaterThan(answer.asOf.timestamp * 1000)
    expect((await net.status(auction.address)).phaseName).toBe('AuctionScheduled')
  })

  test('the phases follow the blocks; at the end block the launch arm says active, and no bid is taken', async () => {
    const ether = parseEther('0.0001')
    const launching = await net.deployArm()
    const { arm } = launching
    const auction = await net.launch(launching, {
      amount: parseEther('1000'),
      steps: [[1_000_000, 10]],
      floor: ether,
      required: 1n,
      claimDelay: 3,
    })
    const offer = { maxPrice: tickAt(parseEther('0.001'), ether), amount: parseEther('0.2'), native: true } as const
    await bid(net.chain, auction, { from: 'bidder', ...offer })
    const live = await net.status(arm.address)
    const end = Number(live.lifecycleEndBlock)
    const to = async (block: number): Promise<Status> => {
      await net.chain.mine(block - (await net.head()), 1)
      return net.status(arm.address)
    }
    expect(await to(end - 1)).toMatchObject({ phaseName: 'AuctionLive', acceptsBids: true })
    const last = await to(end)
    expect(last).toMatchObject({ isActive: true, lifecycleAuctionWindowOpen: true, acceptsBids: false })
    expect((await net.status(auction.address)).isActive).toBe(false)
    await expect(bid(net.chain, auction, { from: 'bidder', ...offer })).rejects.toThrow('AuctionIsOver')
    expect(last.current).toMatchObject({ isGraduated: true, soldBps: 10_000 })
    // The contract's own flag waits for a checkpoint.
    const over = await to(end + 2)
    expect(over.current).toEqual(last.current)
    expect(over).toMatchObject({ isGraduated: false, isActive: false, auctionLifecycleDegraded: false })
    expect(await net.status(auction.address)).toMatchObject({ isGraduated: false, auctionLifecycleDegraded: false })
    const blind = await deployAltered(net.rpcUrl, auction.address, ['checkpoint()'])
    expect(await net.status(blind)).toMatchObject({
      current: null,
      phaseName: null,
      lifecycleClaimOpen: null,
      auctionLifecycleDegraded: null,
    })
    await net.chain.send('owner', auction, 'checkpoint')
    const ready = await to(end + 4)
    expect(ready.auctionLifecycleDegraded).toBe(false)
    expect(ready).toMatchObject({ phaseName: 'ClaimReady', isGraduated: true, lifecycleClaimOpen: true })
    expect(ready.current?.currencyRaised).toBe(ready.currencyRaised)
    await net.chain.send('stranger', arm, 'collect')
    expect(await net.status(arm.address)).toMatchObject({ phaseName: 'PoolInitializing', lifecycleCurrencySwept: true })
    await net.chain.send('owner', arm, 'migrate')
    expect(await net.status(arm.address)).toMatchObject({ phaseName: 'PoolLive', lifecycleMigrated: true })
  })

  test('an auction that raised too little is a failed launch once it is wound up', async () => {
    const launching = await net.deployArm()
    const plan = { amount: parseEther('10'), steps: [[5_000_000, 2]], floor, required: parseEther('1') } as const
    await net.launch(launching, plan)
    await net.chain.mine(3, 1)
    expect(await net.status(launching.arm.address)).toMatchObject({
      phaseName: 'AuctionEndedPending',
      auctionLifecycleDegraded: true,
    })
    await net.chain.send('owner', launching.arm, 'finalizeFailed')
    expect(await net.status(launching.arm.address)).toMatchObject({
      phaseName: 'LaunchFailed',
      lifecycleFailedFinalized: true,
      lifecycleUnsoldSwept: true,
      auctionLifecycleDegraded: true,
    })
  })
})

describe('errors', () => {
  test.each(['vault', 'shareToken', 'usdc', 'multicall3'] as const)('%s is not an auction', async (role) => {
    const response = await net.ask(net.world.contracts[role], 'status')
    expect([response.status, response.headers.get('x-error-code')]).toEqual([404, 'not_an_auction'])
  })

  test('an address without code, or that answers nothing, is not a contract', async () => {
    const silence = await net.chain.deploy('Silence')
    for (const address of [`0x${'12'.repeat(20)}`, silence.address])
      for (const what of ['status', 'activity', 'recentBids'] as const) {
        const response = await net.ask(address, what)
        expect([response.status, response.headers.get('x-error-code')], what).toEqual([404, 'not_a_contract'])
      }
  })

  test('a node that refuses the lens gives the same answer in more requests', async () => {
    const direct = await net.status(net.world.contracts.launchArm)
    net.proxy.mode = { refuse: ({ method, params: [call] }) => method === 'eth_call' && !('to' in Object(call)) }
    const roundabout = await net.status(net.world.contracts.launchArm)
    expect(roundabout).toEqual({ ...direct, asOf: roundabout.asOf })
  })
})

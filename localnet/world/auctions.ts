import { type Address, encodePacked, getAddress, maxUint256, parseEther, parseUnits, zeroAddress } from 'viem'
import { type AccountRole, addressOf } from './accounts.ts'
import type { Lane } from './deployLane.ts'
import type { Chain, Contract } from './openChain.ts'

/** Address of Permit2 on nearly every chain (https://github.com/Uniswap/permit2). */
export const permit2Address: Address = '0x000000000022D473030F116dDEE9F6B43aC78BA3'

/** An auction's whole supply: the amounts sold by its steps must add up to it. */
const mps = 10_000_000
const maxUint160 = 2n ** 160n - 1n

/** A launch arm, and what it launches. */
export type Launching = { arm: Contract; token: Contract; currency: Address }

export type LaunchPlan = {
  /** Base units of the token. */
  amount: bigint
  lpReserveAmount?: bigint
  /** Blocks from now to the start, and from there to the end. */
  delay?: number
  /** Parts of the supply per block, in ten-millionths, and for how many blocks. */
  steps: readonly (readonly [mps: number, blocks: number])[]
  claimDelay?: number
  /** The lowest price: base units of the currency for one whole token of 18 decimals. A tick is a hundredth of it. */
  floor: bigint
  /** Base units of the currency. */
  required: bigint
}

export type Auctions = {
  launchArm: Contract
  auction: Contract
  auctionGraduated: Contract
  auctionFailed: Contract
  launchArmErc20: Contract
  auctionErc20: Contract
  auctionFactory: Contract
  permit2: Contract
}

/** A price in Q96: base units of the currency for one whole token of 18 decimals, to the tick below. */
export const tickAt = (perToken: bigint, floor: bigint): bigint => {
  const spacing = spacingOf(floor)
  return ((perToken << 96n) / 10n ** 18n / spacing) * spacing
}

/** Of an auction with this floor, in Q96. */
const spacingOf = (floor: bigint): bigint => (floor << 96n) / 10n ** 18n / 100n
export const floorOf = (floor: bigint): bigint => spacingOf(floor) * 100n

export async function deployLaunchArm(
  chain: Chain,
  { token, currency, vault, factory }: { token: Contract; currency: Address; vault: Address; factory: Contract },
): Promise<Launching> {
  const args = [token.address, currency, vault, factory.address, addressOf('owner')]
  const arm = await chain.deploy('LaunchArm', args)
  await chain.send('owner', token, 'approve', [arm.address, maxUint256])
  return { arm, token, currency }
}

/** Begins an auction of the owner's tokens. */
export async function launch(chain: Chain, { arm }: Launching, plan: LaunchPlan): Promise<Contract> {
  const { number } = await chain.latest()
  const startBlock = Number(number) + 1 + (plan.delay ?? 0)
  const endBlock = startBlock + plan.steps.reduce((sum, [, blocks]) => sum + blocks, 0)
  const claimBlock = endBlock + (plan.claimDelay ?? 10)
  const words = plan.steps.map((step) => encodePacked(['uint24', 'uint40'], [...step]))
  const terms = {
    amount: plan.amount,
    lpReserveAmount: plan.lpReserveAmount ?? 0n,
    startBlock,
    endBlock,
    claimBlock,
    sweepBlock: claimBlock + 20,
    tickSpacing: spacingOf(plan.floor),
    floorPrice: floorOf(plan.floor),
    requiredCurrencyRaised: plan.required,
    auctionStepsData: `0x${words.map((word) => word.slice(2)).join('')}`,
  }
  await chain.send('owner', arm, 'launch', [terms])
  return chain.at('ContinuousClearingAuction', getAddress(String(await chain.read(arm, 'currentAuction'))))
}

/**
 * Bids through the overload that searches for the price's tick from the floor; in native currency the bid is its
 * value.
 */
export async function bid(
  chain: Chain,
  auction: Contract,
  offer: { from: AccountRole; maxPrice: bigint; amount: bigint; native: boolean },
): Promise<void> {
  const { from, maxPrice, amount, native } = offer
  const floor = await chain.read(auction, 'floorPrice')
  const args = [maxPrice, amount, addressOf(from), floor, '0x']
  await chain.send(from, auction, 'submitBid', args, native ? amount : 0n)
}

const shares = (amount: string) => parseUnits(amount, 18)

/**
 * Auctions of the lane's share token: for ether one that failed, one that graduated and was settled, and one that runs;
 * and for dollars one that runs.
 */
export async function holdAuctions(chain: Chain, { lane, usdc }: { lane: Lane; usdc: Contract }): Promise<Auctions> {
  const permit2 = await chain.install('Permit2', permit2Address)
  const auctionFactory = await chain.deploy('AuctionFactory')
  const common = { token: lane.shareToken, vault: lane.vault.address, factory: auctionFactory }
  const ether = await deployLaunchArm(chain, { ...common, currency: zeroAddress })
  await chain.send('owner', lane.vault, 'setCcaLaunchArm', [ether.arm.address])
  const auctionFailed = await fail(chain, ether)
  const auctionGraduated = await graduate(chain, ether)
  const auction = await run(chain, ether)
  const dollars = await deployLaunchArm(chain, { ...common, currency: usdc.address })
  const auctionErc20 = await runForDollars(chain, dollars, usdc, permit2)
  const ended = { auctionGraduated, auctionFailed }
  return { launchArm: ether.arm, auction, ...ended, launchArmErc20: dollars.arm, auctionErc20, auctionFactory, permit2 }
}

/** One bid, far below what was required; it is refunded. */
async function fail(chain: Chain, ether: Launching): Promise<Contract> {
  const floor = parseEther('0.0001')
  const plan = { amount: shares('2000'), steps: [[mps / 10, 10]], floor, required: parseEther('50') } as const
  const auction = await launch(chain, ether, plan)
  const maxPrice = tickAt(parseEther('0.0002'), floor)
  await bid(chain, auction, { from: 'stranger', maxPrice, amount: parseEther('0.1'), native: true })
  await chain.mine(10, 2)
  await chain.send('owner', ether.arm, 'finalizeFailed')
  await chain.send('stranger', auction, 'exitBid', [0n])
  return auction
}

/** Three bids: one above the final price, one at it, one outbid; two have been settled. */
async function graduate(chain: Chain, ether: Launching): Promise<Contract> {
  const floor = parseEther('0.0001')
  const terms = { floor, required: parseEther('1'), claimDelay: 2 }
  const steps = [
    [mps / 40, 20],
    [mps / 40, 20],
  ] as const
  const auction = await launch(chain, ether, {
    amount: shares('5000'),
    lpReserveAmount: shares('500'),
    steps,
    ...terms,
  })
  const at = (price: string) => tickAt(parseEther(price), floor)
  await bid(chain, auction, { from: 'agent', maxPrice: at('0.00015'), amount: parseEther('0.6'), native: true })
  await chain.mine(3, 2)
  await bid(chain, auction, { from: 'bidder', maxPrice: at('0.0005'), amount: parseEther('2'), native: true })
  await bid(chain, auction, { from: 'voter', maxPrice: at('0.00047'), amount: parseEther('3'), native: true })
  await chain.mine(40, 2)
  await chain.send('stranger', auction, 'checkpoint')
  await chain.send('bidder', auction, 'exitBid', [1n])
  await chain.send('bidder', auction, 'claimTokens', [1n])
  await chain.send('owner', ether.arm, 'collect')
  await chain.send('owner', ether.arm, 'migrate')
  return auction
}

/** Four bids. The first is now out of range: the price of the last checkpoint is older than the last bid. */
async function run(chain: Chain, ether: Launching): Promise<Contract> {
  const floor = parseEther('0.0001')
  const auction = await launch(chain, ether, {
    amount: shares('20000'),
    lpReserveAmount: shares('1000'),
    steps: [
      [5, 500_000],
      [15, 500_000],
    ],
    claimDelay: 3600,
    floor,
    required: parseEther('1'),
  })
  const offers = [
    ['stranger', '0.00012', '1'],
    ['voter', '0.0004', '2.5'],
    ['bidder', '0.0005', '2'],
    ['agent', '0.001', '1.25'],
  ] as const
  for (const [from, price, amount] of offers) {
    const maxPrice = tickAt(parseEther(price), floor)
    await bid(chain, auction, { from, maxPrice, amount: parseEther(amount), native: true })
    await chain.mine(2, 2)
  }
  return auction
}

async function runForDollars(chain: Chain, dollars: Launching, usdc: Contract, permit2: Contract): Promise<Contract> {
  const floor = parseUnits('0.02', 6)
  const steps = [[10, 1_000_000]] as const
  const terms = { steps, claimDelay: 3600, floor, required: parseUnits('100', 6) }
  const auction = await launch(chain, dollars, { amount: shares('10000'), ...terms })
  const { timestamp } = await chain.latest()
  const offers = [
    ['voter', '0.05', '250'],
    ['bidder', '0.08', '120.5'],
  ] as const
  for (const [from, price, amount] of offers) {
    await chain.send('owner', usdc, 'mint', [addressOf(from), parseUnits('1000', 6)])
    await chain.send(from, usdc, 'approve', [permit2.address, maxUint256])
    const expiration = Number(timestamp) + 365 * 86_400
    await chain.send(from, permit2, 'approve', [usdc.address, auction.address, maxUint160, expiration])
    const maxPrice = tickAt(parseUnits(price, 6), floor)
    await bid(chain, auction, { from, maxPrice, amount: parseUnits(amount, 6), native: false })
  }
  return auction
}

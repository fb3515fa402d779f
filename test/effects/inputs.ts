import { encodeFunctionData, getAddress, parseAbi, parseEther, parseUnits, zeroAddress, type Address } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { deployLaunchArm, launch, tickAt } from '../../localnet/world/auctions.ts'
import { addressOf } from '../../localnet/world/accounts.ts'
import type { Chain, Contract } from '../../localnet/world/openChain.ts'
import type { World } from '../../localnet/world/buildWorld.ts'
import type { Seeded } from '../support/seeded.ts'
import { agentWalletConsent } from '../support/agentWalletConsent.ts'
import { ask } from '../support/ask.ts'
import type { Sender, WalletCall } from './wallets.ts'

export const WEEK = 604_800n
const coins = (amount: string) => parseUnits(amount, 18)
/** Smallest withdrawal, in coins, that goes through the queue in this world. */
const LARGE = parseUnits('500', 18)
const dollars = (amount: string) => parseUnits(amount, 6)

/** The sender of a random request, and the world that it is made for. */
export interface Trial {
  readonly sender: Sender
  readonly random: Seeded
  readonly stage: Stage
}

interface Own {
  /** Strategies of both generations without shares of their LP vault, and one with shares. */
  readonly first: Contract
  readonly later: Contract
  readonly invested: Contract
  readonly lpVault: Address
  readonly ruleBook: Contract
  readonly lender: Contract
}

export type Stage = Awaited<ReturnType<typeof setStage>>

/** The local world with what senders own in it, and the auctions that they bid in. */
export async function setStage(chain: Chain, world: World) {
  const { contracts } = world
  const at = (name: string, role: keyof World['contracts']) => chain.at(name, contracts[role])
  const [usdc, shares, escrow, gauge] = [
    at('Usdc', 'usdc'),
    at('ShareToken', 'shareToken'),
    at('VoteEscrow', 'veToken'),
    at('GaugeVoting', 'gaugeVoting'),
  ]
  const give = (token: Contract, to: Address, amount: bigint) =>
    chain.send('owner', token, token === usdc ? 'mint' : 'transfer', [to, amount])
  await chain.send('owner', shares, 'setMinter', [addressOf('owner'), true])
  await chain.send('owner', shares, 'mint', [addressOf('owner'), coins('10000000')])
  await chain.send('owner', at('WETH9', 'weth'), 'deposit', [], parseEther('1000'))
  await chain.send('owner', at('CreatorVault', 'vault'), 'setFlashLoanProtection', [1n, LARGE, 10n])
  const factory = at('AuctionFactory', 'auctionFactory')
  const owned = new Map<Address, Own>()

  async function prepare({ address }: Pick<Sender, 'address'>): Promise<Own> {
    await ask(chain.rpcUrl, 'anvil_setBalance', address, '0xd3c21bcecceda1000000')
    for (const token of ['creatorCoin', 'creatorCoin2'] as const)
      await give(at('CreatorCoin', token), address, coins('100000'))
    await give(usdc, address, dollars('1000000'))
    await give(shares, address, coins('100000'))
    await give(at('WETH9', 'weth'), address, parseEther('50'))
    const strategy = async (generation: string) => {
      const { vault, creatorCoin, swapRouter, oracle } = contracts
      const made = await chain.deploy(generation, [vault, creatorCoin, address, usdc.address, swapRouter, oracle])
      await give(at('CreatorCoin', 'creatorCoin'), made.address, coins('1000'))
      await give(usdc, made.address, dollars('1000'))
      return made
    }
    const vaults = at('LpVaultFactory', 'lpVaultFactory')
    const count = await chain.read(vaults, 'numVaults')
    await chain.send('owner', vaults, 'createVault', [contracts.v3Pool, address, 3600, 1200, 'LP', 'LP'])
    const lpVault = getAddress(String(await chain.read(vaults, 'vaults', [count])))
    for (const token of [usdc, at('CreatorCoin', 'creatorCoin')]) await give(token, lpVault, dollars('1000'))
    return {
      first: await strategy('FirstLpStrategy'),
      later: await strategy('LpStrategy'),
      invested: await strategy('LpStrategy'),
      lpVault,
      ruleBook: await chain.deploy('VaultAuth', [address]),
      lender: await chain.deploy('LendpoolStrategy', [
        contracts.vault,
        contracts.creatorCoin,
        address,
        contracts.innerVault,
      ]),
    }
  }

  const now = async () => (await chain.latest()).timestamp
  const to = async (time: bigint) => {
    await chain.setTime(Number(time))
    await chain.mine(1, 1)
  }
  const read = async (contract: Contract, name: string, args: readonly unknown[] = []) =>
    chain.read(contract, name, args)
  const lockOf = async (owner: Address) => {
    const { amount, end, start } = Object(await read(escrow, 'getLock', [owner]))
    return { amount: BigInt(amount), end: BigInt(end), start: BigInt(start) }
  }
  return {
    chain,
    contracts,
    usdc,
    shares,
    escrow,
    gauge,
    give,
    now,
    to,
    lockOf,
    at,
    async own(sender: Sender): Promise<Own> {
      const found = owned.get(sender.address) ?? (await prepare(sender))
      owned.set(sender.address, found)
      return found
    },
    /** Calls of the sender besides those that were built. */
    async sent({ send }: Sender, calls: readonly (Omit<WalletCall, 'value'> & { value?: bigint })[]) {
      const { success } = await send(calls.map((call) => ({ value: 0n, ...call })))
      if (!success) throw new Error('a preparation reverted')
    },
    /** An auction that runs for so many blocks: for ether, or for dollars. */
    async open(random: Seeded, blocks = 40): Promise<{ auction: Contract; currency: Address; floor: bigint }> {
      const isNative = random.below(2) === 0
      const currency = isNative ? zeroAddress : usdc.address
      const floor = isNative ? parseEther('0.0001') : dollars('0.02')
      // A launch arm holds one auction at a time.
      const arm = await deployLaunchArm(chain, { token: shares, currency, vault: contracts.vault, factory })
      const required = random.below(4) === 0 ? 10n ** 30n : 1n
      const steps = [[10_000_000 / blocks, blocks]] as const
      const auction = await launch(chain, arm, { amount: coins('1000'), steps, floor, required, claimDelay: 1 })
      return { auction, currency, floor }
    },
  }
}

/** A request to a builder, with the headers of an account other than the administrator's. */
export interface Request {
  readonly path: string
  readonly body: Record<string, unknown>
  readonly as?: 'agent'
}
type Input = (trial: Trial) => Promise<Request>

const among = <T>(random: Seeded, items: readonly [T, ...T[]]): T => items[random.below(items.length)] ?? items[0]

/** An amount up to `most`, or one at an edge now and then. */
const amountUpTo = (random: Seeded, most: bigint): bigint => {
  if (random.below(10) === 0) return among(random, [1n, 2n, most, most + 1n, most * 2n])
  return 1n + (most * BigInt(random.below(1_000_000))) / 1_000_000n
}

const v1 = (path: string, body: Record<string, unknown> = {}): Request => ({ path: `/v1/build/${path}`, body })

/** The sender has a lock that outlasts the next epochs. */
async function holdLock({ sender, stage }: Trial): Promise<void> {
  const { escrow, shares } = stage
  const [{ amount, end }, now] = [await stage.lockOf(sender.address), await stage.now()]
  if (amount > 0n && end > now + 3n * WEEK) return
  await stage.give(shares, sender.address, coins('1000'))
  await stage.sent(
    sender,
    amount > 0n
      ? [ownCall(escrow, 'extendLock', [now + 8n * WEEK])]
      : [
          ownCall(shares, 'approve', [escrow.address, coins('100')]),
          ownCall(escrow, 'lock', [shares.address, coins('100'), 8n * WEEK]),
        ],
  )
}

/** The gauge takes votes: neither its freeze nor the first days of a lock. */
async function openBallot({ sender, stage }: Trial): Promise<void> {
  const [now, { start }] = [await stage.now(), await stage.lockOf(sender.address)]
  const into = now % WEEK
  if (into < 3600n || into > WEEK - 10_000n || start + WEEK > now)
    await stage.to((now / WEEK + (start + WEEK > now ? 2n : 1n)) * WEEK + 86_400n)
}

/** The sender has vault shares worth at least so many coins, and may redeem them. */
async function holdShares({ sender, stage }: Trial, worth: bigint): Promise<void> {
  const { chain, contracts } = stage
  const [vault, coin] = [stage.at('CreatorVault', 'vault'), stage.at('CreatorCoin', 'creatorCoin')]
  const held = await chain.read(vault, 'balanceOf', [sender.address])
  if (BigInt(String(await chain.read(vault, 'convertToAssets', [held]))) < worth) {
    await stage.give(coin, sender.address, 2n * worth)
    await stage.sent(sender, [
      ownCall(coin, 'approve', [contracts.vault, 2n * worth]),
      ownCall(vault, 'deposit', [2n * worth, sender.address]),
    ])
  }
  await chain.mine(Number(await chain.read(vault, 'withdrawDelayBlocks')) + 1, 1)
}

/** Vault shares for so many coins. */
const sharesFor = async ({ chain, at }: Stage, amount: bigint): Promise<bigint> =>
  BigInt(String(await chain.read(at('CreatorVault', 'vault'), 'convertToShares', [amount])))

/** A request for the vault, whose result may go to somebody else. */
const vaultRequest = ({ random, stage }: Trial, path: string, body: Record<string, unknown>): Request =>
  v1(`vault/${path}`, {
    vault: stage.contracts.vault,
    ...(random.below(4) === 0 && !path.includes('wrap') ? { receiver: addressOf('agent') } : {}),
    ...body,
  })

const strategyInput =
  (path: string, body: (trial: Trial, own: Own) => Record<string, unknown> | Promise<Record<string, unknown>>): Input =>
  async (trial) => {
    const own = await trial.stage.own(trial.sender)
    return v1(`lpstrat/${path}`, await body(trial, own))
  }

/** A call of a contract. */
const ownCall = (contract: Contract, functionName: string, args: readonly unknown[] = []) => ({
  to: contract.address,
  data: encodeFunctionData({ abi: contract.abi, functionName, args: [...args] }),
})

/** The sender has a loan of more than ten coins. */
async function holdLoan({ sender, stage }: Trial): Promise<void> {
  const { contracts, usdc, chain } = stage
  const pool = stage.at('LendingPool', 'lendpool')
  const info = Object(
    await chain.read(stage.at('LendingPoolInfo', 'lendpoolInfo'), 'borrowerInfo', [pool.address, sender.address]),
  )
  const debt = BigInt(Array.isArray(info) ? info[0] : (info.debt ?? 0))
  if (debt > coins('10')) return
  await stage.give(usdc, sender.address, dollars('10000'))
  await stage.sent(sender, [
    ownCall(usdc, 'approve', [contracts.lendpool, dollars('5000')]),
    ownCall(pool, 'drawDebt', [sender.address, coins('200'), 7388n, coins('5000')]),
    ownCall(usdc, 'approve', [contracts.lendpool, 0n]),
  ])
}

/** A bid of the sender that can be settled, of an auction that is over. */
async function endedBid({ sender, random, stage }: Trial): Promise<{ auction: Contract; bidId: string }> {
  const { chain, usdc } = stage
  const { auction, currency, floor } = await stage.open(random, 10)
  const isNative = currency === zeroAddress
  const budget = (isNative ? parseEther('0.1') : dollars('20')) * BigInt(1 + random.below(3))
  const price = tickAt((floor * BigInt(101 + random.below(100))) / 100n, floor)
  const permit = parseAbi(['function approve(address, address, uint160, uint48)'])
  const { permit2 } = stage.contracts
  const bid = (amount: bigint) => ({
    ...ownCall(auction, 'submitBid', [price, amount, sender.address, tickAt(floor, floor), '0x']),
    value: isNative ? amount : 0n,
  })
  const approvals = isNative
    ? []
    : [
        ownCall(usdc, 'approve', [permit2, budget]),
        ownCall({ address: permit2, abi: permit }, 'approve', [usdc.address, auction.address, budget, 2n ** 47n]),
      ]
  await stage.sent(sender, [...approvals, bid(budget)])
  await chain.mine(12, 2)
  return { auction, bidId: '0' }
}

/**
 * Requests by the builder that they are for, with the preparations that make most of them succeed. What is random in them
 * follows from the seed.
 */
export const INPUTS: Readonly<Record<string, Input>> = {
  async buildVetokenLock(trial) {
    const { sender, random, stage } = trial
    const { amount, end } = await stage.lockOf(sender.address)
    if (amount > 0n) {
      await stage.to(end > (await stage.now()) ? end + 60n : (await stage.now()) + 60n)
      await stage.sent(sender, [ownCall(stage.escrow, 'unlock')])
    }
    const durationSec = (2n + BigInt(random.below(6))) * WEEK + BigInt(random.below(604_800))
    return v1('vetoken/lock', { amount: amountUpTo(random, coins('500')), durationSec })
  },
  async buildVetokenIncrease(trial) {
    await holdLock(trial)
    return v1('vetoken/increase', { amount: amountUpTo(trial.random, coins('100')) })
  },
  async buildVetokenExtend(trial) {
    await holdLock(trial)
    const { end } = await trial.stage.lockOf(trial.sender.address)
    return v1('vetoken/extend', {
      newEnd: end + BigInt(trial.random.below(10) === 0 ? 0 : 1 + trial.random.below(5)) * WEEK,
    })
  },
  async buildVetokenUnlock(trial) {
    const { sender, random, stage } = trial
    await holdLock(trial)
    const { end } = await stage.lockOf(sender.address)
    if (random.below(10) > 0) await stage.to(end + 60n)
    return v1('vetoken/unlock')
  },
  async buildGaugeVote(trial) {
    await holdLock(trial)
    await openBallot(trial)
    const { vault, vault2 } = trial.stage.contracts
    const vaults = among(trial.random, [[vault], [vault, vault2], [vault2, vault]])
    return v1('gauge/vote', { vaults, weights: vaults.map(() => 1 + trial.random.below(1000)) })
  },
  async buildGaugeResetVotes(trial) {
    await openBallot(trial)
    return v1('gauge/resetVotes')
  },
  async buildAuctionSubmitBid({ sender, random, stage }) {
    const { auction, currency, floor } = await stage.open(random)
    return v1('auction/submitBid', {
      auction: auction.address,
      allowUnproven: true,
      owner: among(random, [sender.address, addressOf('agent')]),
      amountWei: amountUpTo(random, currency === zeroAddress ? parseEther('2') : dollars('2000')),
      maxPriceQ96: tickAt((floor * BigInt(101 + random.below(300))) / 100n, floor),
    })
  },
  async buildAuctionExitBid(trial) {
    const { auction, bidId } = await endedBid(trial)
    return v1('auction/exitBid', { auction: auction.address, bidId })
  },
  async buildAuctionClaimTokens(trial) {
    const { auction } = await endedBid(trial)
    const { sender, stage } = trial
    const { chain } = stage
    const exit = async (name: string, args: readonly unknown[]) =>
      stage.sent(sender, [ownCall(auction, name, args)]).catch(() => undefined)
    await exit('exitBid', [0n])
    const { startBlock } = Object(await chain.read(auction, 'bids', [0n]))
    await exit('exitPartiallyFilledBid', [0n, startBlock, 0n])
    return v1('auction/claimTokens', { auction: auction.address, bidIds: ['0'] })
  },
  async buildVaultDeposit(trial) {
    const { sender, random, stage } = trial
    await stage.give(stage.at('CreatorCoin', 'creatorCoin'), sender.address, coins('200'))
    return vaultRequest(trial, 'deposit', { amount: amountUpTo(random, coins('200')) })
  },
  async buildVaultWithdraw(trial) {
    await holdShares(trial, coins('200'))
    return vaultRequest(trial, 'withdraw', { amount: amountUpTo(trial.random, coins('100')) })
  },
  async buildVaultRedeem(trial) {
    await holdShares(trial, coins('200'))
    const most = await sharesFor(trial.stage, coins('100'))
    return vaultRequest(trial, 'redeem', { amount: amountUpTo(trial.random, most) })
  },
  async buildVaultQueueWithdrawal(trial) {
    await holdShares(trial, 3n * LARGE)
    const [least, more] = [await sharesFor(trial.stage, LARGE), amountUpTo(trial.random, LARGE)]
    return v1('vault/queueWithdrawal', { vault: trial.stage.contracts.vault, amount: least + more })
  },
  async buildVaultClaimQueuedWithdrawal(trial) {
    const { sender, stage } = trial
    await holdShares(trial, 3n * LARGE)
    const queued = await sharesFor(stage, LARGE + coins('1'))
    await stage.sent(sender, [ownCall(stage.at('CreatorVault', 'vault'), 'queueWithdrawal', [queued, sender.address])])
    await stage.chain.mine(12, 1)
    return v1('vault/claimQueuedWithdrawal', { vault: stage.contracts.vault })
  },
  async buildVaultWrap(trial) {
    await holdShares(trial, coins('200'))
    const most = await sharesFor(trial.stage, coins('100'))
    return vaultRequest(trial, 'wrap', { amount: amountUpTo(trial.random, most) })
  },
  async buildVaultUnwrap(trial) {
    await trial.stage.chain.mine(12, 1)
    return vaultRequest(trial, 'unwrap', { amount: amountUpTo(trial.random, coins('5')) })
  },
  async buildLendpoolBorrow({ sender, random, stage }) {
    const collateral = amountUpTo(random, coins('2000'))
    await stage.give(stage.usdc, sender.address, dollars('5000'))
    return v1('lendpool/borrow', {
      pool: stage.contracts.lendpool,
      borrower: sender.address,
      amountToBorrow: amountUpTo(random, coins('20')),
      collateralToPledge: collateral,
      limitIndex: 7388,
    })
  },
  async buildLendpoolRepay(trial) {
    const { sender, random, stage } = trial
    await holdLoan(trial)
    return v1('lendpool/repay', {
      pool: stage.contracts.lendpool,
      borrower: sender.address,
      maxQuoteTokenAmountToRepay: among<unknown>(random, ['max', amountUpTo(random, coins('50'))]),
      ...(random.below(3) === 0 ? { collateralAmountToPull: coins('1'), collateralReceiver: addressOf('agent') } : {}),
    })
  },
  async buildLendpoolAddCollateral({ sender, random, stage }) {
    await stage.give(stage.usdc, sender.address, dollars('5000'))
    return v1('lendpool/addCollateral', {
      pool: stage.contracts.lendpool,
      borrower: among(random, [sender.address, addressOf('agent')]),
      collateralToPledge: amountUpTo(random, coins('1000')),
    })
  },
  async buildLendpoolRemoveCollateral(trial) {
    await holdLoan(trial)
    const { sender, random, stage } = trial
    return v1('lendpool/removeCollateral', {
      pool: stage.contracts.lendpool,
      borrower: sender.address,
      collateralAmountToPull: amountUpTo(random, coins('10')),
      collateralReceiver: among(random, [sender.address, addressOf('agent')]),
    })
  },
  async buildLendpoolSetMinBucketIndex({ sender, random, stage }) {
    const { ruleBook } = await stage.own(sender)
    return v1('lendpool/setMinBucketIndex', { auth: ruleBook.address, minBucketIndex: random.below(7389) })
  },
  async buildLendpoolSetIdleBufferBps({ sender, random, stage }) {
    const { lender } = await stage.own(sender)
    return v1('lendpool/setIdleBufferBps', { strategy: lender.address, idleBufferBps: random.below(10_001) })
  },
  buildLpSetVault: strategyInput('setLpVault', ({ random, stage }, { first, later, lpVault }) => ({
    strategy: among(random, [first, later]).address,
    lpVault: among(random, [zeroAddress, stage.contracts.lpVault, lpVault]),
  })),
  buildLpSetSwapPool: strategyInput('setSwapPool', ({ random, stage }, { first, later }) => ({
    strategy: among(random, [first, later]).address,
    swapPool: among(random, [zeroAddress, stage.contracts.v3Pool]),
  })),
  buildLpSetDexFactory: strategyInput('setDexFactory', ({ stage }, { first }) => ({
    strategy: first.address,
    dexFactory: stage.contracts.dexFactory,
  })),
  buildLpSetAutoFeeTier: strategyInput('setAutoFeeTier', ({ random }, { first }) => ({
    strategy: first.address,
    autoFeeTier: random.below(2) === 0,
  })),
  buildLpSetParameters: strategyInput('setParameters', ({ random }, { first, later }) => ({
    strategy: among(random, [first, later]).address,
    swapSlippageBps: random.below(2001),
    maxSwapPercent: random.below(101),
  })),
  buildLpSetActive: strategyInput('setActive', ({ random }, { first, later }) => ({
    strategy: among(random, [first, later]).address,
    active: random.below(2) === 0,
  })),
  buildLpInitializeApprovals: strategyInput('initializeApprovals', ({ random }, { first, later }) => ({
    strategy: among(random, [first, later]).address,
    allowUnproven: true,
  })),
  buildLpRebalance: strategyInput('rebalance', ({ random }, { first, later }) => ({
    strategy: among(random, [first, later]).address,
  })),
  buildLpOwnerEmergencyWithdraw: strategyInput(
    'ownerEmergencyWithdraw',
    async ({ sender, random, stage }, { later }) => {
      const { usdc, creatorCoin, vault } = stage.contracts
      await stage.sent(sender, [ownCall(later, 'setActive', [false])])
      await stage.give(stage.usdc, later.address, dollars('10'))
      await stage.give(stage.at('CreatorCoin', 'creatorCoin'), later.address, coins('10'))
      const token = among(random, [usdc, creatorCoin])
      const amount = amountUpTo(random, token === usdc ? dollars('10') : coins('10'))
      return { strategy: later.address, token, to: vault, amount }
    },
  ),
  buildLpOwnerEmergencyWithdrawFromLp: strategyInput(
    'ownerEmergencyWithdrawFromLp',
    async ({ sender, random, stage }, { invested }) => {
      const { chain, contracts } = stage
      const current = await chain.read(invested, 'charmVault')
      if (current === zeroAddress) await stage.sent(sender, [ownCall(invested, 'setCharmVault', [contracts.lpVault])])
      await stage.give(stage.at('LpVault', 'lpVault'), invested.address, amountUpTo(random, coins('1')))
      return { strategy: invested.address }
    },
  ),
  buildLpVaultRebalance: strategyInput('vault/rebalance', async ({ random, stage }, { lpVault }) => {
    await stage.to((await stage.now()) + BigInt(3600 + random.below(7200)))
    return { vault: lpVault }
  }),
  buildLpVaultSetStrategy: strategyInput('vault/setStrategy', ({ sender, random }, { lpVault }) => ({
    vault: lpVault,
    strategy: among(random, [sender.address, addressOf('agent')]),
    mode: among(random, ['delegate', 'manager']),
  })),
  async buildDexSwap({ sender, random, stage }) {
    const { usdc, weth, creatorCoin, creatorCoin2, shareToken } = stage.contracts
    const [tokenIn, amount] = among<[Address, bigint]>(random, [
      [zeroAddress, parseEther('0.05')],
      [weth, parseEther('0.05')],
      [usdc, dollars('50')],
      [creatorCoin, coins('500')],
      [creatorCoin2, coins('500')],
    ])
    const tokenOut = among(random, [zeroAddress, weth, usdc, creatorCoin, creatorCoin2, shareToken])
    if (tokenIn === weth) await stage.give(stage.at('WETH9', 'weth'), sender.address, parseEther('0.05'))
    const kind = among(random, ['exactInput', 'exactInput', 'exactOutput'])
    const unit = { [usdc]: dollars('5'), [weth]: parseEther('0.01'), [zeroAddress]: parseEther('0.01') }
    return {
      path: '/dex/swap',
      body: {
        tokenIn,
        tokenOut:
          tokenOut === tokenIn ||
          (tokenIn === zeroAddress && tokenOut === weth) ||
          (tokenIn === weth && tokenOut === zeroAddress)
            ? usdc
            : tokenOut,
        kind,
        amount: amountUpTo(random, kind === 'exactInput' ? amount : (unit[tokenOut] ?? coins('20'))),
        slippageBps: among(random, [50, 200, 500]),
        ...(random.below(3) === 0 ? { recipient: addressOf('agent') } : {}),
      },
    }
  },
  reserveTrendCoin: async ({ random }) => ({
    path: '/coin-trend/trendReserve',
    body: { ticker: `T${random.below(36 ** 6).toString(36)}`.toUpperCase() },
  }),
  async submitAgentFeedback({ random }) {
    const body = { agentId: '0', action: 'give', value: String(random.below(101)), tag1: 'starred' }
    return { path: '/v1/agents/feedback/submit', body }
  },
  setAgentWallet: async ({ random, stage }) => {
    const signer = privateKeyToAccount(random.key())
    const deadline = (await stage.now()) + 200n
    const [newWallet, owner] = [signer.address, addressOf('agent')]
    const signature = await signer.signTypedData(
      agentWalletConsent(stage.contracts.identityRegistry, { agentId: 0n, newWallet, owner, deadline }),
    )
    const body = { action: 'encode', agentId: '0', ownerAddress: owner, newWallet }
    return { path: '/v1/agents/identity/set-agent-wallet', body: { ...body, deadline, signature }, as: 'agent' }
  },
  publishAgentRegistration: async () => ({ path: '/v1/agents/publish', body: { storeInStorage: false } }),
}

/** Builders whose calls only the owner of the service's agent sends. */
export const OF_AGENT: readonly string[] = ['setAgentWallet', 'publishAgentRegistration']

/** Builders that are mined under another name, and why. */
export const ELSEWHERE: Readonly<Record<string, string>> = {
  reviewAgentFeedback: 'its call is giveFeedback, as submitAgentFeedback builds it; the review before it is paid for',
}

import { type Address, maxUint256, parseUnits } from 'viem'
import type { Artifacts } from '../../platform/compile.ts'
import { type Account, accounts, addressOf, localServerWallet } from './accounts.ts'
import { holdAuctions } from './auctions.ts'
import type { ContractRole } from './contractRoles.ts'
import { type Lane, type LaneOptions, deployLane } from './deployLane.ts'
import { arriveAt, borrowCoins, endHistory, liveOn, openVault, type Stage } from './makeHistory.ts'
import { createSmartWallet, deployAccounts } from './deployAccounts.ts'
import { deployGenerations, deployLegacy } from './earlier.ts'
import { deployLendpool, deployLendpoolStrategy, deployLpStrategy, deployLpVault } from './deployStrategies.ts'
import { installMulticall3, multicall3Address } from './installMulticall3.ts'
import { deployGauge, voteFirst, voteLately } from './gauge.ts'
import { deployLottery, playLottery } from './lottery.ts'
import { type Chain, type Contract, openChain } from './openChain.ts'
import { deployDex, openMarkets, openPool, tradeEther } from './dex.ts'
import {
  type Agent,
  deployReputation,
  deployValidation,
  leaveFeedback,
  registerAgents,
  validateAgent,
} from './agents.ts'
import { deployTrend } from './trend.ts'
import { historySeconds } from './startAnvil.ts'

export type World = {
  chainId: number
  contracts: Record<ContractRole, Address>
  accounts: Account[]
  agents: Agent[]
}

export type BuildWorldOptions = {
  /** A development chain that signs for anvil's accounts and began 60 days ago. */
  rpcUrl: string
  artifacts: Artifacts
  /** Unix seconds; the history ends here and block time never passes it. */
  clock?: () => number
}

/**
 * Deploys every contract and creates 60 days of history, from the chain's first block up to now.
 *
 * The first lane (AURORA) has two strategies, depositors, reports with profit and with loss, a live lock of `voter` and
 * an ended one of `borrower`. The second (FERRY) is new: it has neither strategies nor shares.
 *
 * @throws Error when the chain is too young for the history, or a transaction reverts.
 */
export async function buildWorld({ rpcUrl, artifacts, clock = unixNow }: BuildWorldOptions): Promise<World> {
  const chain = await openChain({ rpcUrl, artifacts })
  const age = clock() - chain.genesis
  if (age < historySeconds) throw new Error(`the chain is ${age} s old; its history needs ${historySeconds} s`)

  await installMulticall3(chain)
  const registry = await chain.deploy('Registry', [addressOf('owner')])
  const usdc = await chain.deploy('Usdc', [addressOf('owner')])
  const lane = await deployLane(chain, aurora(registry))
  const second = await deployLane(chain, ferry(registry))
  const stage = await deployAround(chain, lane, usdc)
  await openVault(chain, stage)
  const sharePool = await openSharePool(chain, stage)
  const identities = await registerAgents(chain)
  const reputation = await deployReputation(chain, identities.identityRegistry)
  const validation = await deployValidation(chain, identities.identityRegistry)
  const vaults = [lane.vault, second.vault] as const
  const gauge = await deployGauge(chain, { registry, veToken: stage.veToken, vaults })
  await liveOn(chain, stage)
  await borrowCoins(chain, stage)
  await voteFirst(chain, gauge, { vaults })
  await leaveFeedback(chain, reputation)
  await validateAgent(chain, validation)
  const lanes = [lane, second] as const
  const { wallet } = identities
  const lottery = await deployLottery(chain, { registry, lanes, gaugeVoting: gauge.gaugeVoting, wallet })
  const auctions = await holdAuctions(chain, { lane, usdc })
  const generations = await deployGenerations(chain, stage)
  const bridge = await chain.deploy('TokenBridge', [addressOf('owner')])
  const trend = await deployTrend(chain, { dex: stage.dex, usdc })
  await addServerWallet(chain, wallet)
  const markets = await openMarkets(chain, { dex: stage.dex, usdc, lanes })
  const account06 = await deployAccounts(chain, '06')
  const account07 = await deployAccounts(chain, '07')
  const account08 = await deployAccounts(chain, '08')
  const smartWallet = await createSmartWallet(chain, account06.factory, 'owner')
  const legacy = await deployLegacy(chain, smartWallet, lane)
  const now = clock()
  await arriveAt(chain, stage, { sharePool, now })
  await tradeEther(chain, stage.dex, markets.weth.address, usdc.address)
  await playLottery(chain, lottery, { lanes, wallet })
  await voteLately(chain, gauge, { vaults, now })
  // With this the agent pays for reviews.
  await chain.send('owner', usdc, 'mint', [addressOf('agent'), parseUnits('1000', 6)])
  await endHistory(chain, stage, now)

  const { lending, liquidity } = stage
  const contracts = {
    registry: registry.address,
    creatorCoin: lane.coin.address,
    vault: lane.vault.address,
    wrapper: lane.wrapper.address,
    shareToken: lane.shareToken.address,
    gaugeController: lane.gaugeController.address,
    oracle: lane.oracle.address,
    veToken: stage.veToken.address,
    lendpool: lending.lendpool.address,
    lendpoolFactory: lending.lendpoolFactory.address,
    lendpoolInfo: lending.lendpoolInfo.address,
    lendpoolAuth: lending.lendpoolAuth.address,
    lendpoolStrategy: lending.lendpoolStrategy.address,
    innerVault: lending.innerVault.address,
    lpStrategy: liquidity.lpStrategy.address,
    lpStrategyFirst: generations.lpStrategyFirst.address,
    lpStrategyProxy: generations.lpStrategyProxy.address,
    lpVault: liquidity.lpVault.address,
    lpVaultFactory: liquidity.lpVaultFactory.address,
    dexFactory: stage.dex.factory.address,
    swapRouter: stage.dex.router.address,
    v3Pool: stage.pool.address,
    sharePool: sharePool.address,
    dexQuoter: markets.quoter.address,
    dexRouter: markets.router.address,
    weth: markets.weth.address,
    wethPool: markets.wethPool.address,
    gaugeVoting: gauge.gaugeVoting.address,
    veUtility: gauge.veUtility.address,
    identityRegistry: identities.identityRegistry.address,
    reputationRegistry: reputation.address,
    validationRegistry: validation.address,
    wallet: identities.wallet.address,
    walletFactory: identities.walletFactory.address,
    lotteryManager: lottery.lotteryManager.address,
    amoeRouter: lottery.amoeRouter.address,
    keyToken: lottery.keyToken.address,
    keyPool: lottery.keyPool.address,
    launchArm: auctions.launchArm.address,
    auction: auctions.auction.address,
    auctionGraduated: auctions.auctionGraduated.address,
    auctionFailed: auctions.auctionFailed.address,
    launchArmErc20: auctions.launchArmErc20.address,
    auctionErc20: auctions.auctionErc20.address,
    auctionFactory: auctions.auctionFactory.address,
    permit2: auctions.permit2.address,
    usdc: usdc.address,
    multicall3: multicall3Address,
    creatorCoin2: second.coin.address,
    vault2: second.vault.address,
    wrapper2: second.wrapper.address,
    shareToken2: second.shareToken.address,
    gaugeController2: second.gaugeController.address,
    oracle2: second.oracle.address,
    bridge: bridge.address,
    trendFactory: trend.trendFactory.address,
    trendCoin: trend.trendCoin.address,
    entryPoint06: account06.entryPoint.address,
    entryPoint07: account07.entryPoint.address,
    entryPoint08: account08.entryPoint.address,
    smartWalletFactory: account06.factory.address,
    smartWalletFactory07: account07.factory.address,
    smartWalletFactory08: account08.factory.address,
    smartWallet: smartWallet.address,
    paymaster06: account06.paymaster.address,
    paymaster07: account07.paymaster.address,
    paymaster08: account08.paymaster.address,
    deploymentBatcher: legacy.batcher.address,
    legacyVault: legacy.vault.address,
    legacyWrapper: legacy.wrapper.address,
    legacyShareToken: legacy.shareToken.address,
    legacyVesting: legacy.vesting.address,
  }
  return { chainId: chain.chainId, contracts, accounts, agents: identities.agents }
}

/** Pools, strategies and the vote-escrow of a lane; `owner` pays for the first liquidity. */
async function deployAround(chain: Chain, lane: Lane, usdc: Contract): Promise<Stage> {
  const owner = addressOf('owner')
  const { coin, oracle, vault, shareToken } = lane
  await chain.send('owner', usdc, 'mint', [owner, parseUnits('200000', 6)])
  const dex = await deployDex(chain)
  const dollars = { token: usdc, amount: parseUnits('100000', 6) }
  const pool = await openPool(chain, dex, { token: coin, amount: parseUnits('5000000', 18) }, dollars)
  await chain.send('owner', oracle, 'configureV3Pool', [pool.address, coin.address, usdc.address])

  const lendpoolFactory = await chain.deploy('LendingPoolFactory')
  const lendpoolInfo = await chain.deploy('LendingPoolInfo')
  const lendpool = await deployLendpool(chain, { factory: lendpoolFactory, coin: coin.address, usdc: usdc.address })
  const lendpoolAuth = await chain.deploy('VaultAuth', [addressOf('admin')])
  const ids = { coin: coin.address, vault: vault.address, symbol: 'AURORA' }
  const lending = await deployLendpoolStrategy(chain, { ...ids, lendpool, lendpoolAuth })
  const lpVaultFactory = await chain.deploy('LpVaultFactory')
  const lpVault = await deployLpVault(chain, { factory: lpVaultFactory, pool, symbol: 'AURORA' })
  await fillLpVault(chain, { lpVault, coin, usdc })
  const money = { usdc: usdc.address, oracle: oracle.address, router: dex.router.address, pool, lpVault }
  const liquidity = await deployLpStrategy(chain, { ...ids, ...money })
  const veToken = await chain.deploy('VoteEscrow', [shareToken.address, vault.address, 've■AURORA', 've■AURORA'])
  return {
    lane,
    usdc,
    dex,
    pool,
    lending: { ...lending, lendpoolFactory, lendpoolInfo },
    liquidity: { ...liquidity, lpVaultFactory },
    veToken,
  }
}

/** The first deposit determines the proportion of tokens that an LP vault holds; its positions come after it. */
async function fillLpVault(chain: Chain, parts: { lpVault: Contract; coin: Contract; usdc: Contract }): Promise<void> {
  const { lpVault, coin, usdc } = parts
  for (const token of [coin, usdc]) await chain.send('owner', token, 'approve', [lpVault.address, maxUint256])
  const [coins, dollars] = [parseUnits('500000', 18), parseUnits('10000', 6)]
  const amounts = (await chain.read(lpVault, 'token0')) === coin.address ? [coins, dollars] : [dollars, coins]
  await chain.send('owner', lpVault, 'deposit', [...amounts, 0n, 0n, addressOf('owner')])
  await chain.send('owner', lpVault, 'rebalance')
}

/** A market for share tokens: purchases there pay the buy fee. */
function openSharePool(chain: Chain, { lane, usdc, dex }: Stage): Promise<Contract> {
  const shares = { token: lane.shareToken, amount: parseUnits('100000', 18) }
  return openPool(chain, dex, shares, { token: usdc, amount: parseUnits('2000', 6) })
}

function aurora(registry: Contract): LaneOptions {
  const description = 'The coin of a painter of northern skies.'
  const names = { name: 'Aurora Fields', symbol: 'AURORA', description }
  return { registry, ...names, colours: ['#0b1d2a', '#7ef0c8'], supply: parseUnits('1000000000', 18) }
}

function ferry(registry: Contract): LaneOptions {
  const description = 'The coin of a band that plays on the last boat.'
  const names = { name: 'Night Ferry', symbol: 'FERRY', description }
  return { registry, ...names, colours: ['#2a0b1d', '#f0c87e'], supply: parseUnits('1000000', 18) }
}

function unixNow(): number {
  return Math.floor(Date.now() / 1000)
}

/** Makes the server wallet, which the wallet provider makes for a contract wallet of `owner`, an owner of it. */
async function addServerWallet(chain: Chain, wallet: Contract): Promise<void> {
  const { address } = localServerWallet(`creator-agent-${wallet.address.toLowerCase()}`)
  await chain.send('owner', wallet, 'addOwnerAddress', [address])
}

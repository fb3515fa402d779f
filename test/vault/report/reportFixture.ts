import type { Address } from 'viem'
import { reportContext } from '../../../functions/vault/report/reportContext.ts'
import { explorerLink, type Report, type Section } from '../../../functions/vault/report/Report.ts'
import type { ReportReads } from '../../../functions/vault/report/reportCalls.ts'
import { describeStrategy } from '../../../shared/domain/vault/describeStrategy.ts'
import type { VaultStrategyReads } from '../../../shared/domain/vault/vaultStrategyCalls.ts'

const hex = (digit: string): Address => `0x${digit.repeat(40)}`
export const address = {
  vault: hex('1'),
  coin: hex('2'),
  gauge: hex('3'),
  share: hex('4'),
  wrapper: hex('5'),
  oracle: hex('6'),
  pool: hex('7'),
  usdc: hex('8'),
  owner: hex('9'),
  other: hex('a'),
  strategy: hex('b'),
  innerVault: hex('c'),
  auth: hex('d'),
  zero: hex('0'),
} as const

/** Reads of a sound vault: coin at one dollar, one lending strategy whose limit fits that price. */
export const reads: ReportReads = {
  provenance: null,
  probe: { asset: address.coin, accepted: undefined },
  vault: {
    name: 'Vault',
    symbol: 'V',
    decimals: 18,
    owner: address.owner,
    totalAssets: 2_000n,
    totalSupply: 1_000_000n,
    pricePerShare: 2n * 10n ** 15n,
    coinBalance: 500n,
    totalDebt: 1_500n,
    totalLockedShares: 10n,
    totalQueuedWithdrawalShares: 20n,
    maxTotalSupply: 2n ** 256n - 1n,
    performanceFee: 1000,
    managementFee: 100,
    paused: false,
    isShutdown: false,
    vaultMode: 0,
    whitelistEnabled: true,
    liquidity: null,
    wrapperListed: { whitelist: null, whitelisted: null, isWhitelisted: true },
  },
  coin: { symbol: 'COIN', decimals: 6 },
  gauge: {
    address: address.gauge,
    vault: address.vault,
    creatorCoin: address.coin,
    agentToken: null,
    creatorTreasury: address.owner,
    protocolTreasury: address.other,
  },
  share: {
    address: address.share,
    owner: address.owner,
    name: 'Share',
    symbol: 'S',
    vault: address.vault,
    gaugeController: address.gauge,
    wrapperIsMinter: true,
  },
  wrapper: {
    address: address.wrapper,
    owner: address.owner,
    vault: address.vault,
    creatorCoin: address.coin,
    agentToken: null,
    shareOFT: address.share,
  },
  oracle: {
    address: address.oracle,
    owner: address.owner,
    price: [10n ** 18n, 1_780_000_000n],
    v3PoolConfigured: true,
    v3Pool: address.pool,
    v3CreatorToken: address.coin,
    v3UsdToken: address.usdc,
    bucket: 4156n,
  },
  market: {
    usdc: address.usdc,
    usdcDecimals: 6,
    pool: address.pool,
    token0: address.coin,
    token1: address.usdc,
    slot0: [1n << 96n, 0, 0, 16, 16, 0, true],
    observed: [
      [0n, 0n],
      [0n, 1n],
    ],
    observedShortly: null,
  },
  strategies: { count: 1n, totalWeight: 10n, list: [] },
}

export const strategy: VaultStrategyReads = {
  address: address.strategy,
  weight: 10n,
  debt: 1_500n,
  maxAssets: 0n,
  activeInVault: true,
  impaired: false,
  owner: address.owner,
  asset: address.coin,
  isActive: true,
  isValuationReady: true,
  totalAssets: 1_500n,
  realizableAssets: 700n,
  lendpool: {
    idleBufferBps: 1000n,
    innerVault: address.innerVault,
    pool: address.other,
    collateralToken: address.usdc,
    auth: address.auth,
    authAdmin: address.owner,
    bufferRatioBps: 2000n,
    minBucketIndex: 4156n,
    paused: false,
  },
  lpstrat: {
    charmVault: null,
    lpVault: null,
    swapPool: null,
    swapPoolFee: null,
    swapSlippageBps: null,
    depositSlippageBps: null,
    maxSwapPercent: null,
    autoFeeTier: null,
  },
  svm: { bridgeAdapter: null, bridge: null, destination: null },
}

/** A report of reads that differ in parts from what is in order, and of these strategies. */
export function reportOf(
  changes: Partial<ReportReads> = {},
  list: readonly VaultStrategyReads[] = [strategy],
  ltvBps = 10_000,
): Report {
  const all: ReportReads = {
    ...reads,
    ...changes,
    strategies: { count: BigInt(list.length), totalWeight: 10n, list: [...list] },
  }
  const strategies = list.map((one) => describeStrategy(one, 10n))
  return {
    reads: all,
    strategies,
    context: reportContext(all, strategies, { vault: address.vault, coin: address.coin, ltvBps }),
    link: explorerLink('https://explorer.example'),
  }
}

/** The checks of a section that do not pass, as `id status`. */
export const notPassed = ({ checks }: Pick<Section, 'checks'>): string[] =>
  checks.filter(({ status }) => status !== 'pass').map(({ id, status }) => `${id} ${status}`)

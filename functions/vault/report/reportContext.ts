import { formatUnits, type Address } from 'viem'
import { knownAddress } from '../../../shared/text/address.ts'
import { plainTextOrNull } from '../../../shared/text/plainText.ts'
import { decimal } from '../../../shared/text/decimal.ts'
import { bucketPriceText } from '../../../shared/domain/lendpool/wadText.ts'
import { lendpoolBucket } from './lendpoolBucket.ts'
import type { DescribedStrategy } from '../../../shared/domain/vault/describeStrategy.ts'
import { market, type Market } from './market.ts'
import type { ReportContext } from './Report.ts'
import type { ReportReads } from './reportCalls.ts'

/**
 * The identity of a vault: the vault, its coin, and the loan-to-value that lending suggestions are made for, in basis
 * points.
 */
interface Subject {
  readonly vault: Address
  readonly coin: Address
  readonly ltvBps: number
}

/** Everything that the checks of a report are made from. */
export function reportContext(
  reads: ReportReads,
  strategies: readonly DescribedStrategy[],
  subject: Subject,
): ReportContext {
  const { vault, coin, ltvBps } = subject
  const owner = knownAddress(reads.vault.owner)
  const { whitelist, whitelisted, isWhitelisted } = reads.vault.wrapperListed
  return {
    vault,
    owner,
    vaultOwner: owner,
    vaultName: line(reads.vault.name),
    vaultSymbol: line(reads.vault.symbol),
    creatorToken: coin,
    creatorSymbol: line(reads.coin.symbol),
    creatorDecimals: reads.coin.decimals,
    gaugeAddress: knownAddress(reads.gauge.address),
    shareOFTAddress: knownAddress(reads.share.address),
    shareOftOwner: knownAddress(reads.share.owner),
    shareName: line(reads.share.name),
    shareSymbol: line(reads.share.symbol),
    shareVault: knownAddress(reads.share.vault),
    shareGaugeController: knownAddress(reads.share.gaugeController),
    shareMinterOk: reads.share.wrapperIsMinter,
    wrapperAddress: knownAddress(reads.wrapper.address),
    wrapperOwner: knownAddress(reads.wrapper.owner),
    wrapperWhitelisted: whitelist ?? whitelisted ?? isWhitelisted,
    ...oracleContext(reads.oracle),
    creatorTreasury: knownAddress(reads.gauge.creatorTreasury),
    protocolTreasury: knownAddress(reads.gauge.protocolTreasury),
    ...marketContext(reads, coin, ltvBps),
    lendpoolOracleBucketIndex: decimal(reads.oracle.bucket),
    lendpoolOracleBucketPrice: bucketPriceText(reads.oracle.bucket),
    lendpoolLtvBps: ltvBps,
    ...lendpoolContext(strategies.find(({ kind }) => kind === 'lendpool')),
    ...svmContext(strategies.find(({ kind }) => kind === 'svm')),
    strategies: strategies.map(({ address, weight, kind }, i) => {
      return { address, weight, kind, label: `Strategy ${i + 1}: ${kindNames[kind]}` }
    }),
  }
}

const kindNames = {
  lendpool: 'lending pool',
  lpstrat: 'liquidity',
  svm: 'SVM bridge',
  unknown: 'unknown kind',
} as const

const line = (text: string | null): string | null => plainTextOrNull(text, 100)

function oracleContext({ address, owner, price, v3PoolConfigured, v3Pool }: ReportReads['oracle']) {
  const [usd, timestamp] = price && price[0] > 0n ? price : []
  return {
    oracleAddress: knownAddress(address),
    oracleOwner: knownAddress(owner),
    oraclePriceUsd: usd === undefined ? null : formatUnits(usd, 18),
    oraclePriceTimestamp: timestamp === undefined ? null : String(timestamp),
    oracleV3PoolConfigured: v3PoolConfigured,
    oracleV3Pool: knownAddress(v3Pool),
  }
}

function marketContext(reads: ReportReads, coin: Address, ltvBps: number) {
  const found = market(reads.market, coin, reads.coin.decimals)
  const bucket = suggestedBucket(found, reads.coin.decimals, ltvBps)
  return {
    v3PoolAddress: found.pool,
    v3SpotTick: decimal(found.spotTick),
    v3TwapTick: decimal(found.twapTick),
    v3TwapSeconds: found.twapSeconds,
    v3ObservationCardinality: decimal(found.cardinality),
    v3ObservationCardinalityNext: decimal(found.cardinalityNext),
    v3SqrtPriceX96: decimal(found.sqrtPriceX96),
    v3SpotUsdPerCreator: found.spotUsd,
    v3TwapUsdPerCreator: found.twapUsd,
    lendpoolSuggestedBucketIndex: decimal(bucket),
    lendpoolSuggestedBucketPrice: bucketPriceText(bucket === null ? null : BigInt(bucket)),
  }
}

function suggestedBucket(found: Market, coinDecimals: number | null, ltvBps: number) {
  const { twapTick, spotTick, coinIsToken0, usdDecimals } = found
  const tick = twapTick ?? spotTick
  if (tick === null || coinIsToken0 === null || usdDecimals === null || coinDecimals === null) return null
  return lendpoolBucket({ tick, coinIsToken0, coinDecimals, usdDecimals }, ltvBps)
}

const lendpoolContext = (strategy: DescribedStrategy | undefined) => ({
  lendpoolAdapterAddress: strategy?.address ?? null,
  lendpoolAdapterOwner: strategy?.owner ?? null,
  lendpoolInnerVaultAddress: strategy?.lendpool?.innerVault ?? null,
  lendpoolAuthAddress: strategy?.lendpool?.auth ?? null,
  lendpoolAuthAdmin: strategy?.lendpool?.authAdmin ?? null,
  lendpoolBufferRatioBps: strategy?.lendpool?.bufferRatioBps ?? null,
  lendpoolMinBucketIndex: strategy?.lendpool?.minBucketIndex ?? null,
  lendpoolMinBucketPrice: strategy?.lendpool?.minBucketPrice ?? null,
  lendpoolPaused: strategy?.lendpool?.paused ?? null,
})

const svmContext = (strategy: DescribedStrategy | undefined) => ({
  svmStrategyAddress: strategy?.address ?? null,
  svmStrategyOwner: strategy?.owner ?? null,
  svmBridgeAddress: strategy?.svm?.bridgeAdapter ?? strategy?.svm?.bridge ?? null,
  svmDestination: strategy?.svm?.destination ?? null,
})

import * as z from 'zod'
import { Provenance } from '../provenance.ts'
import { Amount, atOneBlock, EvmAddress } from '../common.ts'
import { addressOrNull, amountOrNull, flagOrNull, integerOrNull, textOrNull } from '../fields.ts'
import { Bps, BucketPrice, Decimal, StrategyKind } from './strategy.ts'

export const VaultMetrics = z
  .object({
    assetDecimals: z.int().nullable().meta({ description: 'Decimals of amounts in the asset', example: 18 }),
    shareDecimals: z
      .int()
      .nullable()
      .meta({ description: 'Decimals of amounts in vault shares; a coin is about 1000 shares', example: 18 }),
    totalAssets: amountOrNull('Assets that the vault manages, including its strategies, in base units of the asset'),
    totalSupply: amountOrNull('Supply of vault shares, in base units'),
    pricePerShare: amountOrNull(
      'Value of 1e18 base units of vault shares, in base units of the asset; null while no shares exist',
    ),
    assetsPerShareToken: Decimal(
      'Creator coins for one share token (1000 vault shares); null while no shares exist',
      '1.021',
    ),
    coinBalance: amountOrNull('Assets held by the vault itself, in base units of the asset'),
    totalDebt: amountOrNull('Recorded debt of all strategies, in base units of the asset'),
    totalStrategyWeight: amountOrNull('Sum of all strategy weights'),
    totalLockedShares: amountOrNull('Vault shares of profit that is still unlocking, in base units'),
    totalQueuedWithdrawalShares: amountOrNull('Vault shares in the withdrawal queue, in base units'),
    maxTotalSupply: amountOrNull('Maximum supply of vault shares, in base units'),
    paused: flagOrNull('Whether the vault is paused: no deposits and no withdrawals'),
    isShutdown: flagOrNull('Whether the vault is permanently shut down: no more deposits'),
    vaultMode: z
      .enum(['normal', 'suspect', 'unknown'])
      .nullable()
      .describe(
        'normal; suspect: the vault found its own asset value implausible and restricts itself; unknown: any other value',
      ),
    performanceFeeBps: Bps('Performance fee on profit'),
    managementFeeBps: Bps('Management fee per year'),
    whitelistEnabled: flagOrNull('Whether only accounts on the whitelist may deposit'),
    liquidity: z
      .object({
        idleAssets: Amount.describe('Assets held by the vault itself, in base units of the asset'),
        minIdleReserve: Amount.describe('Minimum of assets that stay idle, in base units of the asset'),
        instantIdleAssets: Amount.describe(
          'Assets that can be redeemed without using a strategy, in base units of the asset',
        ),
        instantIdleBps: Amount.describe('`instantIdleAssets` as a share of all assets, in basis points'),
        queuedWithdrawalShares: Amount.describe('Vault shares in the withdrawal queue, in base units'),
        lockedProfitShares: Amount.describe('Vault shares of profit that is still unlocking, in base units'),
        maxSyncWithdrawAssets: Amount.describe(
          'Largest withdrawal that is paid at once, in base units of the asset; 2^256-1 means no limit',
        ),
      })
      .nullable()
      .describe('Liquidity of the vault (`liquiditySnapshot()`); null if the vault does not have that function'),
  })
  .meta({ id: 'VaultMetrics' })

export const VaultCheck = z
  .object({
    id: z.string().meta({ description: 'Stable name of the check', example: 'gauge-vault' }),
    label: z.string().describe('Display name of the check'),
    status: z
      .enum(['pass', 'fail', 'warn', 'info'])
      .describe('pass; fail; warn: could not be read, or needs attention; info: not applicable'),
    details: textOrNull('Values that were read; null if there is nothing to add'),
    href: textOrNull('Link to an explorer; null if the chain has none'),
  })
  .meta({ id: 'VaultCheck' })

export const VaultReportSection = z
  .object({
    id: z.enum(['core', 'wiring', 'pricing', 'strategies']).describe('Stable name of the section'),
    title: z.string().describe('Heading of the section'),
    description: z.string().describe('Subject of the checks'),
    checks: z.array(VaultCheck),
  })
  .meta({ id: 'VaultReportSection' })

const integer = (description: string) => z.string().nullable().describe(description)

/** Values that the checks are based on. */
export const VaultReportContext = z
  .object({
    vault: EvmAddress.describe('The requested vault'),
    owner: addressOrNull('Owner of the vault'),
    vaultOwner: addressOrNull('The same as `owner`'),
    vaultName: textOrNull('Name of the vault'),
    vaultSymbol: textOrNull('Symbol of the vault'),
    creatorToken: EvmAddress.describe('The creator coin, asset of the vault'),
    creatorSymbol: textOrNull('Symbol of the creator coin'),
    creatorDecimals: integerOrNull('Decimals of the creator coin'),
    gaugeAddress: addressOrNull(
      'Gauge controller of the vault; the next ten fields are read from it or from its contracts',
    ),
    shareOFTAddress: addressOrNull('Share token'),
    shareOftOwner: addressOrNull('Owner of the share token'),
    shareName: textOrNull('Name of the share token'),
    shareSymbol: textOrNull('Symbol of the share token'),
    shareVault: addressOrNull('Vault that the share token refers to'),
    shareGaugeController: addressOrNull('Gauge controller that the share token refers to'),
    shareMinterOk: flagOrNull('Whether the wrapper may mint share tokens'),
    wrapperAddress: addressOrNull('Wrapper that converts vault shares to share tokens'),
    wrapperOwner: addressOrNull('Owner of the wrapper'),
    wrapperWhitelisted: flagOrNull(
      'Whether the wrapper is on the vault’s whitelist; null if the vault has no whitelist',
    ),
    oracleAddress: addressOrNull('Price oracle of the creator coin'),
    oracleOwner: addressOrNull('Owner of the oracle'),
    oraclePriceUsd: Decimal('Oracle price of one creator coin, in USD; null if the oracle has no price', '0.0213'),
    oraclePriceTimestamp: integer('Time of the oracle price, unix seconds'),
    oracleV3PoolConfigured: flagOrNull('Whether the oracle is configured with a Uniswap v3 pool'),
    oracleV3Pool: addressOrNull('Uniswap v3 pool of the oracle'),
    creatorTreasury: addressOrNull('Receiver of the creator’s part of the fees'),
    protocolTreasury: addressOrNull('Receiver of the protocol’s part of the fees'),
    v3PoolAddress: addressOrNull('Uniswap v3 pool of the creator coin and USDC with a fee of 0.3 %'),
    v3SpotTick: integer('Current tick of the pool'),
    v3TwapTick: integer('Mean tick over `v3TwapSeconds`, rounded down'),
    v3TwapSeconds: z.int().nullable().meta({
      description: 'Window of the mean, in seconds: 1800, or 300 if the pool’s history is shorter',
      example: 1800,
    }),
    v3ObservationCardinality: integer('Number of observations that the pool stores'),
    v3ObservationCardinalityNext: integer('Number of observations that the pool will store'),
    v3SqrtPriceX96: integer('Square root of the price (base units of token1 per base unit of token0), times 2^96'),
    v3SpotUsdPerCreator: Decimal(
      'Spot price of one creator coin in USD, from `v3SqrtPriceX96`, rounded to 18 significant digits',
      '0.0213',
    ),
    v3TwapUsdPerCreator: Decimal(
      'Mean price of one creator coin in USD, from 1.0001 to the power of `v3TwapTick`, rounded to 18 significant digits',
      '0.0213',
    ),
    lendpoolAdapterAddress: addressOrNull('The first lending strategy; the next eight fields belong to it'),
    lendpoolAdapterOwner: addressOrNull('Owner of the strategy'),
    lendpoolInnerVaultAddress: addressOrNull('ERC-4626 vault between the strategy and the lending pool'),
    lendpoolAuthAddress: addressOrNull('Contract with the rules of the inner vault'),
    lendpoolAuthAdmin: addressOrNull('Account that may change the rules'),
    lendpoolBufferRatioBps: integer('Part of the inner vault’s assets that is kept for withdrawals, in basis points'),
    lendpoolMinBucketIndex: integer('Lowest bucket (highest price) in which the inner vault may lend'),
    lendpoolMinBucketPrice: BucketPrice('`lendpoolMinBucketIndex`'),
    lendpoolPaused: flagOrNull('Whether the inner vault is paused: no lending and no withdrawals'),
    lendpoolLtvBps: z
      .int()
      .meta({ description: 'Loan-to-value of `lendpoolSuggestedBucketIndex`, in basis points', example: 7000 }),
    lendpoolSuggestedBucketIndex: integer(
      'Suggested bucket: at the mean price (or the spot price if there is no mean), adjusted for the tokens’ decimals and the loan-to-value',
    ),
    lendpoolSuggestedBucketPrice: BucketPrice('`lendpoolSuggestedBucketIndex`'),
    lendpoolOracleBucketIndex: integer(
      'Bucket that the oracle suggests; it ignores the tokens’ decimals and the loan-to-value',
    ),
    lendpoolOracleBucketPrice: BucketPrice('`lendpoolOracleBucketIndex`'),
    svmStrategyAddress: addressOrNull('The first SVM bridge strategy; the next three fields belong to it'),
    svmStrategyOwner: addressOrNull('Owner of the strategy'),
    svmBridgeAddress: addressOrNull('Bridge adapter of the strategy, or its bridge if it has no adapter'),
    svmDestination: textOrNull('Destination account on the SVM chain, 32 bytes in hex'),
    strategies: z
      .array(
        z.object({
          address: EvmAddress.nullable(),
          weight: Amount.nullable(),
          kind: StrategyKind,
          label: z.string().describe('Display name of the strategy'),
        }),
      )
      .describe('The vault’s strategies; details: getVaultStrategies'),
  })
  .meta({ id: 'VaultReportContext' })

export const VaultReport = atOneBlock('VaultReport', {
  vault: EvmAddress.describe('The requested vault'),
  provenance: Provenance,
  prelaunch: z
    .boolean()
    .describe('Whether this is a demonstration vault that has not launched: no deposit is built for it'),
  metrics: VaultMetrics,
  sections: z.array(VaultReportSection),
  context: VaultReportContext,
})

import * as z from 'zod'
import { Provenance } from '../provenance.ts'
import { Amount, atOneBlock, EvmAddress } from '../common.ts'
import { Bps, Decimal, Flag, StrategyKind, address, amount } from './strategy.ts'

export const VaultMetrics = z
  .object({
    assetDecimals: z.int().nullable().meta({ description: 'Decimals of amounts in the asset', example: 18 }),
    shareDecimals: z
      .int()
      .nullable()
      .meta({ description: 'Decimals of amounts in vault shares; a coin is about 1000 shares', example: 18 }),
    totalAssets: amount('Assets that the vault manages, including its strategies, in base units of the asset'),
    totalSupply: amount('Supply of vault shares, in base units'),
    pricePerShare: amount(
      'Value of 1e18 base units of vault shares, in base units of the asset; null while no shares exist',
    ),
    assetsPerShareToken: Decimal(
      'Creator coins for one share token (1000 vault shares); null while no shares exist',
      '1.021',
    ),
    coinBalance: amount('Assets held by the vault itself, in base units of the asset'),
    totalDebt: amount('Recorded debt of all strategies, in base units of the asset'),
    totalStrategyWeight: amount('Sum of all strategy weights'),
    totalLockedShares: amount('Vault shares of profit that is still unlocking, in base units'),
    totalQueuedWithdrawalShares: amount('Vault shares in the withdrawal queue, in base units'),
    maxTotalSupply: amount('Maximum supply of vault shares, in base units'),
    paused: Flag('Whether the vault is paused: no deposits and no withdrawals'),
    isShutdown: Flag('Whether the vault is permanently shut down: no more deposits'),
    vaultMode: z
      .enum(['normal', 'suspect', 'unknown'])
      .nullable()
      .describe(
        'normal; suspect: the vault found its own asset value implausible and restricts itself; unknown: any other value',
      ),
    performanceFeeBps: Bps('Performance fee on profit'),
    managementFeeBps: Bps('Management fee per year'),
    whitelistEnabled: Flag('Whether only accounts on the whitelist may deposit'),
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
    details: z.string().nullable().describe('Values that were read; null if there is nothing to add'),
    href: z.string().nullable().describe('Link to an explorer; null if the chain has none'),
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
    owner: address('Owner of the vault'),
    vaultOwner: address('The same as `owner`'),
    vaultName: z.string().nullable().describe('Name of the vault'),
    vaultSymbol: z.string().nullable().describe('Symbol of the vault'),
    creatorToken: EvmAddress.describe('The creator coin, asset of the vault'),
    creatorSymbol: z.string().nullable().describe('Symbol of the creator coin'),
    creatorDecimals: z.int().nullable().describe('Decimals of the creator coin'),
    gaugeAddress: address('Gauge controller of the vault; the next ten fields are read from it or from its contracts'),
    shareOFTAddress: address('Share token'),
    shareOftOwner: address('Owner of the share token'),
    shareName: z.string().nullable().describe('Name of the share token'),
    shareSymbol: z.string().nullable().describe('Symbol of the share token'),
    shareVault: address('Vault that the share token refers to'),
    shareGaugeController: address('Gauge controller that the share token refers to'),
    shareMinterOk: Flag('Whether the wrapper may mint share tokens'),
    wrapperAddress: address('Wrapper that converts vault shares to share tokens'),
    wrapperOwner: address('Owner of the wrapper'),
    wrapperWhitelisted: Flag('Whether the wrapper is on the vault’s whitelist; null if the vault has no whitelist'),
    oracleAddress: address('Price oracle of the creator coin'),
    oracleOwner: address('Owner of the oracle'),
    oraclePriceUsd: Decimal('Oracle price of one creator coin, in USD; null if the oracle has no price', '0.0213'),
    oraclePriceTimestamp: integer('Time of the oracle price, unix seconds'),
    oracleV3PoolConfigured: Flag('Whether the oracle is configured with a Uniswap v3 pool'),
    oracleV3Pool: address('Uniswap v3 pool of the oracle'),
    creatorTreasury: address('Receiver of the creator’s part of the fees'),
    protocolTreasury: address('Receiver of the protocol’s part of the fees'),
    v3PoolAddress: address('Uniswap v3 pool of the creator coin and USDC with a fee of 0.3 %'),
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
    lendpoolAdapterAddress: address('The first lending strategy; the next seven fields belong to it'),
    lendpoolAdapterOwner: address('Owner of the strategy'),
    lendpoolInnerVaultAddress: address('ERC-4626 vault between the strategy and the lending pool'),
    lendpoolAuthAddress: address('Contract with the rules of the inner vault'),
    lendpoolAuthAdmin: address('Account that may change the rules'),
    lendpoolBufferRatioBps: integer('Part of the inner vault’s assets that is kept for withdrawals, in basis points'),
    lendpoolMinBucketIndex: integer('Lowest bucket (highest price) in which the inner vault may lend'),
    lendpoolPaused: Flag('Whether the inner vault is paused: no lending and no withdrawals'),
    lendpoolLtvBps: z
      .int()
      .meta({ description: 'Loan-to-value of `lendpoolSuggestedBucketIndex`, in basis points', example: 7000 }),
    lendpoolSuggestedBucketIndex: integer(
      'Suggested bucket: at the mean price (or the spot price if there is no mean), adjusted for the tokens’ decimals and the loan-to-value',
    ),
    lendpoolOracleBucketIndex: integer(
      'Bucket that the oracle suggests; it ignores the tokens’ decimals and the loan-to-value',
    ),
    svmStrategyAddress: address('The first SVM bridge strategy; the next three fields belong to it'),
    svmStrategyOwner: address('Owner of the strategy'),
    svmBridgeAddress: address('Bridge adapter of the strategy, or its bridge if it has no adapter'),
    svmDestination: z.string().nullable().describe('Destination account on the SVM chain, 32 bytes in hex'),
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

import { z } from '@hono/zod-openapi'
import { Amount, atOneBlock, EvmAddress } from '../common.ts'
import { Bps, Decimal, Flag, StrategyKind, address, amount } from './strategy.ts'

export const VaultMetrics = z
  .object({
    assetDecimals: z.int().nullable().openapi({ description: 'Decimals of amounts in the asset', example: 18 }),
    shareDecimals: z
      .int()
      .nullable()
      .openapi({ description: 'Decimals of amounts in vault shares; a coin is about 1000 shares', example: 18 }),
    totalAssets: amount('Asset base units that the vault manages, including its strategies'),
    totalSupply: amount('Supply in vault share base units'),
    pricePerShare: amount('Asset base units for 1e18 vault share base units; null while no shares exist'),
    assetsPerShareToken: Decimal('Coins for one share token (1000 vault shares); null while no shares exist', '1.021'),
    coinBalance: amount('Asset base units held by the vault itself'),
    totalDebt: amount('Asset base units with strategies, as booked'),
    totalStrategyWeight: amount('Total that strategy weights are relative to'),
    totalLockedShares: amount('Share base units of profit that is still unlocking'),
    totalQueuedWithdrawalShares: amount('Share base units waiting to be withdrawn'),
    maxTotalSupply: amount('Maximum supply in share base units'),
    paused: Flag('Whether the vault is paused: neither deposits nor withdrawals'),
    isShutdown: Flag('Shut down: no more deposits, permanently'),
    vaultMode: z.enum(['normal', 'suspect', 'unknown']).nullable().openapi({
      description:
        'normal; suspect: the vault has found its assets implausible and holds back; unknown: any other value',
    }),
    performanceFeeBps: Bps('Fee on profit'),
    managementFeeBps: Bps('Fee per year'),
    whitelistEnabled: Flag('Only listed accounts may deposit'),
    liquidity: z
      .object({
        idleAssets: Amount.openapi({ description: 'Asset base units held by the vault itself' }),
        minIdleReserve: Amount.openapi({ description: 'Asset base units that stay idle' }),
        instantIdleAssets: Amount.openapi({
          description: 'Asset base units that can be redeemed without any strategy',
        }),
        instantIdleBps: Amount.openapi({ description: 'The same as a part of all assets, in basis points' }),
        queuedWithdrawalShares: Amount.openapi({ description: 'Vault share base units waiting to be withdrawn' }),
        lockedProfitShares: Amount.openapi({ description: 'Vault share base units of profit that is still unlocking' }),
        maxSyncWithdrawAssets: Amount.openapi({
          description: 'Asset base units below which a withdrawal is paid at once; 2^256-1 means no limit',
        }),
      })
      .nullable()
      .openapi({ description: 'null if the vault has no liquiditySnapshot()' }),
  })
  .openapi('VaultMetrics')

export const VaultCheck = z
  .object({
    id: z.string().openapi({ description: 'Stable name of the check', example: 'gauge-vault' }),
    label: z.string().openapi({ description: 'What is checked, for people' }),
    status: z
      .enum(['pass', 'fail', 'warn', 'info'])
      .openapi({ description: 'warn: could not be read, or should be looked at; info: nothing to judge' }),
    details: z.string().nullable().openapi({ description: 'What was found; null where there is nothing to add' }),
    href: z.string().nullable().openapi({ description: 'Link to an explorer; null if the chain has none' }),
  })
  .openapi('VaultCheck')

export const VaultReportSection = z
  .object({
    id: z.enum(['core', 'wiring', 'pricing', 'strategies']).openapi({ description: 'Stable name of the section' }),
    title: z.string().openapi({ description: 'Heading of the section' }),
    description: z.string().openapi({ description: 'What its checks are about' }),
    checks: z.array(VaultCheck),
  })
  .openapi('VaultReportSection')

const integer = (description: string) => z.string().nullable().openapi({ description })

/** What the checks are based on. */
export const VaultReportContext = z
  .object({
    vault: EvmAddress.openapi({ description: 'The vault that was asked for' }),
    owner: address('Owner of the vault'),
    vaultOwner: address('The same as `owner`'),
    vaultName: z.string().nullable().openapi({ description: 'Name of the vault' }),
    vaultSymbol: z.string().nullable().openapi({ description: 'Symbol of the vault' }),
    creatorToken: EvmAddress.openapi({ description: 'The vault’s asset' }),
    creatorSymbol: z.string().nullable().openapi({ description: 'Symbol of the creator coin' }),
    creatorDecimals: z.int().nullable().openapi({ description: 'Decimals of the creator coin' }),
    gaugeAddress: address(
      'Gauge controller that the vault refers to; the next ten come from it or from what it refers to',
    ),
    shareOFTAddress: address('Share token'),
    shareOftOwner: address('Owner of the share token'),
    shareName: z.string().nullable().openapi({ description: 'Name of the share token' }),
    shareSymbol: z.string().nullable().openapi({ description: 'Symbol of the share token' }),
    shareVault: address('Vault that the share token refers to'),
    shareGaugeController: address('Gauge controller that the share token refers to'),
    shareMinterOk: Flag('The wrapper may mint share tokens'),
    wrapperAddress: address('Wrapper between vault shares and share tokens'),
    wrapperOwner: address('Owner of the wrapper'),
    wrapperWhitelisted: Flag('The vault lists the wrapper; null where it has no list'),
    oracleAddress: address('Price oracle of the coin'),
    oracleOwner: address('Owner of the oracle'),
    oraclePriceUsd: Decimal('Price of one coin in USD by the oracle; null if it has none', '0.0213'),
    oraclePriceTimestamp: integer('Time of that price, unix seconds'),
    oracleV3PoolConfigured: Flag('The oracle has a Uniswap v3 pool'),
    oracleV3Pool: address('That pool'),
    creatorTreasury: address('Where the creator’s part of fees goes'),
    protocolTreasury: address('Where the protocol’s part of fees goes'),
    v3PoolAddress: address('Uniswap v3 pool of the coin and USDC, fee 0.3 %'),
    v3SpotTick: integer('Tick of the pool now'),
    v3TwapTick: integer('Mean tick over v3TwapSeconds, rounded down'),
    v3TwapSeconds: z
      .int()
      .nullable()
      .openapi({ description: '1800, or 300 if the history of the pool is shorter', example: 1800 }),
    v3ObservationCardinality: integer('Observations that the pool keeps'),
    v3ObservationCardinalityNext: integer('Observations that the pool will keep'),
    v3SqrtPriceX96: integer('Square root of token1 per token0 in base units, times 2^96'),
    v3SpotUsdPerCreator: Decimal(
      'USD of one coin, exact from v3SqrtPriceX96, rounded to 18 significant digits',
      '0.0213',
    ),
    v3TwapUsdPerCreator: Decimal(
      'USD of one coin, 1.0001 to the power of v3TwapTick, rounded to 18 significant digits',
      '0.0213',
    ),
    lendpoolAdapterAddress: address('The first lending strategy; the next seven belong to it'),
    lendpoolAdapterOwner: address('Owner of the strategy'),
    lendpoolInnerVaultAddress: address('ERC-4626 vault under it'),
    lendpoolAuthAddress: address('Rule book of that vault'),
    lendpoolAuthAdmin: address('Who may change the rules'),
    lendpoolBufferRatioBps: integer('Part kept for exits, in basis points'),
    lendpoolMinBucketIndex: integer('Lowest bucket (highest price) allowed'),
    lendpoolPaused: Flag('The inner vault neither lends nor pays out'),
    lendpoolLtvBps: z
      .int()
      .openapi({ description: 'Loan-to-value behind the suggestion, in basis points', example: 7000 }),
    lendpoolSuggestedBucketIndex: integer(
      'Bucket at the mean price (else at the spot price), adjusted for the tokens’ decimals and the loan-to-value',
    ),
    lendpoolOracleBucketIndex: integer(
      'Bucket that the oracle suggests, which takes neither decimals nor loan-to-value into account',
    ),
    svmStrategyAddress: address('The first bridging strategy; the next three belong to it'),
    svmStrategyOwner: address('Owner of the strategy'),
    svmBridgeAddress: address('Its bridge adapter, else its bridge'),
    svmDestination: z.string().nullable().openapi({ description: '32 bytes of an SVM account, hex' }),
    strategies: z
      .array(
        z.object({
          address: EvmAddress.nullable(),
          weight: Amount.nullable(),
          kind: StrategyKind,
          label: z.string().openapi({ description: 'Name of the strategy for people' }),
        }),
      )
      .openapi({ description: 'The strategies of the vault, as getVaultStrategies lists them in detail' }),
  })
  .openapi('VaultReportContext')

export const VaultReport = atOneBlock('VaultReport', {
  vault: EvmAddress.openapi({ description: 'The vault that was asked for' }),
  prelaunch: z.boolean().openapi({ description: 'A demonstration vault: not a place to deposit to yet' }),
  metrics: VaultMetrics,
  sections: z.array(VaultReportSection),
  context: VaultReportContext,
})

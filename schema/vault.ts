import { z } from '@hono/zod-openapi'
import { Amount, AsOf, EvmAddress, envelope, minBlock, ChainId } from './common.ts'
import { operation } from './operation.ts'

/** Exact, without exponent. */
const Decimal = (description: string, example?: string) =>
  z
    .string()
    .nullable()
    .openapi({ description, ...(example === undefined ? {} : { example }) })

const Bps = (description: string) =>
  z
    .int()
    .nullable()
    .openapi({ description: `${description}, in basis points` })

const Flag = (description: string) => z.boolean().nullable().openapi({ description })

const address = (description: string) => EvmAddress.nullable().openapi({ description })

const amount = (description: string) => Amount.nullable().openapi({ description })

const StrategyKind = z.enum(['lendpool', 'lpstrat', 'svm', 'unknown']).openapi('VaultStrategyKind', {
  description:
    'lendpool: lends in a pool through an inner vault; lpstrat: provides liquidity through an LP vault; svm: bridges to an SVM chain',
})

export const VaultStrategy = z
  .object({
    address: address('null where the vault does not name it'),
    kind: StrategyKind,
    owner: address('Owner of the strategy'),
    asset: address('What the strategy takes; anything but the vault’s asset is a fault'),
    isActive: Flag('Its own switch'),
    activeInVault: Flag('The vault’s switch for it'),
    impaired: Flag('The vault counts an impaired strategy as nothing'),
    isValuationReady: Flag('The strategy can tell its value now'),
    weight: amount('Relative to totalStrategyWeight'),
    weightBps: Bps('Its part of totalStrategyWeight, rounded down'),
    debt: amount('What it owes the vault, in base units of the asset'),
    maxAssets: amount('Most that the vault counts of it, in base units of the asset; 0 means its debt'),
    totalAssets: amount('What it says it holds, in base units of the asset'),
    realizableAssets: amount('What it could return at once, in base units of the asset; only lending strategies tell'),
    lendpool: z
      .object({
        pool: address('The lending pool'),
        collateralToken: address('What borrowers of the pool pledge'),
        idleBufferBps: amount('Part of all assets that the strategy keeps out of the inner vault, in basis points'),
        innerVault: address('ERC-4626 vault between the strategy and the pool'),
        auth: address('Rule book of the inner vault'),
        authAdmin: address('Who may change the rules'),
        bufferRatioBps: amount('Part that the inner vault keeps for exits, in basis points'),
        minBucketIndex: amount('Lowest bucket (highest price) in which the inner vault may lend'),
        paused: Flag('The inner vault neither lends nor pays'),
      })
      .nullable()
      .openapi({ description: 'Only of kind lendpool' }),
    lpstrat: z
      .object({
        lpVault: address('Vault of two tokens that holds the liquidity'),
        swapPool: address('Pool in which the strategy swaps'),
        swapPoolFee: amount('Fee of that pool in hundredths of a basis point: 3000 is 0.3 %'),
        swapSlippageBps: amount('In basis points, at most 2000'),
        depositSlippageBps: amount('In basis points, at most 2000'),
        maxSwapPercent: amount('Most of the idle assets that one deposit sells, in percent'),
        autoFeeTier: Flag('null where this generation of the contract has no such switch'),
      })
      .nullable()
      .openapi({ description: 'Only of kind lpstrat' }),
    svm: z
      .object({
        bridgeAdapter: address('Contract that hands over to the bridge'),
        bridge: address('The bridge itself, where an older generation names it'),
        destination: z.string().nullable().openapi({ description: '32 bytes of an SVM account, hex' }),
      })
      .nullable()
      .openapi({ description: 'Only of kind svm' }),
  })
  .openapi('VaultStrategy')

export const VaultStrategies = z
  .object({
    chainId: ChainId,
    asOf: AsOf,
    vault: EvmAddress.openapi({ description: 'The vault that was asked for' }),
    prelaunch: z.boolean().openapi({ description: 'A demonstration vault: not a place to deposit to yet' }),
    asset: EvmAddress.openapi({ description: 'The creator coin' }),
    assetDecimals: z.int().nullable().openapi({ description: 'Decimals of every amount here', example: 18 }),
    strategyCount: Amount.openapi({ description: 'How many the vault has; the first 64 are listed', example: '2' }),
    totalStrategyWeight: Amount.nullable().openapi({
      description: 'Sum that the weights are relative to, a plain number',
    }),
    strategies: z.array(VaultStrategy),
  })
  .openapi('VaultStrategies')

export const VaultMetrics = z
  .object({
    assetDecimals: z.int().nullable().openapi({ description: 'Of amounts in the asset', example: 18 }),
    shareDecimals: z
      .int()
      .nullable()
      .openapi({ description: 'Of amounts in vault shares; a coin is about 1000 shares', example: 18 }),
    totalAssets: amount('Asset base units under the vault, its strategies included'),
    totalSupply: amount('Vault share base units'),
    pricePerShare: amount('Asset base units for 1e18 vault share base units; null while there is no share'),
    assetsPerShareToken: Decimal(
      'Coins for one share token (1000 vault shares); null while there is no share',
      '1.021',
    ),
    coinBalance: amount('Asset base units at hand'),
    totalDebt: amount('Asset base units with strategies, as booked'),
    totalStrategyWeight: amount('What strategy weights are relative to'),
    totalLockedShares: amount('Share base units of profit that still unlocks'),
    totalQueuedWithdrawalShares: amount('Share base units that wait to be withdrawn'),
    maxTotalSupply: amount('Most share base units that there may be'),
    paused: Flag('Neither deposits nor withdrawals'),
    isShutdown: Flag('No deposits any more, for good'),
    vaultMode: z.enum(['normal', 'suspect', 'unknown']).nullable().openapi({
      description: 'normal; suspect: the vault has found its assets implausible and holds back; unknown: another value',
    }),
    performanceFeeBps: Bps('Part of profit'),
    managementFeeBps: Bps('A year'),
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
          description: 'Asset base units below which a withdrawal is paid at once; 2^256-1 is no bound',
        }),
      })
      .nullable()
      .openapi({ description: 'null where the vault has no liquiditySnapshot()' }),
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
    href: z.string().nullable().openapi({ description: 'Where to look at it; null where the chain has no explorer' }),
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

/** What the checks were made from. */
export const VaultReportContext = z
  .object({
    vault: EvmAddress.openapi({ description: 'The vault that was asked for' }),
    owner: address('Owner of the vault'),
    vaultOwner: address('The same'),
    vaultName: z.string().nullable().openapi({ description: 'Name of the vault' }),
    vaultSymbol: z.string().nullable().openapi({ description: 'Symbol of the vault' }),
    creatorToken: EvmAddress.openapi({ description: 'The vault’s asset' }),
    creatorSymbol: z.string().nullable().openapi({ description: 'Symbol of the creator coin' }),
    creatorDecimals: z.int().nullable().openapi({ description: 'Decimals of the creator coin' }),
    gaugeAddress: address('Gauge controller that the vault names; the next ten come from it or from what it names'),
    shareOFTAddress: address('Share token'),
    shareOftOwner: address('Owner of the share token'),
    shareName: z.string().nullable().openapi({ description: 'Name of the share token' }),
    shareSymbol: z.string().nullable().openapi({ description: 'Symbol of the share token' }),
    shareVault: address('Vault that the share token names'),
    shareGaugeController: address('Gauge controller that the share token names'),
    shareMinterOk: Flag('The wrapper may mint share tokens'),
    wrapperAddress: address('Wrapper between vault shares and share tokens'),
    wrapperOwner: address('Owner of the wrapper'),
    wrapperWhitelisted: Flag('The vault lists the wrapper; null where it has no list'),
    oracleAddress: address('Price oracle of the coin'),
    oracleOwner: address('Owner of the oracle'),
    oraclePriceUsd: Decimal('USD of one coin as the oracle says; null where it has no price', '0.0213'),
    oraclePriceTimestamp: integer('Unix seconds at which that price held'),
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
      .openapi({ description: '1800, or 300 where the pool remembers less', example: 1800 }),
    v3ObservationCardinality: integer('Observations that the pool keeps'),
    v3ObservationCardinalityNext: integer('Observations that it is to keep'),
    v3SqrtPriceX96: integer('Square root of token1 per token0 in base units, times 2^96'),
    v3SpotUsdPerCreator: Decimal(
      'USD of one coin, exact from v3SqrtPriceX96, rounded to 18 significant digits',
      '0.0213',
    ),
    v3TwapUsdPerCreator: Decimal(
      'USD of one coin, 1.0001 to the power of v3TwapTick, rounded to 18 significant digits',
      '0.0213',
    ),
    lendpoolAdapterAddress: address('The first lending strategy; the next seven are of it'),
    lendpoolAdapterOwner: address('Owner of the strategy'),
    lendpoolInnerVaultAddress: address('ERC-4626 vault under it'),
    lendpoolAuthAddress: address('Rule book of that vault'),
    lendpoolAuthAdmin: address('Who may change the rules'),
    lendpoolBufferRatioBps: integer('Part kept for exits, in basis points'),
    lendpoolMinBucketIndex: integer('Lowest bucket (highest price) allowed'),
    lendpoolPaused: Flag('The inner vault neither lends nor pays'),
    lendpoolLtvBps: z
      .int()
      .openapi({ description: 'Loan-to-value behind the suggestion, in basis points', example: 7000 }),
    lendpoolSuggestedBucketIndex: integer(
      'Bucket at the mean price (else at the spot price), for the tokens’ decimals and the loan-to-value',
    ),
    lendpoolOracleBucketIndex: integer(
      'Bucket that the oracle suggests, which takes neither decimals nor loan-to-value into account',
    ),
    svmStrategyAddress: address('The first bridging strategy; the next three are of it'),
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

export const VaultReport = z
  .object({
    chainId: ChainId,
    asOf: AsOf,
    vault: EvmAddress.openapi({ description: 'The vault that was asked for' }),
    prelaunch: z.boolean().openapi({ description: 'A demonstration vault: not a place to deposit to yet' }),
    metrics: VaultMetrics,
    sections: z.array(VaultReportSection),
    context: VaultReportContext,
  })
  .openapi('VaultReport')

const read = {
  method: 'get',
  'x-limit': 'read',
  'x-answer': 'envelope',
  'x-cache': { sMaxAge: 120, staleWhileRevalidate: 240 },
} as const
const params = z.object({
  address: EvmAddress.openapi({
    description: 'The creator vault (ERC-4626); not its share token, nor the creator coin',
  }),
})

export const vault = {
  getVaultReport: operation({
    ...read,
    operationId: 'getVaultReport',
    tags: ['vault'],
    path: '/v1/vault/{address}/report',
    summary: 'What a vault holds, and whether its parts fit together',
    description:
      'What a vault holds and owes, and whether its share token, wrapper, gauge controller, oracle, pool and strategies refer to each other as they should. Read from the vault and everything that it names, all at the block of asOf; what could not be read is null and its check a warning. It is a large answer: for the strategies alone use getVaultStrategies, to find vaults use listExploreVaults.',
    'x-errors': ['not_a_contract', 'not_a_vault'],
    request: {
      params,
      query: z.object({
        minBlock,
        t: z
          .string()
          .max(64)
          .optional()
          .openapi({ description: 'Anything, to be answered afresh and with no-store', example: '1' }),
      }),
    },
    responses: {
      200: {
        description: 'The report as of one block',
        content: { 'application/json': { schema: envelope(VaultReport) } },
      },
    },
  }),
  getVaultStrategies: operation({
    ...read,
    operationId: 'getVaultStrategies',
    tags: ['vault'],
    path: '/v1/vault/{address}/strategies',
    summary: 'Strategies of a vault, with what stands behind each',
    description:
      'The strategies of a vault with their weights, debts and present worth, and what stands behind each: a lending pool, an LP vault or a bridge. Read from the vault and its strategies at the block of asOf. For all settings of one liquidity strategy use getLpStrategy; for the vault as a whole use getVaultReport.',
    'x-errors': ['not_a_contract', 'not_a_vault'],
    request: { params, query: z.object({ minBlock }) },
    responses: {
      200: {
        description: 'The strategies as of one block',
        content: { 'application/json': { schema: envelope(VaultStrategies) } },
      },
    },
  }),
}

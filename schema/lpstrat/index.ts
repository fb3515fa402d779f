import * as z from 'zod'
import { Amount, answers, atOneBlock, EvmAddress, minBlock } from '../common.ts'
import { Provenance } from '../provenance.ts'
import { chainRead } from '../operation.ts'

const address = (description: string) => EvmAddress.nullable().describe(description)

const amount = (description: string) => Amount.nullable().describe(description)

const flag = (description: string) => z.boolean().nullable().describe(description)

const integer = (description: string) => z.int().nullable().describe(description)

const tick = (description: string) => z.int().nullable().meta({ description, example: -313450 })

const Decimal = (description: string, example: string) => z.string().nullable().meta({ description, example })

const Range = z
  .object({
    inRange: flag('Whether lower <= currentTick < upper, so the base position earns fees; `null` if unknown'),
    currentTick: tick('Current tick of the LP vault’s pool'),
    lower: tick('Lower tick of the base position, inclusive'),
    upper: tick('Upper tick of the base position, exclusive'),
    sqrtPriceX96: amount('Square root of token1 per token0 in base units, times 2^96'),
    priceUsdc: Decimal(
      'Price of one creator coin in USDC, computed from sqrtPriceX96 and rounded to 18 significant digits',
      '0.0244',
    ),
    lowerPriceUsdc: Decimal('Price of one creator coin in USDC at the lower bound of the base position', '0.0155'),
    upperPriceUsdc: Decimal('Price of one creator coin in USDC at the upper bound of the base position', '0.032'),
  })
  .meta({
    id: 'LpStrategyRange',
    description:
      'Range of the base position. Everything is null without an LP vault. Prices are null if its pool is not one of the creator coin and USDC. Price bounds are null before the first rebalance, when there is no base position',
  })

const LpVault = z.object({
  address: EvmAddress.describe('Address of the LP vault'),
  recognized: flag('Whether the configured LP vault factory created it; `null` if no factory is configured'),
  pool: address('Uniswap v3 pool of the LP vault'),
  poolFee: amount('Fee of the pool in hundredths of a basis point: 3000 is 0.3 %'),
  token0: address('First token of the pool'),
  token0Decimals: integer('Decimals of token0'),
  token1: address('Second token of the pool'),
  token1Decimals: integer('Decimals of token1'),
  baseLower: tick('Lower tick of the base position, which surrounds the price'),
  baseUpper: tick('Upper tick of the base position'),
  limitLower: tick('Lower tick of the one-sided position next to the price'),
  limitUpper: tick('Upper tick of the one-sided position'),
  fullLower: tick('Lower tick of the full-range position'),
  fullUpper: tick('Upper tick of the full-range position'),
  total0: amount('Total of token0 that the LP vault holds, in base units'),
  total1: amount('Total of token1 that the LP vault holds, in base units'),
  totalSupply: amount('Total supply of LP vault shares'),
  maxTotalSupply: amount('Maximum supply of LP vault shares'),
  strategyShares: amount('LP vault shares that this strategy holds'),
  manager: address('Manager, who may rebalance and set the delegate'),
  pendingManager: address('Address that becomes manager when it accepts'),
  rebalanceDelegate: address('Rebalance delegate, who may rebalance too; if this is null, anyone may'),
  lastRebalance: amount('Time of the last rebalance, unix seconds; 0 before the first'),
  rebalancePeriod: amount('Seconds that must pass between two rebalances'),
})

const Loan = z.object({
  pool: address('Lending pool that lends creator coins against USDC'),
  quoteToken: address('Token that the pool lends'),
  collateralToken: address('Token that borrowers pledge'),
  borrowEnabled: flag('Whether the strategy may borrow'),
  maxDebt: amount('Maximum debt, in base units of the creator coin'),
  minCollateralRatioBps: amount('Minimum value of the collateral after borrowing, in basis points of the debt'),
  readable: flag('Whether the strategy could read its loan; `null` without a pool'),
  debt: amount('Debt with interest up to now, in base units of the creator coin'),
  collateral: amount('Pledged collateral, in base units of USDC'),
  collateralRatioBps: amount(
    'Value of the collateral by the oracle, in basis points of the debt; 0 while the price is stale, `null` without debt',
  ),
  thresholdPrice: Decimal(
    'Price below which the collateral no longer covers the loan, in creator coins for one USDC',
    '15.2',
  ),
  thresholdPriceWad: amount('`thresholdPrice` times 1e18'),
  lup: Decimal('Lowest utilized price of the pool, in creator coins for one USDC', '49.9'),
  lupWad: amount('`lup` times 1e18'),
  lupIndex: amount('Bucket of the lowest utilized price: 0 has the highest price, 7388 the lowest'),
})

export const LpStrategy = atOneBlock('LpStrategy', {
  strategy: EvmAddress.describe('Address of the strategy'),
  provenance: Provenance,
  owner: address('Owner, who may change every setting of the strategy'),
  vault: address('Creator vault that the strategy works for'),
  asset: address('Token that the strategy accepts: the creator coin'),
  isActive: flag('Whether the strategy reports itself as active to its vault'),
  activeFlag: flag('Setting `active` of the strategy'),
  isValuationReady: flag('Whether the strategy can report its value now'),
  tokens: z.object({
    creator: address('Creator coin'),
    creatorDecimals: integer('Decimals of the creator coin'),
    usdc: address('USDC token'),
    usdcDecimals: integer('Decimals of USDC'),
  }),
  routers: z.object({
    dexRouter: address('Router that the strategy swaps through'),
    dexFactory: address(
      'Uniswap v3 factory: the setting of the strategy, or the factory of its pools if it has no such setting',
    ),
    autoFeeTier: flag('Whether the strategy chooses the fee tier itself; `null` if it has no such setting'),
  }),
  params: z.object({
    maxSwapPercent: amount('Largest part of the idle creator coins that one deposit sells, in percent'),
    swapSlippageBps: amount('Largest loss of a swap, in basis points, at most 2000'),
    depositSlippageBps: amount('Largest loss of a deposit or rebalance, in basis points, at most 2000'),
    swapPoolFee: amount('Fee of the swap pool in hundredths of a basis point: 3000 is 0.3 %'),
    swapPool: address('Pool that the strategy swaps in'),
    lpVault: address('LP vault that holds the liquidity'),
  }),
  oracle: z.object({
    address: address('Price oracle of the creator coin'),
    priceUsd: Decimal('Price of one creator coin in USD', '0.0244'),
    priceTimestamp: amount('Time of the price, unix seconds; after two hours the strategy values its USDC at zero'),
  }),
  totals: z.object({
    totalAssetsCreatorWei: amount('Total value that the strategy reports, in base units of the creator coin'),
    idleCreatorWei: amount('Idle creator coins, in base units'),
    idleUsdc: amount('Idle USDC, in base units'),
  }),
  inRange: Range,
  position: z
    .object({
      amount0: amount('Share of the strategy in token0, in base units, rounded down'),
      amount1: amount('Share of the strategy in token1, in base units, rounded down'),
      shareBps: integer(
        'Share of the strategy in the LP vault, in basis points, rounded down; `null` if no shares exist',
      ),
    })
    .nullable()
    .describe('Share of the strategy in its LP vault; `null` without an LP vault'),
  lpVault: LpVault.nullable(),
  lendpool: Loan.nullable().describe('Loan of the strategy; `null` if it cannot borrow'),
  allocation: z
    .object({
      weight: amount('Weight of the strategy, relative to the vault’s total weight'),
      weightBps: integer('Share of the total weight, in basis points, rounded down'),
      debt: amount('Debt of the strategy to its vault, in base units of the creator coin'),
      maxAssets: amount(
        'Largest value that the vault counts for the strategy, in base units of the creator coin; 0 means its debt',
      ),
      activeInVault: flag('Whether the vault has the strategy as active'),
      impaired: flag('Whether the strategy is impaired; the vault values an impaired strategy at zero'),
    })
    .nullable()
    .describe('Allocation of the strategy in its vault; `null` if the vault does not answer'),
})

export const lpstrat = {
  getLpStrategy: chainRead({
    operationId: 'getLpStrategy',
    path: '/v1/lpstrat/strategy/{address}',
    summary: 'Get an LP strategy’s settings, liquidity and value',
    description:
      'Returns one LP strategy: settings, idle creator coins and USDC, its share of the LP vault and whether that is in range, its loan, its oracle price, and its allocation in its vault. For an overview of all strategies of a vault use getVaultStrategies.',
    'x-cache': { sMaxAge: 120, staleWhileRevalidate: 240 },
    'x-errors': ['not_a_contract', 'not_a_strategy'],
    request: {
      params: z.object({
        address: EvmAddress.describe('Address of the LP strategy, not of its vault or LP vault'),
      }),
      query: z.object({ minBlock }),
    },
    responses: answers('The strategy as of one block', LpStrategy),
  }),
}

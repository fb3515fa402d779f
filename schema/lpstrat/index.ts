import * as z from 'zod'
import { answers, atOneBlock, block, EvmAddress, minBlock } from '../common.ts'
import { addressOrNull, amountOrNull, flagOrNull, integerOrNull } from '../fields.ts'
import { Provenance } from '../provenance.ts'
import { chainRead } from '../operation.ts'

const tick = (description: string) => z.int().nullable().meta({ description, example: -313450 })

const Decimal = (description: string, example: string) => z.string().nullable().meta({ description, example })

const Range = z
  .object({
    inRange: flagOrNull('Whether lower <= currentTick < upper, so the base position earns fees; `null` if unknown'),
    currentTick: tick('Current tick of the LP vault’s pool'),
    lower: tick('Lower tick of the base position, inclusive'),
    upper: tick('Upper tick of the base position, exclusive'),
    sqrtPriceX96: amountOrNull('Square root of token1 per token0 in base units, times 2^96'),
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
  recognized: flagOrNull('Whether the configured LP vault factory created it; `null` if no factory is configured'),
  pool: addressOrNull('Uniswap v3 pool of the LP vault'),
  poolFee: amountOrNull('Fee of the pool in hundredths of a basis point: 3000 is 0.3 %'),
  token0: addressOrNull('First token of the pool'),
  token0Decimals: integerOrNull('Decimals of token0'),
  token1: addressOrNull('Second token of the pool'),
  token1Decimals: integerOrNull('Decimals of token1'),
  baseLower: tick('Lower tick of the base position, which surrounds the price'),
  baseUpper: tick('Upper tick of the base position'),
  limitLower: tick('Lower tick of the one-sided position next to the price'),
  limitUpper: tick('Upper tick of the one-sided position'),
  fullLower: tick('Lower tick of the full-range position'),
  fullUpper: tick('Upper tick of the full-range position'),
  total0: amountOrNull('Total of token0 that the LP vault holds, in base units'),
  total1: amountOrNull('Total of token1 that the LP vault holds, in base units'),
  totalSupply: amountOrNull('Total supply of LP vault shares'),
  maxTotalSupply: amountOrNull('Maximum supply of LP vault shares'),
  strategyShares: amountOrNull('LP vault shares that this strategy holds'),
  manager: addressOrNull('Manager, who may rebalance and set the delegate'),
  pendingManager: addressOrNull('Address that becomes manager when it accepts'),
  rebalanceDelegate: addressOrNull('Rebalance delegate, who may rebalance too; if this is null, anyone may'),
  lastRebalance: amountOrNull('Time of the last rebalance, unix seconds; 0 before the first'),
  rebalancePeriod: amountOrNull('Seconds that must pass between two rebalances'),
})

const Loan = z.object({
  pool: addressOrNull('Lending pool that lends creator coins against USDC'),
  quoteToken: addressOrNull('Token that the pool lends'),
  collateralToken: addressOrNull('Token that borrowers pledge'),
  borrowEnabled: flagOrNull('Whether the strategy may borrow'),
  maxDebt: amountOrNull('Maximum debt, in base units of the creator coin'),
  minCollateralRatioBps: amountOrNull('Minimum value of the collateral after borrowing, in basis points of the debt'),
  readable: flagOrNull('Whether the strategy could read its loan; `null` without a pool'),
  debt: amountOrNull('Debt with interest up to now, in base units of the creator coin'),
  collateral: amountOrNull('Pledged collateral, in base units of USDC'),
  collateralRatioBps: amountOrNull(
    'Value of the collateral by the oracle, in basis points of the debt; 0 while the price is stale, `null` without debt',
  ),
  thresholdPrice: Decimal(
    'Price below which the collateral no longer covers the loan, in creator coins for one USDC',
    '15.2',
  ),
  thresholdPriceWad: amountOrNull('`thresholdPrice` times 1e18'),
  lup: Decimal('Lowest utilized price of the pool, in creator coins for one USDC', '49.9'),
  lupWad: amountOrNull('`lup` times 1e18'),
  lupIndex: amountOrNull('Bucket of the lowest utilized price: 0 has the highest price, 7388 the lowest'),
})

export const LpStrategy = atOneBlock('LpStrategy', {
  strategy: EvmAddress.describe('Address of the strategy'),
  provenance: Provenance,
  owner: addressOrNull('Owner, who may change every setting of the strategy'),
  vault: addressOrNull('Creator vault that the strategy works for'),
  asset: addressOrNull('Token that the strategy accepts: the creator coin'),
  isActive: flagOrNull('Whether the strategy reports itself as active to its vault'),
  activeFlag: flagOrNull('Setting `active` of the strategy'),
  isValuationReady: flagOrNull('Whether the strategy can report its value now'),
  tokens: z.object({
    creator: addressOrNull('Creator coin'),
    creatorDecimals: integerOrNull('Decimals of the creator coin'),
    usdc: addressOrNull('USDC token'),
    usdcDecimals: integerOrNull('Decimals of USDC'),
  }),
  routers: z.object({
    dexRouter: addressOrNull('Router that the strategy swaps through'),
    dexFactory: addressOrNull(
      'Uniswap v3 factory: the setting of the strategy, or the factory of its pools if it has no such setting',
    ),
    autoFeeTier: flagOrNull('Whether the strategy chooses the fee tier itself; `null` if it has no such setting'),
  }),
  params: z.object({
    maxSwapPercent: amountOrNull('Largest part of the idle creator coins that one deposit sells, in percent'),
    swapSlippageBps: amountOrNull('Largest loss of a swap, in basis points, at most 2000'),
    depositSlippageBps: amountOrNull('Largest loss of a deposit or rebalance, in basis points, at most 2000'),
    swapPoolFee: amountOrNull('Fee of the swap pool in hundredths of a basis point: 3000 is 0.3 %'),
    swapPool: addressOrNull('Pool that the strategy swaps in'),
    lpVault: addressOrNull('LP vault that holds the liquidity'),
  }),
  oracle: z.object({
    address: addressOrNull('Price oracle of the creator coin'),
    priceUsd: Decimal('Price of one creator coin in USD', '0.0244'),
    priceTimestamp: amountOrNull(
      'Time of the price, unix seconds; after two hours the strategy values its USDC at zero',
    ),
  }),
  totals: z.object({
    totalAssetsCreatorWei: amountOrNull('Total value that the strategy reports, in base units of the creator coin'),
    idleCreatorWei: amountOrNull('Idle creator coins, in base units'),
    idleUsdc: amountOrNull('Idle USDC, in base units'),
  }),
  inRange: Range,
  position: z
    .object({
      amount0: amountOrNull('Share of the strategy in token0, in base units, rounded down'),
      amount1: amountOrNull('Share of the strategy in token1, in base units, rounded down'),
      shareBps: integerOrNull(
        'Share of the strategy in the LP vault, in basis points, rounded down; `null` if no shares exist',
      ),
    })
    .nullable()
    .describe('Share of the strategy in its LP vault; `null` without an LP vault'),
  lpVault: LpVault.nullable(),
  lendpool: Loan.nullable().describe('Loan of the strategy; `null` if it cannot borrow'),
  allocation: z
    .object({
      weight: amountOrNull('Weight of the strategy, relative to the vault’s total weight'),
      weightBps: integerOrNull('Share of the total weight, in basis points, rounded down'),
      debt: amountOrNull('Debt of the strategy to its vault, in base units of the creator coin'),
      maxAssets: amountOrNull(
        'Largest value that the vault counts for the strategy, in base units of the creator coin; 0 means its debt',
      ),
      activeInVault: flagOrNull('Whether the vault has the strategy as active'),
      impaired: flagOrNull('Whether the strategy is impaired; the vault values an impaired strategy at zero'),
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
      query: z.object({ minBlock, block }),
    },
    responses: answers('The strategy as of one block', LpStrategy),
  }),
}

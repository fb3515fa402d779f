import { z } from '@hono/zod-openapi'
import { Amount, answers, atOneBlock, EvmAddress, minBlock } from '../common.ts'
import { chainRead } from '../operation.ts'

const address = (description: string) => EvmAddress.nullable().openapi({ description })

const amount = (description: string) => Amount.nullable().openapi({ description })

const flag = (description: string) => z.boolean().nullable().openapi({ description })

const integer = (description: string) => z.int().nullable().openapi({ description })

const tick = (description: string) => z.int().nullable().openapi({ description, example: -313450 })

const Decimal = (description: string, example: string) => z.string().nullable().openapi({ description, example })

const Range = z
  .object({
    inRange: flag('Whether lower <= currentTick < upper, so that the base position earns fees'),
    currentTick: tick('Tick of the LP vault’s pool'),
    lower: tick('Lowest tick of the base position, included'),
    upper: tick('Highest tick of the base position, excluded'),
    sqrtPriceX96: amount('Square root of token1 per token0 in base units, times 2^96'),
    priceUsdc: Decimal('USDC for one coin, exact from sqrtPriceX96, rounded to 18 significant digits', '0.0244'),
    lowerPriceUsdc: Decimal('USDC for one coin at the lower price bound of the base position', '0.0155'),
    upperPriceUsdc: Decimal('USDC for one coin at the upper price bound of the base position', '0.032'),
  })
  .openapi('LpStrategyRange', {
    description:
      'All null without an LP vault; prices are null if its pool is not one of the coin and USDC, and the price bounds before the first rebalance, when there is no base position',
  })

const LpVault = z.object({
  address: EvmAddress.openapi({ description: 'The LP vault' }),
  recognized: flag('The LP vault factory created it; null if no factory is configured'),
  pool: address('Its Uniswap v3 pool'),
  poolFee: amount('Fee of that pool in hundredths of a basis point: 3000 is 0.3 %'),
  token0: address('First token of the pool'),
  token0Decimals: integer('Decimals of amounts of token0'),
  token1: address('Second token of the pool'),
  token1Decimals: integer('Decimals of amounts of token1'),
  baseLower: tick('Lower end of the base position, around the price'),
  baseUpper: tick('Upper end of the base position'),
  limitLower: tick('Lower end of the one-sided position beside the price'),
  limitUpper: tick('Upper end of the one-sided position'),
  fullLower: tick('Lower end of the position over all prices'),
  fullUpper: tick('Upper end of the position over all prices'),
  total0: amount('All of token0 that the LP vault holds, in base units'),
  total1: amount('All of token1 that the LP vault holds, in base units'),
  totalSupply: amount('Total supply of its shares'),
  maxTotalSupply: amount('Maximum supply of its shares'),
  strategyShares: amount('Shares that this strategy holds'),
  manager: address('Who may rebalance and set the delegate'),
  pendingManager: address('Who may become manager by accepting'),
  rebalanceDelegate: address('Who else may rebalance; if there is none, anyone may'),
  lastRebalance: amount('Unix seconds; 0 before the first'),
  rebalancePeriod: amount('Seconds that must pass between two rebalances'),
})

const Loan = z.object({
  pool: address('Lending pool that lends coins against USDC'),
  quoteToken: address('Token that the pool lends'),
  collateralToken: address('Token that borrowers pledge'),
  borrowEnabled: flag('The strategy may borrow'),
  maxDebt: amount('Maximum debt, in base units of the coin'),
  minCollateralRatioBps: amount('Minimum value of its collateral after borrowing, in basis points of its debt'),
  readable: flag('The strategy could read its loan; null without a pool'),
  debt: amount('Debt with interest up to now, in base units of the coin'),
  collateral: amount('Pledged collateral, in base units of USDC'),
  collateralRatioBps: amount(
    'Value of the collateral in basis points of the debt, by the oracle; 0 while its price is stale, null without a debt',
  ),
  thresholdPrice: Decimal('Coins for one USDC at which the loan is no longer covered', '15.2'),
  thresholdPriceWad: amount('The same, times 1e18'),
  lup: Decimal('Coins for one USDC at the price of the lowest deposit that is lent', '49.9'),
  lupWad: amount('The same, times 1e18'),
  lupIndex: amount('Bucket of that deposit: 0 is the highest price, 7388 the lowest'),
})

export const LpStrategy = atOneBlock('LpStrategy', {
  strategy: EvmAddress.openapi({ description: 'The strategy that was asked for' }),
  owner: address('Owner, who may change every setting'),
  vault: address('The creator vault that it works for'),
  asset: address('Token that it accepts: the creator coin'),
  isActive: flag('Whether it reports itself as active to the vault'),
  activeFlag: flag('Its own switch'),
  isValuationReady: flag('It can report its value now'),
  tokens: z.object({
    creator: address('The creator coin'),
    creatorDecimals: integer('Decimals of amounts of the coin'),
    usdc: address('The dollar token'),
    usdcDecimals: integer('Decimals of amounts of the dollar token'),
  }),
  routers: z.object({
    dexRouter: address('Where it swaps'),
    dexFactory: address('Its own setting if this generation has one, else the factory of its pools'),
    autoFeeTier: flag('Whether it chooses the fee tier itself; null if this generation has no such switch'),
  }),
  params: z.object({
    maxSwapPercent: amount('Largest part of the idle coins that one deposit sells, in percent'),
    swapSlippageBps: amount('Most that a swap may lose, in basis points, at most 2000'),
    depositSlippageBps: amount('Most that a deposit or rebalance may lose, in basis points, at most 2000'),
    swapPoolFee: amount('Fee of the swap pool in hundredths of a basis point: 3000 is 0.3 %'),
    swapPool: address('Pool in which it swaps'),
    lpVault: address('Vault of two tokens that holds its liquidity'),
  }),
  oracle: z.object({
    address: address('Price oracle of the coin'),
    priceUsd: Decimal('Price of one coin in USD', '0.0244'),
    priceTimestamp: amount('Time of that price, unix seconds; after two hours, dollars count as nothing'),
  }),
  totals: z.object({
    totalAssetsCreatorWei: amount('Value that it reports, in base units of the coin'),
    idleCreatorWei: amount('Idle coins, in base units'),
    idleUsdc: amount('Idle USDC, in base units'),
  }),
  inRange: Range,
  position: z
    .object({
      amount0: amount('Its part of token0, rounded down, in base units'),
      amount1: amount('Its part of token1, rounded down, in base units'),
      shareBps: integer('Its part of the LP vault, in basis points, rounded down; null while no shares exist'),
    })
    .nullable()
    .openapi({ description: 'Its part of the LP vault; null without one' }),
  lpVault: LpVault.nullable(),
  lendpool: Loan.nullable().openapi({ description: 'Its own loan; null if this generation cannot borrow' }),
  allocation: z
    .object({
      weight: amount('Weight, relative to the vault’s total'),
      weightBps: integer('Its part of that total, in basis points, rounded down'),
      debt: amount('What it owes the vault, in base units of the coin'),
      maxAssets: amount('Most that the vault counts for it, in base units of the coin; 0 means its debt'),
      activeInVault: flag('The vault’s switch for it'),
      impaired: flag('The vault counts an impaired strategy as nothing'),
    })
    .nullable()
    .openapi({ description: 'What its vault records about it; null if the vault does not answer' }),
})

export const lpstrat = {
  getLpStrategy: chainRead({
    operationId: 'getLpStrategy',
    path: '/v1/lpstrat/strategy/{address}',
    summary: 'Settings, liquidity, loan and value of a liquidity strategy',
    description:
      'Everything about one liquidity strategy: settings, idle coins and dollars, its part of the LP vault and whether that is in range, its own loan, and what its vault records about it. Read from the strategy, its LP vault, pool, lending pool and oracle at the block of asOf. For all strategies of a vault in brief use getVaultStrategies.',
    'x-cache': { sMaxAge: 120, staleWhileRevalidate: 240 },
    'x-errors': ['not_a_contract', 'not_a_strategy'],
    request: {
      params: z.object({
        address: EvmAddress.openapi({ description: 'The liquidity strategy; not its vault, nor its LP vault' }),
      }),
      query: z.object({ minBlock }),
    },
    responses: answers('The strategy as of one block', LpStrategy),
  }),
}

import { z } from '@hono/zod-openapi'
import { Amount, atOneBlock, EvmAddress, minBlock, queryInteger, SignedAmount } from '../common.ts'
import { DexToken, tokenFields } from './dexParts.ts'

/** Questions about pools and tokens, by the names that clients of subgraphs know them by. */
export const QUERIES = [
  'GetPoolsByToken',
  'GetPoolHourData',
  'GetPoolDayData',
  'GetPoolSwaps',
  'GetToken',
  'GetTokenDayData',
] as const

export const DexQueryRequest = z
  .object({
    operation: z.enum(QUERIES).openapi({
      description:
        'GetPoolsByToken: pools of a token; GetToken: the token; GetTokenDayData: its trading by days; GetPoolSwaps: the newest swaps of a pool; GetPoolHourData, GetPoolDayData: its trading by hours or days (UTC)',
      example: 'GetPoolsByToken',
    }),
    token: EvmAddress.optional().openapi({ description: 'Required by operations about a token' }),
    pool: EvmAddress.optional().openapi({ description: 'Required by operations about a pool' }),
    first: z
      .int()
      .min(1)
      .max(100)
      .default(20)
      .openapi({ description: 'The most entries of the answer, the newest or largest first', example: 20 }),
  })
  .openapi('DexQueryRequest')

const transactions = z.int().openapi({ description: 'How many swaps', example: 12 })
const start = z.int().openapi({ description: 'Unix seconds at which it begins', example: 1780000800 })
const isComplete = z.boolean().openapi({
  description: 'false for the period that has not ended, and for one whose beginning was not read',
  example: true,
})
const price = (what: string) =>
  Amount.openapi({ description: `Square root of ${what}: token1 per token0 in base units, times 2^96` })

const DexPool = z
  .object({
    pool: EvmAddress.openapi({ description: 'The pool' }),
    fee: z.int().openapi({ description: 'Its fee in hundredths of a basis point', example: 3000 }),
    token0: DexToken.openapi({ description: 'The token with the lower address' }),
    token1: DexToken.openapi({ description: 'The other token' }),
    sqrtPriceX96: price('the price'),
    tick: z.int().openapi({ description: 'Tick of the price', example: -201234 }),
    liquidity: Amount.openapi({ description: 'Liquidity in range at the price' }),
    balance0: Amount.nullable().openapi({
      description:
        'What the pool holds of token0, in base units; null where the token does not say or it was not asked for',
    }),
    balance1: Amount.nullable().openapi({ description: 'The same of token1' }),
  })
  .openapi('DexPool')

const DexSwap = z
  .object({
    blockNumber: Amount.openapi({ description: 'Block of the swap' }),
    timestamp: z
      .int()
      .nullable()
      .openapi({ description: 'Unix seconds; null where the node does not say', example: 1780000000 }),
    transactionHash: z.string().openapi({ description: 'Hash of its transaction, 32 bytes in hex' }),
    logIndex: z.int().openapi({ description: 'Index of its log in the block', example: 3 }),
    sender: EvmAddress.openapi({ description: 'Contract that called the pool' }),
    recipient: EvmAddress.openapi({ description: 'Who got what came out' }),
    amount0: SignedAmount.openapi({ description: 'Of token0, in base units: positive was paid in, negative came out' }),
    amount1: SignedAmount.openapi({ description: 'The same of token1' }),
    sqrtPriceX96: price('the price after it'),
    liquidity: Amount.openapi({ description: 'Liquidity in range after it' }),
    tick: z.int().openapi({ description: 'Tick of that price', example: -201234 }),
  })
  .openapi('DexSwap')

const DexPeriod = z
  .object({
    start,
    isComplete,
    swaps: transactions,
    volume0: Amount.openapi({ description: 'Token0 that was paid in or came out, in base units, with fees' }),
    volume1: Amount.openapi({ description: 'The same of token1' }),
    open: price('the price after the first swap'),
    high: price('the highest price after a swap'),
    low: price('the lowest price after a swap'),
    close: price('the price after the last swap'),
  })
  .openapi('DexPeriod')

const DexTokenDay = z
  .object({
    start,
    isComplete,
    swaps: transactions,
    volume: Amount.openapi({ description: 'The token that was paid in or came out in these pools, in base units' }),
  })
  .openapi('DexTokenDay')

const DexTokenDetails = z
  .object({
    ...tokenFields,
    name: z.string().nullable().openapi({ description: 'Its own name', example: 'Wrapped Ether' }),
    totalSupply: Amount.nullable().openapi({ description: 'Supply in base units; null where it does not say' }),
  })
  .openapi('DexTokenDetails')

export const DexQueryAnswer = atOneBlock('DexQueryAnswer', {
  operation: z.enum(QUERIES).openapi({ description: 'What was asked', example: 'GetPoolsByToken' }),
  token: DexTokenDetails.optional().openapi({ description: 'Of an operation about a token' }),
  pool: DexPool.optional().openapi({ description: 'Of an operation about a pool' }),
  pools: z.array(DexPool).optional().openapi({
    description:
      'Of GetPoolsByToken, and for GetTokenDayData the pools that were summed: with the wrapped native currency, dollars and the creator coin, at the fees 100, 500, 3000 and 10000',
  }),
  swaps: z.array(DexSwap).optional().openapi({ description: 'Of GetPoolSwaps, newest first' }),
  periods: z.array(DexPeriod).optional().openapi({
    description: 'Of GetPoolHourData and GetPoolDayData, latest first; periods without swaps are absent',
  }),
  days: z.array(DexTokenDay).optional().openapi({ description: 'Of GetTokenDayData, latest first' }),
  fromBlock: Amount.optional().openapi({ description: 'Of an operation over logs: the oldest block that was read' }),
  truncated: z.boolean().openapi({
    description:
      'Whether the answer was cut: there are more entries than `first` or the most that is summed (2000 swaps of a pool, 4 pools of a token), or older blocks that were not searched. Pools with tokens other than those named at `pools` are never looked at, and do not count',
  }),
})

export const poolHistoryQuery = z.object({
  pool: EvmAddress.openapi({ description: 'The pool' }),
  interval: queryInteger({
    min: 60,
    max: 86_400,
    example: 3600,
    description: 'Length of each entry in seconds; 3600 by default',
  }).optional(),
  points: queryInteger({ min: 1, max: 48, example: 24, description: 'How many entries; 24 by default' }).optional(),
  minBlock,
})

export const DexPoolHistory = atOneBlock('DexPoolHistory', {
  pool: DexPool.openapi({ description: 'The pool at the block of asOf' }),
  intervalSeconds: z.int().openapi({ description: 'Length of each entry in seconds', example: 3600 }),
  points: z
    .array(
      z.object({
        from: z.int().openapi({ description: 'Unix seconds at which it begins', example: 1779996400 }),
        to: z.int().openapi({ description: 'Unix seconds at which it ends', example: 1780000000 }),
        meanTick: z.int().openapi({
          description:
            'Time-weighted mean tick, rounded down: the price is 1.0001 to its power, token1 per token0 in base units',
          example: -201234,
        }),
        price: z.string().nullable().openapi({
          description: 'That price in whole tokens, to 18 significant digits; null where a token has no decimals',
          example: '2512.5',
        }),
        meanLiquidity: Amount.openapi({ description: 'Time-weighted harmonic mean of the liquidity in range' }),
      }),
    )
    .openapi({
      description: 'Latest first; shorter than asked for where the pool’s observations do not go back that far',
    }),
  truncated: z.boolean().openapi({ description: 'Fewer entries than asked for', example: false }),
})

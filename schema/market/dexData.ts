import * as z from 'zod'
import { Amount, atOneBlock, block, EvmAddress, minBlock, queryInteger, SignedAmount } from '../common.ts'
import { amountOrNull, unixTime } from '../fields.ts'
import { DexToken, tokenFields, wholePrice } from './dexParts.ts'

/** Queries about pools and tokens, under the names that clients of subgraphs use. */
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
    operation: z.enum(QUERIES).meta({
      description:
        'GetPoolsByToken: pools of a token; GetToken: a token; GetTokenDayData: trading of a token by day; GetPoolSwaps: newest swaps of a pool; GetPoolHourData, GetPoolDayData: trading of a pool by hour or day (UTC)',
      example: 'GetPoolsByToken',
    }),
    token: EvmAddress.optional().describe('Token; required for GetPoolsByToken, GetToken and GetTokenDayData'),
    pool: EvmAddress.optional().describe('Pool; required for GetPoolSwaps, GetPoolHourData and GetPoolDayData'),
    first: z.int().min(1).max(100).default(20).meta({
      description:
        'Maximum number of entries: the newest, or the pools with the largest balance of the token; default 20',
      example: 20,
    }),
  })
  .meta({ id: 'DexQueryRequest' })

const transactions = z.int().meta({ description: 'Number of swaps', example: 12 })
const start = z.int().meta({ description: 'Start of the period, unix seconds', example: 1780000800 })
const isComplete = z.boolean().meta({
  description: 'false if the period has not ended, or if its beginning was not read',
  example: true,
})
const price = (what: string) => Amount.describe(`Square root of ${what}: token1 per token0 in base units, times 2^96`)

const DexPool = z
  .object({
    pool: EvmAddress.describe('The pool'),
    fee: z.int().meta({ description: 'Fee of the pool, in hundredths of a basis point', example: 3000 }),
    token0: DexToken.describe('Token with the lower address'),
    token1: DexToken.describe('Token with the higher address'),
    sqrtPriceX96: price('the current price'),
    price: wholePrice('The current price'),
    tick: z.int().meta({ description: 'Tick of the current price', example: -201234 }),
    liquidity: Amount.describe('Liquidity in range at the current price'),
    balance0: amountOrNull('Balance of token0 in the pool, in base units; null if not read'),
    balance1: amountOrNull('Balance of token1 in the pool, in base units; null if not read'),
  })
  .meta({ id: 'DexPool' })

const DexSwap = z
  .object({
    blockNumber: Amount.describe('Block of the swap'),
    timestamp: z.int().nullable().meta({
      description: 'Timestamp of the block, unix seconds; null if the node does not report it',
      example: 1780000000,
    }),
    transactionHash: z.string().describe('Transaction hash, 32 bytes in hex'),
    logIndex: z.int().meta({ description: 'Log index in the block', example: 3 }),
    sender: EvmAddress.describe('Contract that called the pool'),
    recipient: EvmAddress.describe('Receiver of the output'),
    amount0: SignedAmount.describe(
      'Amount of token0, in base units: positive if paid into the pool, negative if paid out',
    ),
    amount1: SignedAmount.describe(
      'Amount of token1, in base units: positive if paid into the pool, negative if paid out',
    ),
    sqrtPriceX96: price('the price after the swap'),
    price: wholePrice('The price after the swap'),
    liquidity: Amount.describe('Liquidity in range after the swap'),
    tick: z.int().meta({ description: 'Tick after the swap', example: -201234 }),
  })
  .meta({ id: 'DexSwap' })

const DexPeriod = z
  .object({
    start,
    isComplete,
    swaps: transactions,
    volume0: Amount.describe('Volume of token0, paid in and out, in base units, fees included'),
    volume1: Amount.describe('Volume of token1, paid in and out, in base units, fees included'),
    open: price('the price after the first swap'),
    high: price('the highest price after a swap'),
    low: price('the lowest price after a swap'),
    close: price('the price after the last swap'),
    openPrice: wholePrice('The price after the first swap'),
    highPrice: wholePrice('The highest price after a swap'),
    lowPrice: wholePrice('The lowest price after a swap'),
    closePrice: wholePrice('The price after the last swap'),
  })
  .meta({ id: 'DexPeriod' })

const DexTokenDay = z
  .object({
    start,
    isComplete,
    swaps: transactions,
    volume: Amount.describe('Volume of the token in these pools, paid in and out, in base units'),
  })
  .meta({ id: 'DexTokenDay' })

const DexTokenDetails = z
  .object({
    ...tokenFields,
    name: z.string().nullable().meta({ description: 'Name of the token; null without one', example: 'Wrapped Ether' }),
    totalSupply: amountOrNull('Total supply, in base units; null if not reported'),
  })
  .meta({ id: 'DexTokenDetails' })

export const DexQueryAnswer = atOneBlock('DexQueryAnswer', {
  operation: z.enum(QUERIES).meta({ description: 'The operation of the request', example: 'GetPoolsByToken' }),
  token: DexTokenDetails.optional().describe('The token, for an operation about a token'),
  pool: DexPool.optional().describe('The pool, for an operation about a pool'),
  pools: z
    .array(DexPool)
    .optional()
    .describe(
      'Pools of GetPoolsByToken, or the pools summed by GetTokenDayData: those with the wrapped native currency, USDC and the creator coin, at the fees 100, 500, 3000 and 10000',
    ),
  swaps: z.array(DexSwap).optional().describe('Swaps of GetPoolSwaps, newest first'),
  periods: z
    .array(DexPeriod)
    .optional()
    .describe('Periods of GetPoolHourData and GetPoolDayData, latest first; periods without swaps are absent'),
  days: z
    .array(DexTokenDay)
    .optional()
    .describe('Days of GetTokenDayData, latest first; days without swaps are absent'),
  fromBlock: Amount.optional().describe('Oldest block whose Swap events were read, for an operation over swaps'),
  truncated: z
    .boolean()
    .describe(
      'Whether the answer was cut: more entries exist than `first`, more than 2000 swaps of a pool or 4 pools of a token were to be summed, or older blocks were not searched. Pools with tokens other than those listed at `pools` are never read and do not count',
    ),
})

export const poolHistoryQuery = z.object({
  pool: EvmAddress.describe('Address of the pool'),
  interval: queryInteger({
    min: 60,
    max: 86_400,
    example: 3600,
    description: 'Length of an interval, in seconds; default 3600',
  }).optional(),
  points: queryInteger({ min: 1, max: 48, example: 24, description: 'Number of intervals; default 24' }).optional(),
  minBlock,
  block,
})

export const DexPoolHistory = atOneBlock('DexPoolHistory', {
  pool: DexPool.describe('The pool as of the block of `asOf`'),
  intervalSeconds: z.int().meta({ description: 'Length of an interval, in seconds', example: 3600 }),
  points: z
    .array(
      z.object({
        from: z.int().meta({ description: 'Start of the interval, unix seconds', example: 1779996400 }),
        to: unixTime('End of the interval'),
        meanTick: z.int().meta({
          description:
            'Time-weighted mean tick, rounded down. The price, token1 per token0 in base units, is 1.0001^meanTick',
          example: -201234,
        }),
        price: z.string().nullable().meta({
          description:
            'Price at meanTick, whole token1 per whole token0, with up to 18 significant digits; null if a token has no decimals',
          example: '2512.5',
        }),
        meanLiquidity: Amount.describe(
          'Time-weighted harmonic mean of the liquidity in range, in raw units of the pool',
        ),
      }),
    )
    .describe('Intervals, latest first; fewer than requested if the pool’s observations do not go back far enough'),
  truncated: z.boolean().meta({ description: 'Whether there are fewer intervals than requested', example: false }),
})

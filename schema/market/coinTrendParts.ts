import * as z from 'zod'
import { Amount, ChainId, EvmAddress } from '../common.ts'
import { addressOrNull, textOrNull, unixTime } from '../fields.ts'

export const TREND_TAGS: string[] = ['market']

/** Status of a reservation, in order of progress; `failed` is outside that order. */
export const TREND_STATUSES = [
  'predicted',
  'deploying',
  'deployed',
  'funnel_pending',
  'funnel_completed',
  'failed',
] as const

export const TREND_STATUS = z.enum(TREND_STATUSES, { error: `must be one of ${TREND_STATUSES.join(', ')}` }).meta({
  description:
    'predicted: no code at the predicted address and no factory event; deploying: only one of them, or another symbol; deployed: the coin exists and has no creatorToken; funnel_pending: it has one, but no pool of both has liquidity; funnel_completed: such a pool has liquidity; failed: see lastError',
  example: 'deployed',
})

const TICKER_FORM = '1 to 32 of the characters A-Z 0-9, space and -, with at least one letter or digit'
const NOT_A_TICKER = `must be ${TICKER_FORM}`

/** A ticker in any case; in upper case inside. */
export const Ticker = z
  .string({ error: NOT_A_TICKER })
  .max(64, { error: NOT_A_TICKER })
  .trim()
  // Before upper case, which makes other letters into these.
  .regex(/^(?=.*[A-Za-z0-9])[A-Za-z0-9 -]{1,32}$/, { error: NOT_A_TICKER })
  .transform((text) => text.toUpperCase())
  .meta({
    type: 'string',
    minLength: 1,
    maxLength: 64,
    description: `Ticker, in upper or lower case: ${TICKER_FORM}`,
    example: 'SUNRISE',
  })

/** Source of answers that come from the store. */
export const source = z
  .literal('store')
  .describe('store: records of this service, as of their last update from the chain')

const metricsFields = {
  takenAt: unixTime('Timestamp of the block of the reading'),
  blockNumber: Amount.meta({ description: 'Block of the reading', example: '23456789' }),
  totalSupply: Amount.meta({ description: 'Total supply, in base units', example: '1000000000000000000000000000' }),
  decimals: z.int().meta({ description: 'Decimals of the coin', example: 18 }),
  pool: addressOrNull('Most liquid Uniswap v3 pool of the coin with USDC, the source of the price; null without one'),
  priceUsd: z.string().nullable().meta({
    description: 'Price of one coin in US dollars, a decimal number; null without a pool',
    example: '0.0125',
  }),
  marketCapUsd: z.string().nullable().meta({
    description: 'Price times supply, in US dollars, a decimal number; null without a price',
    example: '12500000',
  }),
} as const

export const TrendMetrics = z.object(metricsFields).meta({ id: 'TrendMetrics' })

export const trendCoinFields = {
  ticker: z.string().meta({ description: 'Ticker, in upper case', example: 'SUNRISE' }),
  address: EvmAddress.describe('Address of the trend coin'),
  status: TREND_STATUS,
  creatorToken: addressOrNull('Token that the coin is to trade against; null if the reservation names none'),
  vaultAddress: addressOrNull('Creator vault of the coin; null without one'),
  txHash: textOrNull('Transaction that deployed the coin, 32 bytes in hex; null until the factory’s event is seen'),
  deployedAt: unixTime('When the coin was first seen onchain'),
} as const

export const TrendCoin = z.object(trendCoinFields).meta({ id: 'TrendCoin' })

export const TrendCoinDetails = z
  .object({
    ...trendCoinFields,
    chainId: ChainId,
    source,
    metrics: z.object(metricsFields).nullable().describe('Latest reading; null before the first'),
  })
  .meta({ id: 'TrendCoinDetails' })

export const nextCursor = z
  .string()
  .nullable()
  .meta({ description: '`cursor` of the next page; null on the last', example: null })

export const TrendCoins = z
  .object({
    chainId: ChainId,
    source,
    count: z.int().meta({ description: 'Number of coins in this page', example: 1 }),
    coins: z.array(TrendCoin).describe('Trend coins, newest first'),
    nextCursor,
  })
  .meta({ id: 'TrendCoins' })

export const TrendMetricsPage = z
  .object({
    chainId: ChainId,
    source,
    ticker: trendCoinFields.ticker,
    address: trendCoinFields.address,
    count: z.int().meta({ description: 'Number of readings in this page', example: 1 }),
    readings: z.array(TrendMetrics).describe('Readings, newest first; kept for 90 days'),
    nextCursor,
  })
  .meta({ id: 'TrendMetricsPage' })

export const TrendProfile = z
  .object({
    source: source.describe('store: the stored profile, as of resolvedAt'),
    handle: z.string().meta({ description: 'Handle at the trend provider', example: 'aurora' }),
    displayName: z
      .string()
      .nullable()
      .meta({ description: 'Display name at the trend provider; null without one', example: 'Aurora' }),
    walletAddress: addressOrNull('Public wallet of the profile at the trend provider; null without one'),
    resolvedAt: unixTime('When the trend provider last reported the profile'),
  })
  .meta({ id: 'TrendProfile' })

export const TrendOp = z
  .object({
    ticker: trendCoinFields.ticker,
    tickerHash: z
      .string()
      .describe('Keccak-256 of the ticker in lower case, 32 bytes in hex; the factory identifies tickers by it'),
    status: TREND_STATUS,
    predictedCoin: EvmAddress.describe('Coin address that the factory predicted'),
    deployedCoin: addressOrNull('Address of the deployed coin; null until it is deployed'),
    txHash: trendCoinFields.txHash,
    actorWallet: EvmAddress.describe('Administrator who first reserved the ticker'),
    creatorToken: trendCoinFields.creatorToken,
    groupId: z.string().meta({ description: 'Group of the reservation', example: 'api' }),
    vaultAddress: trendCoinFields.vaultAddress,
    lastError: z.string().nullable().meta({
      description:
        'Fault found by the last poll. predicted_address_differs: the factory’s event names another address than predicted; not_the_coin: the contract at the predicted address has another symbol than the ticker; null without a fault',
      example: null,
    }),
    reservedAt: unixTime('When the ticker was reserved'),
    updatedAt: unixTime('When the record last changed'),
    checkedAt: unixTime('When the last poll was')
      .nullable()
      .describe('When the chain was last polled for this ticker, unix seconds; null before the first poll'),
    checkedBlock: Amount.nullable().meta({
      description: 'Block of the last poll; null before the first',
      example: '23456789',
    }),
    deployedAt: unixTime('When the coin was first seen')
      .nullable()
      .describe('When the coin was first seen onchain, unix seconds; null before that'),
  })
  .meta({ id: 'TrendOp' })

export const TrendOps = z
  .object({
    chainId: ChainId,
    source,
    count: z.int().meta({ description: 'Number of tickers in this page', example: 1 }),
    ops: z.array(TrendOp).describe('Reservations, latest first'),
    nextCursor,
  })
  .meta({ id: 'TrendOps' })

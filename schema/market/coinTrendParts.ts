import { z } from '@hono/zod-openapi'
import { Amount, ChainId, EvmAddress } from '../common.ts'

export const TREND_TAGS: string[] = ['market']

/** How far a reserved ticker has come, in the order in which it does. `failed` is outside of it. */
export const TREND_STATUSES = [
  'predicted',
  'deploying',
  'deployed',
  'funnel_pending',
  'funnel_completed',
  'failed',
] as const

export const TREND_STATUS = z.enum(TREND_STATUSES, { error: `must be one of ${TREND_STATUSES.join(', ')}` }).openapi({
  description:
    'predicted: nothing is at the predicted address; deploying: code is, but the factory’s event has not been seen; deployed: the coin is there, and needs no market; funnel_pending: it is there, and has no pool with its creatorToken yet; funnel_completed: it has one; failed: see lastError',
  example: 'deployed',
})

const NOT_A_TICKER = 'must be 1 to 32 of the characters A-Z 0-9, space and -, at least one of them a letter or digit'

/** A ticker in any case; in upper case inside. */
export const Ticker = z
  .string({ error: NOT_A_TICKER })
  .max(64, { error: NOT_A_TICKER })
  .trim()
  // Before upper case, which makes other letters into these.
  .regex(/^(?=.*[A-Za-z0-9])[A-Za-z0-9 -]{1,32}$/, { error: NOT_A_TICKER })
  .transform((text) => text.toUpperCase())
  .openapi({
    type: 'string',
    minLength: 1,
    maxLength: 64,
    description: `The ticker in any case: ${NOT_A_TICKER}`,
    example: 'SUNRISE',
  })

/** What answers of the store say about where they are from. */
export const source = z.literal('store').openapi({
  type: 'string',
  enum: ['store'],
  description: 'store: this service’s own records, as of when they were last brought in line with the chain',
})

const seconds = (description: string) =>
  z.int().openapi({ description: `${description}, unix seconds`, example: 1780000000 })

const metricsFields = {
  takenAt: seconds('Time of the block at which it was read'),
  blockNumber: Amount.openapi({ description: 'That block', example: '23456789' }),
  totalSupply: Amount.openapi({ description: 'Supply in base units', example: '1000000000000000000000000000' }),
  decimals: z.int().openapi({ description: 'Decimals of the coin', example: 18 }),
  pool: EvmAddress.nullable().openapi({
    description:
      'Uniswap v3 pool of the coin and dollars with the most liquidity, which tells the price; null without one',
  }),
  priceUsd: z.string().nullable().openapi({
    description: 'Dollars for one coin, a decimal number; null where no pool tells it',
    example: '0.0125',
  }),
  marketCapUsd: z.string().nullable().openapi({
    description: 'Price times supply in dollars, a decimal number; null where no pool tells the price',
    example: '12500000',
  }),
} as const

export const TrendMetrics = z.object(metricsFields).openapi('TrendMetrics')

export const trendCoinFields = {
  ticker: z.string().openapi({ description: 'The ticker, in upper case', example: 'SUNRISE' }),
  address: EvmAddress.openapi({ description: 'The coin' }),
  status: TREND_STATUS,
  creatorToken: EvmAddress.nullable().openapi({
    description: 'What it is to be traded for; null where that was not said',
  }),
  vaultAddress: EvmAddress.nullable().openapi({
    description: 'The creator vault that it belongs to; null without one',
  }),
  txHash: z.string().nullable().openapi({
    description: 'Transaction that deployed it, 32 bytes in hex; null while its event has not been seen',
  }),
  deployedAt: seconds('When it was first seen on the chain'),
} as const

export const TrendCoin = z.object(trendCoinFields).openapi('TrendCoin')

export const TrendCoinDetails = z
  .object({
    ...trendCoinFields,
    chainId: ChainId,
    source,
    metrics: z
      .object(metricsFields)
      .nullable()
      .openapi({ description: 'What was last read of it; null before the first time' }),
  })
  .openapi('TrendCoinDetails')

export const nextCursor = z
  .string()
  .nullable()
  .openapi({ description: '`cursor` of the next page; null on the last', example: null })

export const TrendCoins = z
  .object({
    chainId: ChainId,
    source,
    count: z.int().openapi({ description: 'Number of coins in this answer', example: 1 }),
    coins: z.array(TrendCoin).openapi({ description: 'The newest first' }),
    nextCursor,
  })
  .openapi('TrendCoins')

export const TrendMetricsPage = z
  .object({
    chainId: ChainId,
    source,
    ticker: trendCoinFields.ticker,
    address: trendCoinFields.address,
    count: z.int().openapi({ description: 'Number of readings in this answer', example: 1 }),
    readings: z.array(TrendMetrics).openapi({ description: 'The newest first; they are kept for 90 days' }),
    nextCursor,
  })
  .openapi('TrendMetricsPage')

export const TrendProfile = z
  .object({
    source,
    handle: z.string().openapi({ description: 'Handle at the trend provider', example: 'aurora' }),
    displayName: z
      .string()
      .nullable()
      .openapi({ description: 'Name that the provider shows; null without one', example: 'Aurora' }),
    walletAddress: EvmAddress.nullable().openapi({
      description: 'Wallet that the provider shows with the profile; null without one',
    }),
    resolvedAt: seconds('When the provider last said so'),
  })
  .openapi('TrendProfile')

export const TrendOp = z
  .object({
    ticker: trendCoinFields.ticker,
    tickerHash: z.string().openapi({
      description: 'Keccak-256 of the ticker in lower case, 32 bytes in hex: by it the factory tells tickers apart',
    }),
    status: TREND_STATUS,
    predictedCoin: EvmAddress.openapi({ description: 'Where the factory said that the coin would be' }),
    deployedCoin: EvmAddress.nullable().openapi({ description: 'Where it is; null while it is not there' }),
    txHash: trendCoinFields.txHash,
    actorWallet: EvmAddress.openapi({ description: 'The administrator who reserved it first' }),
    creatorToken: trendCoinFields.creatorToken,
    groupId: z.string().openapi({ description: 'Group that it was reserved for', example: 'api' }),
    vaultAddress: trendCoinFields.vaultAddress,
    lastError: z.string().nullable().openapi({
      description:
        'What the last look found: predicted_address_differs: the factory’s event names another address than it predicted; not_the_coin: what is at the predicted address does not have the ticker as its symbol; null where nothing is wrong',
      example: null,
    }),
    reservedAt: seconds('When it was reserved'),
    updatedAt: seconds('When it last changed'),
    checkedAt: seconds('When the chain was last looked at')
      .nullable()
      .openapi({ description: 'When the chain was last looked at, unix seconds; null before the first time' }),
    checkedBlock: Amount.nullable().openapi({
      description: 'Block of that look; null before the first',
      example: '23456789',
    }),
    deployedAt: seconds('When the coin was first seen')
      .nullable()
      .openapi({ description: 'When the coin was first seen, unix seconds; null until then' }),
  })
  .openapi('TrendOp')

export const TrendOps = z
  .object({
    chainId: ChainId,
    source,
    count: z.int().openapi({ description: 'Number of tickers in this answer', example: 1 }),
    ops: z.array(TrendOp).openapi({ description: 'The last reserved first' }),
    nextCursor,
  })
  .openapi('TrendOps')

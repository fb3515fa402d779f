import { z } from '@hono/zod-openapi'
import { answers, EvmAddress, queryInteger } from '../common.ts'
import { operation, SECURITY } from '../operation.ts'
import {
  Ticker,
  TREND_STATUS,
  TREND_TAGS,
  TrendCoinDetails,
  TrendCoins,
  TrendMetricsPage,
  TrendOps,
  TrendProfile,
} from './coinTrendParts.ts'

const READ = { method: 'get', tags: TREND_TAGS, 'x-limit': 'read', 'x-answer': 'envelope' } as const

const pageOf = (cursor: string) => ({
  limit: queryInteger({ min: 1, max: 100, example: 50, description: 'Length of a page; 50 by default' }).optional(),
  cursor: z.string().max(512).optional().openapi({ description: 'nextCursor of the page before', example: cursor }),
})

const coin = EvmAddress.openapi({ description: 'The coin', example: '0xcf2357800B52806f633A494f3E729cA39A2cCd36' })

/** Pages of the other examples: of that coin, and of the tickers of that name and status. */
const METRICS_CURSOR =
  'WyJ0cmVuZCBtZXRyaWNzIDB4Y2YyMzU3ODAwQjUyODA2ZjYzM0E0OTRmM0U3MjljQTM5QTJjQ2QzNiIsMTc4MDAwMDAwMCwiMCJd'
const OPS_CURSOR =
  'WyJ0cmVuZCBvcHMgZnVubmVsX2NvbXBsZXRlZCAweGVhYzNhMGJlMzA2YmJlYjRmYmU5ZjhlODNkNTQ3ZTFlNTMxYmZhZWU5MTk3NTM1NmRhZDViYTUzZDQwZWVjNmEiLDE3ODAwMDAwMDAsIjB4ZWFjM2EwYmUzMDZiYmViNGZiZTlmOGU4M2Q1NDdlMWU1MzFiZmFlZTkxOTc1MzU2ZGFkNWJhNTNkNDBlZWM2YSJd'

/** Reads of trend coins, from this service's own records. */
export const coinTrend = {
  getTrendCoin: operation({
    ...READ,
    operationId: 'getTrendCoin',
    path: '/coin-trend/coin',
    summary: 'A trend coin, by its address or ticker, with what was last read of it',
    description:
      'A coin that was reserved here and has been deployed. Exactly one of address and ticker. Coins of the factory that nobody reserved here are not known; a ticker that is only reserved is not found.',
    'x-cache': { sMaxAge: 15, staleWhileRevalidate: 60 },
    'x-errors': ['trend_coin_not_found', 'store_unavailable'],
    'x-needs': {},
    request: {
      query: z.object({ address: coin.optional(), ticker: Ticker.optional() }),
    },
    responses: answers('The coin', TrendCoinDetails),
  }),
  listTrendCoins: operation({
    ...READ,
    operationId: 'listTrendCoins',
    path: '/coin-trend/explore',
    summary: 'Trend coins, the newest first',
    description:
      'The coins that were reserved here and have been deployed, in pages. For one of them with its last reading use getTrendCoin; those of the factory that nobody reserved here are not known.',
    'x-cache': { sMaxAge: 15, staleWhileRevalidate: 60 },
    'x-errors': ['store_unavailable'],
    'x-needs': {},
    request: { query: z.object(pageOf('WyJ0cmVuZCBjb2lucyIsMTc4MDAwMDAwMCwiMHhhYiJd')) },
    responses: answers('A page of coins', TrendCoins),
  }),
  getTrendCoinMetrics: operation({
    ...READ,
    operationId: 'getTrendCoinMetrics',
    path: '/coin-trend/metrics',
    summary: 'What was read of a trend coin over time: supply, price, market capitalisation',
    description:
      'Readings of syncTrendMetrics, the newest first, in pages. The price is that of the coin’s Uniswap v3 pool with dollars that has the most liquidity; without such a pool it is null, and never zero. Volume and holders are not known here.',
    'x-cache': { sMaxAge: 15, staleWhileRevalidate: 60 },
    'x-errors': ['trend_coin_not_found', 'store_unavailable'],
    'x-needs': {},
    request: { query: z.object({ address: coin, ...pageOf(METRICS_CURSOR) }) },
    responses: answers('A page of readings', TrendMetricsPage),
  }),
  getTrendProfile: operation({
    ...READ,
    operationId: 'getTrendProfile',
    path: '/coin-trend/profile',
    summary: 'A profile at the trend provider, by its handle',
    description:
      'The profile of an account that resolved it here (resolveTrendProfile), as the provider last said. It does not say whose account that is. Handles that nobody resolved are not found.',
    'x-cache': { sMaxAge: 30, staleWhileRevalidate: 60 },
    'x-errors': ['trend_profile_not_found', 'store_unavailable'],
    'x-needs': {},
    request: {
      query: z.object({
        handle: z
          .string()
          .regex(/^[A-Za-z0-9._-]{1,64}$/, { error: 'must be 1 to 64 of the characters A-Z a-z 0-9 . _ -' })
          .openapi({ description: 'Handle at the trend provider, in any case', example: 'aurora' }),
      }),
    },
    responses: answers('The profile', TrendProfile),
  }),
  listTrendOps: operation({
    ...READ,
    operationId: 'listTrendOps',
    path: '/coin-trend/trendStatus',
    summary: 'Reserved tickers and how far their coins have come',
    description:
      'For administrators: every reserved ticker, the last reserved first, in pages, or the one that is named.',
    'x-limit': 'admin',
    'x-auth': 'admin',
    security: SECURITY.admin,
    'x-needs': {},
    request: {
      query: z.object({
        ticker: Ticker.optional(),
        status: TREND_STATUS.optional(),
        ...pageOf(OPS_CURSOR),
      }),
    },
    responses: answers('A page of tickers', TrendOps),
  }),
}

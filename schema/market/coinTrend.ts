import * as z from 'zod'
import { answers, EvmAddress, limitInQuery } from '../common.ts'
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
  limit: limitInQuery({ of: 'Entries per page', max: 100, preset: 50 }),
  cursor: z.string().max(512).optional().meta({ description: 'nextCursor of the previous page', example: cursor }),
})

const coin = EvmAddress.meta({
  description: 'Address of the trend coin',
  example: '0xcf2357800B52806f633A494f3E729cA39A2cCd36',
})

/** Cursors that fit the other example values: that coin, and that ticker and status. */
const METRICS_CURSOR =
  'WyJ0cmVuZCBtZXRyaWNzIDB4Y2YyMzU3ODAwQjUyODA2ZjYzM0E0OTRmM0U3MjljQTM5QTJjQ2QzNiIsMTc4MDAwMDAwMCwiMCJd'
const OPS_CURSOR =
  'WyJ0cmVuZCBvcHMgZnVubmVsX2NvbXBsZXRlZCAweGVhYzNhMGJlMzA2YmJlYjRmYmU5ZjhlODNkNTQ3ZTFlNTMxYmZhZWU5MTk3NTM1NmRhZDViYTUzZDQwZWVjNmEiLDE3ODAwMDAwMDAsIjB4ZWFjM2EwYmUzMDZiYmViNGZiZTlmOGU4M2Q1NDdlMWU1MzFiZmFlZTkxOTc1MzU2ZGFkNWJhNTNkNDBlZWM2YSJd'

/** Reads of trend coins from the records of this service. */
export const coinTrend = {
  getTrendCoin: operation({
    ...READ,
    operationId: 'getTrendCoin',
    path: '/coin-trend/coin',
    summary: 'Get a trend coin by address or ticker',
    description:
      'Returns a deployed coin that was reserved through this service, with its latest reading. Send exactly one of `address` and `ticker`. A coin that was deployed without a reservation, or a ticker whose coin is not deployed, is 404.',
    'x-cache': { sMaxAge: 15, staleWhileRevalidate: 60 },
    'x-errors': ['trend_coin_not_found', 'store_unavailable'],
    'x-needs': {},
    request: {
      query: z.object({ address: coin.optional(), ticker: Ticker.optional() }),
    },
    responses: answers('The trend coin', TrendCoinDetails),
  }),
  listTrendCoins: operation({
    ...READ,
    operationId: 'listTrendCoins',
    path: '/coin-trend/explore',
    summary: 'List trend coins, newest first',
    description:
      'Returns deployed coins that were reserved through this service, in pages. Coins that were deployed without a reservation are not listed. For one coin with its latest reading, use getTrendCoin.',
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
    summary: 'List supply, price and market cap of a trend coin',
    description:
      'Returns the readings of a trend coin, newest first, in pages. The price is from the coin’s most liquid Uniswap v3 pool with USDC; without such a pool it is null, never zero. Volume and holders are not available.',
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
    summary: 'Get a trend-provider profile by handle',
    description:
      'Returns a profile that an account has resolved with resolveTrendProfile, as the trend provider last reported it. It does not identify the account. A handle that no account has resolved is 404.',
    'x-cache': { sMaxAge: 30, staleWhileRevalidate: 60 },
    'x-errors': ['trend_profile_not_found', 'store_unavailable'],
    'x-needs': {},
    request: {
      query: z.object({
        handle: z
          .string()
          .regex(/^[A-Za-z0-9._-]{1,64}$/, { error: 'must be 1 to 64 of the characters A-Z a-z 0-9 . _ -' })
          .meta({ description: 'Handle at the trend provider, in upper or lower case', example: 'aurora' }),
      }),
    },
    responses: answers('The profile', TrendProfile),
  }),
  listTrendOps: operation({
    ...READ,
    operationId: 'listTrendOps',
    path: '/coin-trend/trendStatus',
    summary: 'List reserved tickers and the status of their coins',
    description:
      'For administrators. Returns reserved tickers, latest reservation first, in pages; `ticker` and `status` filter the list.',
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

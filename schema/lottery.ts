import { z } from '@hono/zod-openapi'
import { Amount, AsOf, EvmAddress, envelope, minBlock } from './common.ts'
import { LotteryEntries, LotteryEntry, LotteryWin, LotteryWins, Missing, eventQuery } from './lotteryEvents.ts'
import { InboxStanding } from './lotteryInbox.ts'
import { JackpotLane, jackpotSums, LotteryConfig, LotteryStats, usd } from './lotteryStats.ts'
import { operation } from './operation.ts'

const head = { chainId: z.int(), asOf: AsOf, lotteryManager: EvmAddress }
const coinSource = z.enum(['request', 'protocol-default'])

export const LotteryGlobal = z
  .object({
    ...head,
    stats: LotteryStats,
    config: LotteryConfig,
    paused: z.boolean().nullable(),
    jackpotUsd: usd('Reserves of all active lanes; null while one of them has no price, or not all were read'),
    ...jackpotSums,
    payoutCapUsd: usd('What a win of an unboosted ticket is paid at most, whatever the jackpot'),
    lanes: z.array(JackpotLane).openapi({ description: 'At most 64, in the order of registration' }),
    laneCount: Amount.nullable(),
    missing: Missing,
  })
  .openapi('LotteryGlobal')

export const LotteryCreator = z
  .object({
    ...head,
    creatorCoin: EvmAddress,
    creatorCoinSource: coinSource,
    isActive: z.boolean().nullable(),
    vault: EvmAddress.nullable(),
    shareToken: EvmAddress.nullable(),
    shareDecimals: z.int().nullable(),
    coinDecimals: z.int().nullable(),
    entries: Amount,
    winners: Amount,
    rewardsPaid: Amount.openapi({ description: 'In base units of the share token' }),
    jackpotBalanceShares: Amount.openapi({ description: 'In base units of the share token' }),
    jackpotAssets: Amount.nullable().openapi({ description: 'What it redeems for, in base units of the coin' }),
    jackpotUsd: usd('Of those assets; null without a fresh positive oracle price'),
    payableUsd: usd('What a win of an unboosted ticket would be paid now'),
    payoutCapUsd: usd('What it is paid at most, whatever the jackpot'),
    oracle: z.object({
      address: EvmAddress.nullable(),
      priceUsd: usd('Of one whole coin, with up to 18 places; null where the oracle has none'),
      priceTimestamp: z.int().nullable().openapi({ description: 'Unix seconds' }),
      isFresh: z.boolean(),
      maxAgeSeconds: z.int(),
    }),
    gaugeBoostPPM: Amount.nullable().openapi({ description: 'Chance that votes add to a full ticket of this vault' }),
  })
  .openapi('LotteryCreator')

export const LotteryLive = z
  .object({
    ...head,
    jackpot: z
      .object({
        creatorCoin: EvmAddress.nullable(),
        shares: Amount.nullable(),
        usd: usd('Of the reserve of `creatorCoin`'),
        payableUsd: usd('What a win of an unboosted ticket would be paid now'),
        payoutCapUsd: usd('What it is paid at most, whatever the jackpot'),
        rewardPercentageBps: Amount.nullable(),
        totalUsd: usd('Of all active lanes; null while one of them has no price, or not all were read'),
        ...jackpotSums,
        lanes: z.array(JackpotLane),
      })
      .nullable(),
    health: z.object({
      status: z.enum(['ok', 'degraded', 'down']),
      isActive: z.boolean().nullable(),
      paused: z.boolean().nullable(),
      oracleFresh: z.boolean().nullable(),
      vrf: z.object({ pendingDeferred: Amount.nullable(), mode: z.enum(['local', 'remote']).nullable() }),
      index: z.object({ tipBlock: z.int().nullable(), headBlock: z.int(), lagBlocks: z.int().nullable() }),
      reasons: z.array(z.string()).openapi({ description: 'Why the status is not ok; stable snake_case words' }),
    }),
    inbox: InboxStanding.nullable().openapi({ description: 'Tickets of the other chain' }),
    recentEntries: z.array(LotteryEntry).nullable().openapi({ description: 'At most 10' }),
    recentWinners: z.array(LotteryWin).nullable().openapi({ description: 'At most 10' }),
    missing: Missing,
  })
  .openapi('LotteryLive')

const reads = { method: 'get', 'x-answer': 'envelope', 'x-limit': 'read' } as const

const answer = <T extends z.ZodType>(description: string, data: T) => ({
  200: { description, content: { 'application/json': { schema: envelope(data) } } },
})

export const lottery = {
  getLotteryGlobal: operation({
    ...reads,
    tags: ['lottery'],
    operationId: 'getLotteryGlobal',
    path: '/v1/lottery/global',
    summary: 'What the lottery has done, is set to, and holds',
    'x-cache': { sMaxAge: 30, staleWhileRevalidate: 60 },
    'x-errors': ['role_not_configured'],
    request: { query: z.object({ minBlock }) },
    responses: answer('Totals, settings and jackpots as of one block', LotteryGlobal),
  }),
  getLotteryCreator: operation({
    ...reads,
    tags: ['lottery'],
    operationId: 'getLotteryCreator',
    path: '/v1/lottery/creator/{creatorCoin}',
    summary: 'The lottery of one creator coin',
    'x-cache': { sMaxAge: 30, staleWhileRevalidate: 60 },
    'x-errors': ['not_a_creator_coin', 'role_not_configured'],
    request: { params: z.object({ creatorCoin: EvmAddress }), query: z.object({ minBlock }) },
    responses: answer('Entries, winners and the jackpot of a coin as of one block', LotteryCreator),
  }),
  getLotteryLive: operation({
    ...reads,
    tags: ['lottery'],
    operationId: 'getLotteryLive',
    path: '/v1/lottery/live',
    summary: 'The lottery at a glance: jackpot, health, newest entries and winners',
    description:
      'Parts that cannot be read are null, and `missing` says why; while a whole answer is at hand it stands in, marked stale.',
    'x-cache': { sMaxAge: 10, staleWhileRevalidate: 20 },
    'x-errors': ['role_not_configured'],
    request: { query: z.object({ minBlock }) },
    responses: answer('The parts that could be read', LotteryLive),
  }),
  listLotteryRecentWinners: operation({
    ...reads,
    tags: ['lottery'],
    'x-limit': 'logs',
    operationId: 'listLotteryRecentWinners',
    path: '/v1/lottery/recentWinners',
    summary: 'Winners, newest first, with what they were paid',
    'x-cache': { sMaxAge: 60, staleWhileRevalidate: 120 },
    'x-errors': ['role_not_configured'],
    request: { query: eventQuery },
    responses: answer('A page of winners', LotteryWins),
  }),
  listLotteryRecentEntries: operation({
    ...reads,
    tags: ['lottery'],
    'x-limit': 'logs',
    operationId: 'listLotteryRecentEntries',
    path: '/v1/lottery/recentEntries',
    summary: 'Entries, newest first, each with where it came from',
    'x-cache': { sMaxAge: 60, staleWhileRevalidate: 120 },
    'x-errors': ['role_not_configured'],
    request: { query: eventQuery },
    responses: answer('A page of entries', LotteryEntries),
  }),
}

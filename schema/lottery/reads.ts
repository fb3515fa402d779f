import { z } from '@hono/zod-openapi'
import { Amount, answers, AsOf, ChainId, EvmAddress, minBlock } from '../common.ts'
import { LotteryEntries, LotteryEntry, LotteryWin, LotteryWins, Missing, eventQuery } from './events.ts'
import { InboxStanding } from './inbox.ts'
import { JackpotLane, jackpotSums, LotteryConfig, LotteryStats, usd } from './stats.ts'
import { operation } from '../operation.ts'
import { reads, roles, stillAnswers, type Needs } from '../needs.ts'

const NEEDS: Needs = { ...reads, ...roles('lotteryManager') }

const head = {
  chainId: ChainId,
  asOf: AsOf,
  lotteryManager: EvmAddress.openapi({ description: 'The lottery manager contract' }),
}
const coinSource = z.enum(['request', 'protocol-default'])

export const LotteryGlobal = z
  .object({
    ...head,
    stats: LotteryStats,
    config: LotteryConfig,
    paused: z.boolean().nullable().openapi({ description: 'The contract is paused; null if it does not report it' }),
    jackpotUsd: usd('Reserves of all active lanes; null while one of them has no price, or not all were read'),
    ...jackpotSums,
    payoutCapUsd: usd('Most that a win of an unboosted ticket pays, whatever the jackpot'),
    lanes: z.array(JackpotLane).openapi({ description: 'At most 64, in the order of registration' }),
    laneCount: Amount.nullable().openapi({
      description: 'Number of registered lanes; null if it could not be read',
    }),
    missing: Missing,
  })
  .openapi('LotteryGlobal')

export const LotteryCreator = z
  .object({
    ...head,
    creatorCoin: EvmAddress.openapi({ description: 'The creator coin that was asked for' }),
    creatorCoinSource: coinSource.openapi({
      description: 'request: named in the path; protocol-default: the protocol’s coin',
    }),
    isActive: z.boolean().nullable().openapi({ description: 'The lane of the coin takes entries' }),
    vault: EvmAddress.nullable().openapi({ description: 'Vault of the coin' }),
    shareToken: EvmAddress.nullable().openapi({ description: 'Share token of the coin, which prizes are paid in' }),
    shareDecimals: z.int().nullable().openapi({ description: 'Decimals of the share token' }),
    coinDecimals: z.int().nullable().openapi({ description: 'Decimals of the creator coin' }),
    entries: Amount.openapi({ description: 'Tickets entered for this coin so far' }),
    winners: Amount.openapi({ description: 'Wins paid for this coin so far' }),
    rewardsPaid: Amount.openapi({ description: 'Rewards paid for this coin so far, in base units of the share token' }),
    jackpotBalanceShares: Amount.openapi({ description: 'Reserve of the jackpot, in base units of the share token' }),
    jackpotAssets: Amount.nullable().openapi({ description: 'What it redeems for, in base units of the coin' }),
    jackpotUsd: usd('Value of those assets; null without a fresh positive oracle price'),
    payableUsd: usd('What a win of an unboosted ticket would pay now'),
    payoutCapUsd: usd('Most that it pays, whatever the jackpot'),
    oracle: z.object({
      address: EvmAddress.nullable().openapi({ description: 'Price oracle of the coin' }),
      priceUsd: usd('Price of one whole coin, with up to 18 decimal places; null if the oracle has none'),
      priceTimestamp: z.int().nullable().openapi({ description: 'Time of the price, unix seconds' }),
      isFresh: z.boolean().openapi({ description: 'The price is positive and not older than maxAgeSeconds' }),
      maxAgeSeconds: z.int().openapi({ description: 'Oldest price that counts, in seconds' }),
    }),
    gaugeBoostPPM: Amount.nullable().openapi({
      description: 'Chance that votes add to a full ticket of this vault, in millionths',
    }),
  })
  .openapi('LotteryCreator')

export const LotteryLive = z
  .object({
    ...head,
    jackpot: z
      .object({
        creatorCoin: EvmAddress.nullable().openapi({ description: 'Coin of the jackpot shown: the protocol’s' }),
        shares: Amount.nullable().openapi({ description: 'Its reserve, in base units of the share token' }),
        usd: usd('Value of the reserve of `creatorCoin`'),
        payableUsd: usd('What a win of an unboosted ticket would pay now'),
        payoutCapUsd: usd('Most that it pays, whatever the jackpot'),
        rewardPercentageBps: Amount.nullable().openapi({
          description: 'Largest part of the reserve that a win pays, in basis points',
        }),
        totalUsd: usd('Value of all active lanes; null while one of them has no price, or not all were read'),
        ...jackpotSums,
        lanes: z.array(JackpotLane),
      })
      .nullable(),
    health: z.object({
      status: z.enum(['ok', 'degraded', 'down']).openapi({
        description:
          'ok; degraded: something named in `reasons` is wrong; down: no ticket can be entered, or the chain cannot be read',
      }),
      isActive: z.boolean().nullable().openapi({ description: 'The lottery takes entries' }),
      paused: z.boolean().nullable().openapi({ description: 'The contract is paused' }),
      oracleFresh: z.boolean().nullable().openapi({ description: 'The price of the jackpot’s coin is fresh' }),
      vrf: z.object({
        pendingDeferred: Amount.nullable().openapi({ description: 'Draws that are waiting for random numbers' }),
        mode: z
          .enum(['local', 'remote'])
          .nullable()
          .openapi({ description: 'Where random numbers come from: this chain, or another' }),
      }),
      index: z.object({
        tipBlock: z
          .int()
          .nullable()
          .openapi({ description: 'Newest block in the log index, which the answer is as of; null without one' }),
        headBlock: z.int().openapi({ description: 'Newest block of the chain' }),
        lagBlocks: z.int().nullable().openapi({ description: 'Blocks between the two' }),
      }),
      reasons: z.array(z.string()).openapi({ description: 'Why the status is not ok; stable snake_case words' }),
    }),
    inbox: InboxStanding.nullable().openapi({ description: 'Tickets of the other chain' }),
    recentEntries: z.array(LotteryEntry).nullable().openapi({ description: 'The newest entries, at most 10' }),
    recentWinners: z.array(LotteryWin).nullable().openapi({ description: 'The newest wins, at most 10' }),
    missing: Missing,
  })
  .openapi('LotteryLive')

const READ = { method: 'get', 'x-answer': 'envelope', 'x-limit': 'read' } as const

export const lotteryReads = {
  getLotteryGlobal: operation({
    ...READ,
    tags: ['lottery'],
    operationId: 'getLotteryGlobal',
    path: '/v1/lottery/global',
    summary: 'Totals, settings and jackpots of the lottery',
    description:
      'Totals, settings and the jackpots of all lanes of the lottery. Read from the lottery manager, the vaults and the oracles at the block of asOf; what could not be read is null and named in `missing`. For one coin use getLotteryCreator; for a page that refreshes often use getLotteryLive.',
    'x-cache': { sMaxAge: 30, staleWhileRevalidate: 60 },
    'x-errors': ['role_not_configured'],
    'x-needs': {
      ...NEEDS,
      registry: stillAnswers({ 'data.jackpotUsd': null, 'data.laneCount': null }),
      amoeRouter: stillAnswers({ 'data.config.amoe.router': null }),
    },
    request: { query: z.object({ minBlock }) },
    responses: answers('Totals, settings and jackpots as of one block', LotteryGlobal),
  }),
  getLotteryCreator: operation({
    ...READ,
    tags: ['lottery'],
    operationId: 'getLotteryCreator',
    path: '/v1/lottery/creator/{creatorCoin}',
    summary: 'The lottery of one creator coin',
    description:
      'The lottery of one creator coin: entries, wins, its jackpot in shares, coins and dollars, and the price used for dollar amounts. Read from the lottery manager, the vault and the oracle of the coin at the block of asOf. For all coins use getLotteryGlobal.',
    'x-cache': { sMaxAge: 30, staleWhileRevalidate: 60 },
    'x-errors': ['not_a_creator_coin', 'role_not_configured'],
    'x-needs': { ...NEEDS, ...roles('registry'), gaugeVoting: stillAnswers({ 'data.gaugeBoostPPM': null }) },
    request: {
      params: z.object({
        creatorCoin: EvmAddress.openapi({ description: 'The creator coin; not its share token, nor its vault' }),
      }),
      query: z.object({ minBlock }),
    },
    responses: answers('Entries, winners and the jackpot of a coin as of one block', LotteryCreator),
  }),
  getLotteryLive: operation({
    ...READ,
    tags: ['lottery'],
    operationId: 'getLotteryLive',
    path: '/v1/lottery/live',
    summary: 'The lottery at a glance: jackpot, health, newest entries and winners',
    description:
      'All of it is as of one block, the newest that the log index has. Parts that cannot be read are null, and `missing` says why; while an earlier complete answer is available, it is served instead, marked as stale.',
    'x-cache': { sMaxAge: 10, staleWhileRevalidate: 20 },
    'x-errors': ['role_not_configured'],
    'x-needs': { ...NEEDS, registry: stillAnswers({ 'data.jackpot.totalUsd': null }) },
    request: { query: z.object({ minBlock }) },
    responses: answers('The parts that could be read', LotteryLive),
  }),
  listLotteryRecentWinners: operation({
    ...READ,
    tags: ['lottery'],
    'x-limit': 'logs',
    operationId: 'listLotteryRecentWinners',
    path: '/v1/lottery/recentWinners',
    summary: 'Winners, newest first, with what they were paid',
    description:
      'Wins of the lottery, newest first, page by page, with the share tokens that each one paid. Read from the log index if there is one, else from the node’s logs of recent blocks (`truncated`). For tickets that were entered use listLotteryRecentEntries.',
    'x-cache': { sMaxAge: 60, staleWhileRevalidate: 120 },
    'x-errors': ['role_not_configured'],
    'x-needs': NEEDS,
    request: { query: eventQuery },
    responses: answers('A page of winners', LotteryWins),
  }),
  listLotteryRecentEntries: operation({
    ...READ,
    tags: ['lottery'],
    'x-limit': 'logs',
    operationId: 'listLotteryRecentEntries',
    path: '/v1/lottery/recentEntries',
    summary: 'Entries, newest first, each with its source',
    description:
      'Tickets entered into the lottery, newest first, page by page, each with its chance and whether it came from a swap or was free. Read from the log index if there is one, else from the node’s logs of recent blocks (`truncated`). For wins use listLotteryRecentWinners.',
    'x-cache': { sMaxAge: 60, staleWhileRevalidate: 120 },
    'x-errors': ['role_not_configured'],
    'x-needs': NEEDS,
    request: { query: eventQuery },
    responses: answers('A page of entries', LotteryEntries),
  }),
}

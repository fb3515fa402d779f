import * as z from 'zod'
import { Amount, answers, AsOf, block, ChainId, EvmAddress, minBlock } from '../common.ts'
import { addressOrNull, amountOrNull, codeOf, flagOrNull, integerOrNull } from '../fields.ts'
import { LotteryEntries, LotteryEntry, LotteryWin, LotteryWins, Missing, eventQuery } from './events.ts'
import { InboxSummary } from './inbox.ts'
import { JackpotLane, jackpotSums, LotteryConfig, LotteryStats, usd } from './stats.ts'
import { operation } from '../operation.ts'
import { reads, roles, stillAnswers, type Needs } from '../needs.ts'

const NEEDS: Needs = { ...reads, ...roles('lotteryManager') }

/** Reasons why the lottery is not wholly available. */
export const LIVE_REASONS = {
  chain_not_readable: 'No node answered, so the state of the lottery is unknown',
  lottery_inactive: 'The lottery does not accept entries',
  lottery_paused: 'The lottery manager is paused',
  oracle_stale: 'The price of the jackpot’s coin is not fresh',
  vrf_deferred: 'Draws wait for random numbers',
  index_behind: 'The log index is more than 128 blocks behind the chain',
  index_not_available: 'This deployment has no log index, or it could not be read',
  inbox_not_readable: 'The tickets of the SVM chain could not be read',
  inbox_pending_old: 'A ticket of the SVM chain has waited for more than 15 minutes',
  inbox_quarantined: 'A ticket of the SVM chain was set aside until a person decides about it',
} as const

const head = {
  chainId: ChainId,
  asOf: AsOf,
  lotteryManager: EvmAddress.describe('The lottery manager contract'),
}
const coinSource = z.enum(['request', 'protocol-default'])

export const LotteryGlobal = z
  .object({
    ...head,
    stats: LotteryStats,
    config: LotteryConfig,
    paused: flagOrNull('Whether the contract is paused; null if it does not report that'),
    jackpotUsd: usd('Value of the reserves of all active lanes; null if one of them has no price or could not be read'),
    ...jackpotSums,
    payoutCapUsd: usd('Maximum of the `payableUsd` of any lane; null if unknown'),
    lanes: z.array(JackpotLane).describe('The lanes, at most 64, in the order of registration'),
    laneCount: amountOrNull('Number of registered lanes; null if it could not be read'),
    missing: Missing,
  })
  .meta({ id: 'LotteryGlobal' })

export const LotteryCreator = z
  .object({
    ...head,
    creatorCoin: EvmAddress.describe('The requested creator coin'),
    creatorCoinSource: coinSource.describe('Always request: the coin of the path'),
    isActive: flagOrNull('Whether the coin accepts entries'),
    vault: addressOrNull('Vault of the coin'),
    shareToken: addressOrNull('Share token of the coin; prizes are paid in it'),
    shareDecimals: integerOrNull('Decimals of the share token'),
    coinDecimals: integerOrNull('Decimals of the creator coin'),
    entries: Amount.describe('Tickets entered for this coin so far'),
    winners: Amount.describe('Wins paid for this coin so far'),
    rewardsPaid: Amount.describe('Rewards paid for this coin so far, in base units of the share token'),
    jackpotBalanceShares: Amount.describe('Reserve of the jackpot, in base units of the share token'),
    jackpotAssets: amountOrNull('Assets for which the reserve redeems, in base units of the coin'),
    jackpotUsd: usd('Value of `jackpotAssets`; null without a fresh positive oracle price'),
    payableUsd: usd('Current payout of a win with a ticket without boosts; null if unknown'),
    payoutCapUsd: usd('Maximum of `payableUsd`, for any jackpot; null if unknown'),
    oracle: z.object({
      address: addressOrNull('Price oracle of the coin'),
      priceUsd: usd('Price of one whole coin, with up to 18 decimal places; null if the oracle has none'),
      priceTimestamp: integerOrNull('Time of the price, unix seconds'),
      isFresh: z.boolean().describe('Whether the price is positive and not older than `maxAgeSeconds`'),
      maxAgeSeconds: z.int().describe('Maximum age of a fresh price, in seconds'),
    }),
    gaugeBoostPPM: amountOrNull(
      'Chance that gauge votes add to a ticket of $10,000 or more, in parts per million; smaller tickets get a part. null if unknown',
    ),
  })
  .meta({ id: 'LotteryCreator' })

export const LotteryLive = z
  .object({
    ...head,
    jackpot: z
      .object({
        creatorCoin: addressOrNull('Creator coin of this jackpot: the protocol’s coin'),
        shares: amountOrNull('Reserve of the jackpot, in base units of the share token'),
        usd: usd('Value of the reserve of `creatorCoin`'),
        payableUsd: usd('Current payout of a win with a ticket without boosts; null if unknown'),
        payoutCapUsd: usd('Maximum of `payableUsd`, for any jackpot; null if unknown'),
        rewardPercentageBps: amountOrNull('Maximum share of the reserve that a win pays, in basis points'),
        totalUsd: usd(
          'Value of the reserves of all active lanes; null if one of them has no price or could not be read',
        ),
        ...jackpotSums,
        lanes: z.array(JackpotLane),
      })
      .nullable(),
    health: z.object({
      status: z
        .enum(['ok', 'degraded', 'down'])
        .describe('ok; degraded: see `reasons`; down: no ticket can be entered, or the chain cannot be read'),
      isActive: flagOrNull('Whether the lottery accepts entries'),
      paused: flagOrNull('Whether the contract is paused'),
      oracleFresh: flagOrNull('Whether the price of the jackpot’s coin is fresh'),
      vrf: z.object({
        pendingDeferred: amountOrNull('Number of draws that wait for random numbers'),
        mode: z
          .enum(['local', 'remote'])
          .nullable()
          .describe('Source of random numbers; local: this chain; remote: another chain'),
      }),
      index: z.object({
        tipBlock: integerOrNull('Newest block in the log index; null without the log index'),
        headBlock: z.int().describe('Newest block of the chain'),
        lagBlocks: integerOrNull('Blocks by which the index is behind; null without the log index'),
      }),
      reasons: z
        .array(codeOf(LIVE_REASONS))
        .describe('Why the status is not ok; `/docs/errors/{code}` has the fix of each'),
    }),
    inbox: InboxSummary.nullable().describe('Tickets bought on the SVM chain'),
    recentEntries: z.array(LotteryEntry).nullable().describe('The newest entries, at most 10'),
    recentWinners: z.array(LotteryWin).nullable().describe('The newest wins, at most 10'),
    missing: Missing,
  })
  .meta({ id: 'LotteryLive' })

const READ = { method: 'get', 'x-answer': 'envelope', 'x-limit': 'read' } as const

export const lotteryReads = {
  getLotteryGlobal: operation({
    ...READ,
    tags: ['lottery'],
    operationId: 'getLotteryGlobal',
    path: '/v1/lottery/global',
    summary: 'Get the lottery’s totals, settings and jackpots',
    description:
      'Returns totals, settings and jackpots of all lanes (one per creator coin), from the lottery manager, vaults and oracles at the block of `asOf`. Fields that could not be read are null and listed in `missing`. For one creator coin use getLotteryCreator; for frequent refreshes use getLotteryLive.',
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
    summary: 'Get the lottery of a creator coin',
    description:
      'Returns a creator coin’s entries, wins, jackpot in shares, coins and US dollars, and the price used for the dollar amounts, from the lottery manager, the vault and the oracle at the block of `asOf`. For all coins use getLotteryGlobal.',
    'x-cache': { sMaxAge: 30, staleWhileRevalidate: 60 },
    'x-errors': ['not_a_creator_coin', 'role_not_configured'],
    'x-needs': { ...NEEDS, ...roles('registry'), gaugeVoting: stillAnswers({ 'data.gaugeBoostPPM': null }) },
    request: {
      params: z.object({
        creatorCoin: EvmAddress.describe('The creator coin; not its share token, nor its vault'),
      }),
      query: z.object({ minBlock, block }),
    },
    responses: answers('Entries, wins and jackpot of a creator coin as of one block', LotteryCreator),
  }),
  getLotteryLive: operation({
    ...READ,
    tags: ['lottery'],
    operationId: 'getLotteryLive',
    path: '/v1/lottery/live',
    summary: 'Get jackpot, health and newest entries of the lottery',
    description:
      'Returns jackpot, health, newest entries and newest wins as of the newest indexed block. Parts that could not be read are null and listed in `missing`; if an earlier complete answer exists, it is served instead, with `asOf.source` stale. For older events use listLotteryRecentEntries.',
    'x-cache': { sMaxAge: 10, staleWhileRevalidate: 20 },
    'x-errors': ['role_not_configured'],
    'x-needs': { ...NEEDS, registry: stillAnswers({ 'data.jackpot.totalUsd': null }) },
    request: { query: z.object({ minBlock }) },
    responses: answers('The lottery as of one block', LotteryLive),
  }),
  listLotteryRecentWinners: operation({
    ...READ,
    tags: ['lottery'],
    'x-limit': 'logs',
    operationId: 'listLotteryRecentWinners',
    path: '/v1/lottery/recentWinners',
    summary: 'List wins of the lottery, newest first',
    description:
      'Lists wins in pages, newest first, with the share tokens that were paid. Read from the log index, or from the node’s logs of recent blocks if there is no index (`truncated`). For entered tickets use listLotteryRecentEntries.',
    'x-cache': { sMaxAge: 60, staleWhileRevalidate: 120 },
    'x-errors': ['role_not_configured'],
    'x-needs': NEEDS,
    request: { query: eventQuery },
    responses: answers('A page of wins', LotteryWins),
  }),
  listLotteryRecentEntries: operation({
    ...READ,
    tags: ['lottery'],
    'x-limit': 'logs',
    operationId: 'listLotteryRecentEntries',
    path: '/v1/lottery/recentEntries',
    summary: 'List entries of the lottery, newest first',
    description:
      'Lists entered tickets in pages, newest first, each with its chance to win and its source: a swap, or a free entry. Read from the log index, or from the node’s logs of recent blocks if there is no index (`truncated`). For wins use listLotteryRecentWinners.',
    'x-cache': { sMaxAge: 60, staleWhileRevalidate: 120 },
    'x-errors': ['role_not_configured'],
    'x-needs': NEEDS,
    request: { query: eventQuery },
    responses: answers('A page of entries', LotteryEntries),
  }),
}

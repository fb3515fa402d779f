import { z } from '@hono/zod-openapi'
import { Amount, EvmAddress } from '../common.ts'

/** A decimal number of dollars with at most six places, no trailing zeros. */
export const usd = (description: string) => z.string().nullable().openapi({ description, example: '15.25' })

export const moment = z.iso.datetime().openapi({ example: '2026-09-30T12:00:00.000Z' })

/** The jackpot of one creator coin. */
export const JackpotLane = z
  .object({
    creatorCoin: EvmAddress.openapi({ description: 'Creator coin of the lane' }),
    shareToken: EvmAddress.nullable().openapi({ description: 'Share token that its prizes are paid in' }),
    isActive: z.boolean().nullable().openapi({ description: 'The lane takes entries' }),
    shares: Amount.nullable().openapi({ description: 'Reserve, in base units of the share token' }),
    shareDecimals: z.int().nullable().openapi({ description: 'Decimals of the share token' }),
    assets: Amount.nullable().openapi({ description: 'What the shares redeem for, in base units of the coin' }),
    usd: usd('Value of those assets; null without a fresh positive oracle price'),
    payableUsd: usd('What a win of an unboosted ticket would pay now: the configured part of the value, up to the cap'),
  })
  .openapi('JackpotLane')

/** What the jackpots add up to. */
export const jackpotSums = {
  pricedUsd: usd('Reserves of those active lanes that were read and have a price'),
  unpricedLanes: z.int().openapi({ description: 'Active lanes with a reserve but without a fresh price' }),
  lanesTruncated: z.boolean().openapi({ description: 'There are more lanes than `lanes` shows' }),
}

export const LotteryStats = z
  .object({
    entries: Amount.openapi({ description: 'Tickets entered so far' }),
    winners: Amount.openapi({ description: 'Wins so far' }),
    rewardsPaid: Amount.openapi({
      description: 'Share tokens of all lanes, added up: a count of base units, not an amount of one token',
    }),
    remoteEntries: Amount.nullable().openapi({
      description: 'Tickets that came from the other chain; null where the contract does not count them',
    }),
  })
  .openapi('LotteryStats')

export const LotteryConfig = z
  .object({
    minSwapAmountUsd1e6: Amount.openapi({
      description: 'Minimum value of a swap that earns a ticket, in millionths of a dollar',
    }),
    rewardPercentageBps: Amount.openapi({ description: 'Largest part of a reserve that a win pays, in basis points' }),
    isActive: z.boolean().openapi({ description: 'The lottery takes entries' }),
    baseWinChancePPM: Amount.openapi({ description: 'Stored by the contract but not used' }),
    maxWinChancePPM: Amount.openapi({ description: 'Highest chance of any ticket, in millionths' }),
    usdMultiplierBps: Amount.openapi({
      description:
        'Factor that the value of a swap is multiplied by before its chance is computed, in basis points; 10000 leaves it unchanged',
    }),
    baseCeilingPPM: Amount.nullable().openapi({
      description: 'Highest chance of a ticket without boosts, in millionths',
    }),
    singleVaultJackpotOnly: z
      .boolean()
      .nullable()
      .openapi({ description: 'Whether a win is paid by the lane of its ticket alone' }),
    minVaultWeightBps: Amount.nullable().openapi({
      description: 'Setting of an older contract; null if the contract does not have it',
    }),
    amoe: z.object({
      enabled: z.boolean().nullable().openapi({ description: 'A relayer is authorised' }),
      relayer: EvmAddress.nullable().openapi({ description: 'Who may submit free entries to the manager' }),
      router: EvmAddress.nullable().openapi({
        description: 'Router that accepts attested free entries; null without one',
      }),
      signer: EvmAddress.nullable().openapi({ description: 'Whose attestations the router accepts' }),
      maxEntriesPerBuyerPerEpoch: z
        .int()
        .nullable()
        .openapi({ description: 'Free entries that one buyer may make in an epoch of the router' }),
      epochDurationSeconds: Amount.nullable().openapi({
        description: 'Length of that epoch in seconds; null if no router accepts free entries',
      }),
    }),
    entrySources: z
      .object({
        trade: Amount.nullable().openapi({ description: 'Entries made by swaps' }),
        amoe: Amount.nullable().openapi({ description: 'Free entries' }),
        indexedToBlock: Amount.nullable().openapi({ description: 'Block up to which both were counted' }),
      })
      .openapi({
        description:
          'amoe: entries that the router has settled up to `indexedToBlock`, the block of the whole answer; trade: all others, if the manager accepts free entries only from the router. null if that is not known: `missing` says why',
      }),
  })
  .openapi('LotteryConfig')

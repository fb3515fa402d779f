import { z } from '@hono/zod-openapi'
import { Amount, EvmAddress } from './common.ts'

/** A decimal number of dollars with at most six places, no trailing zeros. */
export const usd = (description: string) => z.string().nullable().openapi({ description, example: '15.25' })

export const moment = z.iso.datetime().openapi({ example: '2026-09-30T12:00:00.000Z' })

/** The jackpot of one creator coin. */
export const JackpotLane = z
  .object({
    creatorCoin: EvmAddress,
    shareToken: EvmAddress.nullable(),
    isActive: z.boolean().nullable(),
    shares: Amount.nullable().openapi({ description: 'Reserve, in base units of the share token' }),
    shareDecimals: z.int().nullable(),
    assets: Amount.nullable().openapi({ description: 'What the shares redeem for, in base units of the coin' }),
    usd: usd('Of those assets; null without a fresh positive oracle price'),
    payableUsd: usd('What a win of an unboosted ticket would be paid now: the configured part of it, within the cap'),
  })
  .openapi('JackpotLane')

/** What the jackpots come to. */
export const jackpotSums = {
  pricedUsd: usd('Reserves of those active lanes that were read and have a price'),
  unpricedLanes: z.int().openapi({ description: 'Active lanes with a reserve that no fresh price is there for' }),
  lanesTruncated: z.boolean().openapi({ description: 'There are more lanes than `lanes` shows' }),
}

export const LotteryStats = z
  .object({
    entries: Amount,
    winners: Amount,
    rewardsPaid: Amount.openapi({
      description: 'Share tokens of all lanes, added up: a count of base units, no amount of one token',
    }),
    remoteEntries: Amount.nullable(),
  })
  .openapi('LotteryStats')

export const LotteryConfig = z
  .object({
    minSwapAmountUsd1e6: Amount,
    rewardPercentageBps: Amount.openapi({ description: 'Part of a reserve that a win pays at most' }),
    isActive: z.boolean(),
    baseWinChancePPM: Amount.openapi({ description: 'Kept by the contract, not used by it' }),
    maxWinChancePPM: Amount,
    usdMultiplierBps: Amount,
    baseCeilingPPM: Amount.nullable().openapi({ description: 'Highest chance of a ticket without boosts' }),
    singleVaultJackpotOnly: z
      .boolean()
      .nullable()
      .openapi({ description: 'Whether a win is paid by the lane of its ticket alone' }),
    minVaultWeightBps: Amount.nullable().openapi({ description: 'null where the contract has no such setting' }),
    amoe: z.object({
      enabled: z.boolean().nullable().openapi({ description: 'A relayer is authorised' }),
      relayer: EvmAddress.nullable(),
      router: EvmAddress.nullable(),
      signer: EvmAddress.nullable(),
      maxEntriesPerBuyerPerEpoch: z.int().nullable(),
      epochDurationSeconds: Amount.nullable().openapi({ description: 'null where no router takes free entries' }),
    }),
    entrySources: z
      .object({ trade: Amount.nullable(), amoe: Amount.nullable(), indexedToBlock: Amount.nullable() })
      .openapi({
        description:
          'amoe: entries that the router has settled, to `indexedToBlock`, the block of the whole answer; trade: all others, where the manager takes free entries from the router alone. null where that is not known: `missing` says why',
      }),
  })
  .openapi('LotteryConfig')

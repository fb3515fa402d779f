import * as z from 'zod'
import { Amount, EvmAddress } from '../common.ts'
import { addressOrNull, amountOrNull, flagOrNull, integerOrNull } from '../fields.ts'

/** A decimal number of dollars with at most six places, no trailing zeros. */
export const usd = (description: string) => z.string().nullable().meta({ description, example: '15.25' })

export const moment = z.iso.datetime().meta({ example: '2026-09-30T12:00:00.000Z' })

/** The jackpot of one creator coin. */
export const JackpotLane = z
  .object({
    creatorCoin: EvmAddress.describe('Creator coin of the lane'),
    shareToken: addressOrNull('Share token in which prizes of the lane are paid'),
    isActive: flagOrNull('Whether the lane accepts entries'),
    shares: amountOrNull('Reserve of the jackpot, in base units of the share token'),
    shareDecimals: integerOrNull('Decimals of the share token'),
    assets: amountOrNull('Assets for which the reserve redeems, in base units of the coin'),
    usd: usd('Value of `assets`; null without a fresh positive oracle price'),
    payableUsd: usd(
      'Current payout of a win with a ticket without boosts: a share of `usd`, up to a cap; null if unknown',
    ),
  })
  .meta({ id: 'JackpotLane' })

/** Sums of the jackpots. */
export const jackpotSums = {
  pricedUsd: usd('Value of the reserves of all active lanes that could be read and have a price'),
  unpricedLanes: z.int().describe('Active lanes with a reserve but without a fresh price'),
  lanesTruncated: z.boolean().describe('Whether there are more lanes than `lanes` lists'),
}

export const LotteryStats = z
  .object({
    entries: Amount.describe('Number of tickets entered so far'),
    winners: Amount.describe('Number of wins so far'),
    rewardsPaid: Amount.describe(
      'Rewards paid so far: base units of all share tokens, added up; not an amount of one token',
    ),
    remoteEntries: amountOrNull('Number of tickets from the SVM chain; null if the contract does not count them'),
  })
  .meta({ id: 'LotteryStats' })

export const LotteryConfig = z
  .object({
    minSwapAmountUsd1e6: Amount.describe('Minimum value of a swap that earns a ticket, in millionths of a US dollar'),
    rewardPercentageBps: Amount.describe('Maximum share of a reserve that a win pays, in basis points'),
    isActive: z.boolean().describe('Whether the lottery accepts entries'),
    baseWinChancePPM: Amount.describe('Stored by the contract, but not used'),
    maxWinChancePPM: Amount.describe('Maximum chance of any ticket, in parts per million'),
    usdMultiplierBps: Amount.describe(
      'Factor by which the value of a swap is multiplied before its chance is computed, in basis points; 10000 leaves it unchanged',
    ),
    baseCeilingPPM: amountOrNull('Maximum chance of a ticket without boosts, in parts per million'),
    singleVaultJackpotOnly: flagOrNull('Whether a win is paid only by the lane of its ticket'),
    minVaultWeightBps: amountOrNull('Setting of older contracts; null if the contract does not have it'),
    amoe: z.object({
      enabled: flagOrNull('Whether free entries are enabled; null if unknown'),
      relayer: addressOrNull(
        'Account that may submit free entries to the lottery manager; null if no relayer is authorised or the contract does not report it',
      ),
      router: addressOrNull('Router that accepts attested free entries; null without a router'),
      signer: addressOrNull('Account whose attestations are accepted; null if the contract does not report it'),
      maxEntriesPerBuyerPerEpoch: integerOrNull(
        'Maximum free entries of one buyer per epoch; null if the contract does not report it',
      ),
      epochDurationSeconds: amountOrNull(
        'Length of the router’s epoch, in seconds; null if no router accepts free entries',
      ),
    }),
    entrySources: z
      .object({
        trade: amountOrNull('Number of entries by swaps'),
        amoe: amountOrNull('Number of free entries'),
        indexedToBlock: amountOrNull('Block up to which entries are counted'),
      })
      .describe(
        'Entries by source, up to `indexedToBlock`, the block of this answer. `amoe`: entries settled by the router; `trade`: all others, if the lottery manager accepts free entries only from the router. null if unknown; see `missing`',
      ),
  })
  .meta({ id: 'LotteryConfig' })

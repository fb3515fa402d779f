import type { Address } from 'viem'
import { lotteryManagerAbi } from './lotteryManagerAbi.ts'
import type { Describe, Resolved } from '../../../shared/chain/calls.ts'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import { CAP_TICKET, fairPrize } from './usd.ts'

/** The lottery manager's settings, and the chance that a ticket of 10 000 USD wins. */
export function managerCalls({ at }: Describe, address: Address) {
  const manager = at(address, lotteryManagerAbi)
  return {
    config: manager('lotteryConfig'),
    baseCeiling: manager('baseCeilingPPM'),
    capChance: manager('calculateWinChance', [CAP_TICKET]),
    maxAge: manager('oracleMaxStaleness'),
    paused: manager('paused'),
    singleVault: manager('singleVaultJackpotOnly'),
    relayer: manager('authorizedAmoeRelayer'),
  }
}

/** Where the manager's random words come from, and how many requests for them are waiting. */
export function vrfCalls({ at }: Describe, address: Address) {
  const manager = at(address, lotteryManagerAbi)
  return { deferred: manager('deferredVrfQueueLength'), localVrf: manager('useLocalVRF') }
}

/** The manager's totals, and settings that only earlier contracts have. */
export function counterCalls({ at }: Describe, address: Address) {
  const manager = at(address, lotteryManagerAbi)
  return {
    entries: manager('totalLotteryEntries'),
    winners: manager('totalWinners'),
    rewardsPaid: manager('totalRewardsPaid'),
    remote: manager('totalRemoteLotteryEntries'),
    minVaultWeight: manager('minVaultWeightBps'),
    amoeEnabled: manager('amoeEnabled'),
    amoeSigner: manager('amoeSigner'),
    amoeMaxEntries: manager('amoeMaxEntriesPerBuyerPerEpoch'),
    amoeEpoch: manager('amoeEpochDuration'),
    trade: manager('totalTradeEntries'),
    amoe: manager('totalAmoeEntries'),
  }
}

/** The age in seconds beyond which the manager refuses a price, unless it reports another. */
const MAX_AGE = 7200n

/** What a win is paid, according to the manager's settings. */
export interface PayoutRules {
  readonly rewardBps: bigint
  /** The most USD (six decimals) that a win of an unboosted ticket pays. */
  readonly cap: bigint | null
  readonly maxAge: bigint
}

/** Throws role_not_configured if the configured manager does not answer as one. */
export function requireManager(address: Address, reads: Resolved<ReturnType<typeof managerCalls>>) {
  if (!reads.config)
    throw new ApiError(
      'role_not_configured',
      `lotteryManager: ${address} does not implement the lottery manager interface`,
    )
  const [minSwap, rewardBps, isActive, baseWinChance, maxWinChance, multiplierBps] = reads.config
  const { capChance } = reads
  const chance = capChance === null || capChance < maxWinChance ? capChance : maxWinChance
  const rules: PayoutRules = {
    rewardBps,
    cap: chance === null ? null : fairPrize(CAP_TICKET, chance),
    maxAge: reads.maxAge ?? MAX_AGE,
  }
  return { minSwap, rewardBps, isActive, baseWinChance, maxWinChance, multiplierBps, rules }
}

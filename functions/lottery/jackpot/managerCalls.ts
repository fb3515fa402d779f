import { type Address, parseAbi } from 'viem'
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

/** The source of the manager's random words, and the number of requests that wait for them. */
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

/** The lottery manager: entries, their results, and its settings. USD amounts have six decimals, chances are in PPM. */
export const lotteryManagerAbi = parseAbi([
  'function totalLotteryEntries() view returns (uint256)',
  'function totalRemoteLotteryEntries() view returns (uint256)',
  'function totalWinners() view returns (uint256)',
  // Share tokens of all lanes, added up.
  'function totalRewardsPaid() view returns (uint256)',
  'function lotteryConfig() view returns (uint256 minSwapAmount, uint256 rewardPercentage, bool isActive, uint256 baseWinChance, uint256 maxWinChance, uint256 usdMultiplierBps)',
  'function baseCeilingPPM() view returns (uint256)',
  'function calculateWinChance(uint256 swapAmountUSD) view returns (uint256 winChancePPM)',
  // jackpotBalance is in share tokens, although the argument is the coin.
  'function getTokenLotteryStats(address token) view returns (uint256 entries, uint256 winners, uint256 rewardsPaid, uint256 jackpotBalance)',
  'function singleVaultJackpotOnly() view returns (bool)',
  'function paused() view returns (bool)',
  'function oracleMaxStaleness() view returns (uint256)',
  'function useLocalVRF() view returns (bool)',
  'function deferredVrfQueueLength() view returns (uint256)',
  'function authorizedAmoeRelayer() view returns (address)',
  // Absent from the current contract: an earlier generation answers them.
  'function minVaultWeightBps() view returns (uint256)',
  'function amoeEnabled() view returns (bool)',
  'function amoeSigner() view returns (address)',
  'function amoeMaxEntriesPerBuyerPerEpoch() view returns (uint32)',
  'function amoeEpochDuration() view returns (uint256)',
  'function totalTradeEntries() view returns (uint256)',
  'function totalAmoeEntries() view returns (uint256)',
  'function processAmoeEntry(address buyer, address token, uint256 pointsBurnedAsUSD) returns (uint256 entryId)',
])

import type { Address } from 'viem'
import { lotteryManagerAbi } from '../../../shared/domain/lottery/lotteryManagerAbi.ts'
import type { Describe, Resolved } from '../../../shared/chain/calls.ts'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import { CAP_TICKET, fairPrize } from './usd.ts'

/** The lottery manager's settings, and how likely a ticket of 10 000 USD wins. */
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

/** After so many seconds the manager takes no price, unless it says otherwise. */
const MAX_AGE = 7200n

/** What an answer needs of the settings. */
export interface Rules {
  readonly rewardBps: bigint
  /** Most USD (six decimals) of a win of an unboosted ticket. */
  readonly cap: bigint | null
  readonly maxAge: bigint
}

/** Throws role_not_configured where the configured manager does not answer as one. */
export function requireManager(address: Address, reads: Resolved<ReturnType<typeof managerCalls>>) {
  if (!reads.config)
    throw new ApiError('role_not_configured', `lotteryManager ${address} does not answer as a lottery manager`)
  const [minSwap, rewardBps, isActive, baseWinChance, maxWinChance, multiplierBps] = reads.config
  const { capChance } = reads
  const chance = capChance === null || capChance < maxWinChance ? capChance : maxWinChance
  const rules: Rules = {
    rewardBps,
    cap: chance === null ? null : fairPrize(CAP_TICKET, chance),
    maxAge: reads.maxAge ?? MAX_AGE,
  }
  return { minSwap, rewardBps, isActive, baseWinChance, maxWinChance, multiplierBps, rules }
}

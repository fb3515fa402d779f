import type { Address } from 'viem'
import type { UTILITY_RULES } from '../../../schema/gauge/index.ts'
import { gaugeVotingAbi } from './gaugeVotingAbi.ts'
import { veUtilityAbi, voteEscrowAbi } from '../vetoken/voteEscrowAbi.ts'
import type { Describe, Resolved } from '../../chain/calls.ts'
import { knownAddress } from '../../text/address.ts'
import { type Epoch, epochCalls, epochOf, requireGauge } from './epochCalls.ts'

/** The reads behind a voter: the ballot, and what the gauge's own escrow and utility contract report about the lock. */
export const voterCalls = (describe: Describe, gaugeVoting: Address, user: Address) => {
  const gauge = describe.at(gaugeVoting, gaugeVotingAbi)
  const epoch = epochCalls(describe, gaugeVoting)
  const escrow = describe.at(gauge('ve4626'), voteEscrowAbi)
  const utilityAddress = gauge('utility')
  const utility = describe.at(utilityAddress, veUtilityAbi)
  return {
    epoch,
    ballot: gauge('getUserVotes', [user]),
    hasVoted: gauge('hasVotedThisEpoch', [user]),
    lock: escrow('getLock', [user]),
    powerAtEpochEnd: escrow('votingPowerAt', [user, epoch.end]),
    utility: utilityAddress,
    ve33: utility('effectiveVe33Of', [user]),
    free: utility('freeCapacityOf', [user]),
  }
}

/**
 * How a gauge treats utility: `set`, votes are capped by the power claimed for them at a utility contract; `unset`, no
 * contract is set, and no vote is accepted; `none`, an older gauge without utility(), and without such a cap.
 */
export type UtilityRule = (typeof UTILITY_RULES)[number]

/** A voter's standing with a gauge at one block. Times are unix seconds, powers base units. */
export interface Voter {
  readonly epoch: Epoch
  readonly hasVoted: boolean
  /** For this epoch; empty after an emergency reset, which getUserVotes ignores and hasVotedThisEpoch reflects. */
  readonly votes: readonly { readonly vault: Address; readonly weight: bigint }[]
  /** Zeros without a lock. */
  readonly lock: { readonly start: bigint; readonly end: bigint }
  /** Null if the escrow does not report power at a time. */
  readonly powerAtEpochEnd: bigint | null
  readonly utilityRule: UtilityRule
  /** The contract at which power is claimed; null unless the rule is `set`. */
  readonly utility: Address | null
  /** Power claimed for votes; null without a utility contract, and if it does not answer. */
  readonly ve33: bigint | null
  /** Power that can still be claimed. */
  readonly free: bigint | null
}

/** The voter in a block with that time. Throws role_not_configured if the contract does not answer as a gauge. */
export function voterOf(
  gaugeVoting: Address,
  reads: Resolved<ReturnType<typeof voterCalls>>,
  timestamp: number,
): Voter {
  const epoch = epochOf(gaugeVoting, reads.epoch, timestamp)
  const { powerAtEpochEnd, free } = reads
  const ballot = requireGauge(gaugeVoting, reads.ballot)
  const hasVoted = requireGauge(gaugeVoting, reads.hasVoted)
  const lock = requireGauge(gaugeVoting, reads.lock)
  const [vaults, weights] = hasVoted ? ballot : [[], []]
  const utility = knownAddress(reads.utility)
  return {
    epoch,
    hasVoted,
    votes: vaults.map((vault, i) => ({ vault, weight: weights[i] ?? 0n })),
    lock,
    powerAtEpochEnd,
    utilityRule: utility ? 'set' : reads.utility === null ? 'none' : 'unset',
    utility,
    ve33: utility && reads.ve33,
    free: utility && free,
  }
}

/**
 * The power that a vote divides: what is left of the lock at the epoch's end, at most the power claimed for votes if
 * the gauge has that rule; null if one of them is not known.
 */
export function usablePower({
  utilityRule,
  ve33,
  powerAtEpochEnd,
}: Pick<Voter, 'utilityRule' | 've33' | 'powerAtEpochEnd'>): bigint | null {
  if (utilityRule === 'none') return powerAtEpochEnd
  if (utilityRule === 'unset' || ve33 === 0n || powerAtEpochEnd === 0n) return 0n
  if (ve33 === null || powerAtEpochEnd === null) return null
  return ve33 < powerAtEpochEnd ? ve33 : powerAtEpochEnd
}

/**
 * The voter after the claim of all free voting power that comes before a vote; null if none is made: `needed` claims only
 * while none is claimed.
 */
export function afterClaim(which: 'needed' | 'all' | 'none', voter: Voter): Voter | null {
  const { utility, ve33, free } = voter
  if (utility === null || ve33 === null || free === null || free === 0n) return null
  return which === 'all' || (which === 'needed' && ve33 === 0n) ? { ...voter, ve33: ve33 + free } : null
}

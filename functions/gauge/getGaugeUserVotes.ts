import type { Address } from 'viem'
import type { gauge } from '../../schema/gauge.ts'
import { gaugeVotingAbi } from '../../shared/abi/gaugeVoting.ts'
import { veUtilityAbi } from '../../shared/abi/veUtility.ts'
import { voteEscrowAbi } from '../../shared/abi/voteEscrow.ts'
import type { Describe } from '../../shared/chain/calls.ts'
import { knownAddress } from '../../shared/chain/knownAddress.ts'
import { ApiError } from '../../shared/http/ApiError.ts'
import type { Handler } from '../../shared/http/handler.ts'
import { decimal } from '../../shared/text/decimal.ts'
import { cannotVote } from './cannotVote.ts'
import { epochCalls, epochOf } from './epochCalls.ts'
import { bpsOf } from './numbers.ts'

/** The reads behind a voter: the ballot, and what the gauge's own escrow and utility contract say of the lock. */
const voterCalls = (describe: Describe, gaugeVoting: Address, user: Address) => {
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
 * The votes of an address in the current epoch and what it could vote with now, from the gauge (getUserVotes,
 * hasVotedThisEpoch), its vote escrow (getLock, votingPowerAt at the epoch's end) and its utility contract
 * (effectiveVe33Of, freeCapacityOf). getUserVotes outlives an emergency reset, hasVotedThisEpoch does not: without it
 * there are no votes.
 *
 * Throws role_not_configured without a gauge, and what a chain read throws.
 */
export const getGaugeUserVotes: Handler<typeof gauge.getGaugeUserVotes> = async (
  { params: { address: user } },
  { chain },
) => {
  const gaugeVoting = chain.role('gaugeVoting')
  const { value, asOf } = await chain.read((describe) => voterCalls(describe, gaugeVoting, user))
  const epoch = epochOf(gaugeVoting, value.epoch, asOf.timestamp)
  const { ballot, hasVoted, lock, powerAtEpochEnd } = value
  if (!ballot || hasVoted === null || !lock || powerAtEpochEnd === null)
    throw new ApiError('role_not_configured', `gaugeVoting ${gaugeVoting} does not answer as a gauge`)
  const [vaults, weights] = hasVoted ? ballot : [[], []]
  const cast = weights.reduce((sum, weight) => sum + weight, 0n)
  const utility = knownAddress(value.utility)
  const ve33 = utility && value.ve33
  const reasons = cannotVote(epoch, { lockStart: lock.start, lockEnd: lock.end, powerAtEpochEnd, ve33 }, asOf.timestamp)
  return {
    asOf,
    data: {
      chainId: asOf.chainId,
      gaugeVoting,
      user,
      currentEpoch: epoch.current,
      epochEnd: epoch.end,
      hasVotedThisEpoch: hasVoted,
      votes: vaults.map((vault, i) => {
        const weight = weights[i] ?? 0n
        return { vault, weight: String(weight), weightBps: bpsOf(weight, cast) }
      }),
      castWeight: String(cast),
      votingPower: String(least(ve33 ?? 0n, powerAtEpochEnd)),
      utility:
        utility && ve33 !== null ? { address: utility, ve33: String(ve33), freeCapacity: decimal(value.free) } : null,
      lock: { start: String(lock.start), end: String(lock.end), powerAtEpochEnd: String(powerAtEpochEnd) },
      canVote: reasons.length === 0,
      reasons,
    },
  }
}

const least = (a: bigint, b: bigint): bigint => (a < b ? a : b)

import type { gauge } from '../../schema/gauge/index.ts'
import { cannotVote } from '../../shared/domain/gauge/cannotVote.ts'
import { voterCalls, voterOf, usablePower } from '../../shared/domain/gauge/voterCalls.ts'
import type { Handler } from '../../shared/http/handler.ts'
import { bpsOf } from '../../shared/domain/dex/Ratio.ts'
import { decimal } from '../../shared/text/decimal.ts'

/**
 * The votes of an address in the current epoch and what it could vote with now, from the gauge (getUserVotes,
 * hasVotedThisEpoch), its vote escrow (getLock, votingPowerAt at the epoch's end) and its utility contract
 * (effectiveVe33Of, freeCapacityOf), which an older gauge does not have. An emergency reset clears hasVotedThisEpoch
 * but not getUserVotes: if the former is false there are no votes.
 *
 * Throws role_not_configured without a gauge, and what a chain read throws.
 */
export const getGaugeUserVotes: Handler<typeof gauge.getGaugeUserVotes> = async (
  { params: { address: user } },
  { chain },
) => {
  const gaugeVoting = chain.role('gaugeVoting')
  const { value, asOf } = await chain.read((describe) => voterCalls(describe, gaugeVoting, user))
  const voter = voterOf(gaugeVoting, value, asOf.timestamp)
  const { epoch, votes, lock, powerAtEpochEnd, utilityRule, utility, ve33, free } = voter
  const power = usablePower(voter)
  const cast = votes.reduce((sum, { weight }) => sum + weight, 0n)
  const reasons = cannotVote(voter, asOf.timestamp)
  return {
    asOf,
    data: {
      chainId: asOf.chainId,
      gaugeVoting,
      user,
      currentEpoch: epoch.current,
      epochEnd: epoch.end,
      hasVotedThisEpoch: voter.hasVoted,
      votes: votes.map(({ vault, weight }) => ({ vault, weight: String(weight), weightBps: bpsOf(weight, cast) })),
      castWeight: String(cast),
      votingPower: decimal(power),
      utilityRule,
      utility: utility && ve33 !== null ? { address: utility, ve33: String(ve33), freeCapacity: decimal(free) } : null,
      lock: { start: String(lock.start), end: String(lock.end), powerAtEpochEnd: decimal(powerAtEpochEnd) },
      canVote: reasons.length > 0 ? false : power === null ? null : true,
      reasons,
    },
  }
}

import { decodeFunctionResult, encodeFunctionData, isAddressEqual, type Address, type Hex } from 'viem'
import type { Change, Expected } from '../../../shared/calldata/changes.ts'
import { gaugeVotingAbi } from '../../../shared/domain/gauge/gaugeVotingAbi.ts'
import { usablePower, type Voter } from '../../../shared/domain/gauge/voterCalls.ts'
import { type Ballot, dividePower, sumOf } from './mergeVotes.ts'
import { POWER_DECIMALS } from './claimPower.ts'
import type { BallotRead } from './readBallot.ts'

/** Vaults of an earlier ballot that are considered: no gauge takes more. */
const MOST_VAULTS = 10

const FALLS = 'the voting power that is free to claim decays every second'
const UNREAD = 'the voting power could not be read'

/**
 * The changes of a ballot, which replaces the earlier one of the epoch: the votes for each vault of both. Without a new
 * ballot the votes are withdrawn. `claimed` is the voter after the claim that comes first, if one does.
 *
 * Power that is claimed stays until the end of the epoch: a gauge counts what the lock will have then, and at most what
 * is claimed, and only the voter changes either.
 */
export function voteChanges(
  { voter, isVoided, lottery }: BallotRead,
  { gaugeVoting, from }: { readonly gaugeVoting: Address; readonly from: Address },
  ballot: Ballot = { vaults: [], weights: [] },
  claimed: Voter = voter,
): Change[] {
  const earlier = voter.votes.slice(0, MOST_VAULTS).map(({ vault }) => vault)
  const dropped = earlier.filter((vault) => !ballot.vaults.some((other) => isAddressEqual(other, vault)))
  // After a reset by its owner, a gauge reports the ballot that no longer counts.
  const view = isVoided
    ? undefined
    : { to: gaugeVoting, data: encodeFunctionData({ abi: gaugeVotingAbi, functionName: 'getUserVotes', args: [from] }) }
  const cast = castVotes(ballot, usablePower(claimed), leastPower({ voter, lottery }, claimed))
  return [...ballot.vaults, ...dropped].map((vault, i) => ({
    kind: 'vote',
    address: from,
    token: { symbol: null, decimals: POWER_DECIMALS },
    contract: gaugeVoting,
    id: vault,
    view,
    amountIn: (returned) => votesIn(returned, vault),
    expected: (before) => less(cast[i] ?? 0n, before),
  }))
}

/** The votes that each vault of a ballot will have. */
function castVotes({ weights }: Ballot, most: bigint | null, least: bigint | null): Expected[] {
  if (most === null || least === null) return weights.map(() => ({ because: UNREAD }))
  if (most === least) return most === 0n ? weights.map(() => 0n) : dividePower(most, weights)
  const sum = sumOf(weights)
  return weights.map((weight, i) => ({
    least: (least * weight) / sum,
    // The first vault gets what rounding leaves, less than one unit for each of the others.
    most: (most * weight) / sum + (i === 0 ? BigInt(weights.length) : 0n),
    because: FALLS,
  }))
}

/**
 * The least power that a vote divides when it is mined later in the epoch. Boosts for lotteries keep what they claimed
 * while the power decays, so less may then be free for votes; without them all of it is.
 */
const leastPower = ({ voter, lottery }: Pick<BallotRead, 'voter' | 'lottery'>, claimed: Voter): bigint | null =>
  usablePower(lottery === 0n ? claimed : voter)

const less = (cast: Expected, before: bigint): Expected =>
  typeof cast === 'bigint'
    ? cast - before
    : {
        ...(cast.least === undefined ? {} : { least: cast.least - before }),
        ...(cast.most === undefined ? {} : { most: cast.most - before }),
        because: cast.because,
      }

/** The votes for a vault in a result of getUserVotes. */
function votesIn(returned: Hex, vault: Address): bigint {
  const [vaults, weights] = decodeFunctionResult({ abi: gaugeVotingAbi, functionName: 'getUserVotes', data: returned })
  return weights[vaults.findIndex((other) => isAddressEqual(other, vault))] ?? 0n
}

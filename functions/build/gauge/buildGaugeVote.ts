import type { BuildHandler } from '../context.ts'
import { gaugeVotingAbi } from '../../../shared/domain/gauge/gaugeVotingAbi.ts'
import { encodeStep } from '../../../shared/calldata/encodeStep.ts'
import { defineBuilder } from '../../../shared/calldata/defineBuilder.ts'
import { timeText } from '../../../shared/text/wording.ts'
import { cannotVote } from '../../../shared/domain/gauge/cannotVote.ts'
import { type Candidates, type BallotRead, readBallot } from './readBallot.ts'
import type { Epoch } from '../../../shared/domain/gauge/epochCalls.ts'
import { type Voter, usablePower } from '../../../shared/domain/gauge/voterCalls.ts'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import { bpsOf } from '../../../shared/domain/dex/Ratio.ts'
import { refuseDemoVaults } from '../../../shared/domain/vault/demoVaults.ts'
import { claimPower } from './claimPower.ts'
import { dividePower, mergeVotes, sumOf } from './mergeVotes.ts'
import { voteChanges } from './voteChanges.ts'
import { describeVote } from './voteWording.ts'
import { voterIssues, vaultIssues, weightIssues } from './voteIssues.ts'

/**
 * Builds `vote(vaults, weights)` of the gauge: divides the sender's voting power of this epoch by relative weights and
 * replaces earlier votes of the epoch. If no power has been claimed for votes yet, the claim comes first.
 */
export const buildGaugeVote: BuildHandler<'buildGaugeVote'> = defineBuilder(async ({ body, from }, context) => {
  const { chain } = context
  const ballot = mergeVotes(body)
  const gaugeVoting = chain.role('gaugeVoting')
  const read = await readBallot(chain, gaugeVoting, from, ballot.vaults)
  refuseDemoVaults({ vaults: ballot.vaults }, chain.config, read?.demoShares)
  if (read) refuseOthers(read)
  const now = read?.asOf.timestamp ?? 0
  const claim = read && claimPower(body.claim, read.voter)
  const against = claim ? voterIssues(claim.voter, now) : []
  const power = claim && against.length === 0 ? usablePower(claim.voter) : null
  return {
    action: encodeStep({
      to: gaugeVoting,
      abi: gaugeVotingAbi,
      functionName: 'vote',
      args: [ballot.vaults, ballot.weights],
      describe: (args) => describeVote(gaugeVoting, args, symbolsOf(read?.vaults ?? {})),
    }),
    approvals: claim?.steps ?? [],
    issues: [
      ...against,
      ...(read ? vaultIssues(ballot, read.vaults) : []),
      ...(power === null ? [] : weightIssues(ballot, power)),
    ],
    warnings: [
      ...(ballot.vaults.length < body.vaults.length
        ? ['A vault appears more than once; its weights were added up, as the gauge does.']
        : []),
      ...(claim?.warnings ?? []),
      ...(read ? epochWarnings(read.voter, now) : []),
    ],
    changes: read ? voteChanges(read, { gaugeVoting, from }, ballot, claim?.voter) : [],
    asOf: read?.asOf,
    expires: read ? { times: voteTimes(read.voter, now) } : undefined,
    extra: {
      normalizedBps: ballot.weights.map((weight) => bpsOf(weight, sumOf(ballot.weights))),
      votingPower: power === null ? null : String(power),
      expectedWeights: power === null ? null : dividePower(power, ballot.weights).map(String),
      epochEnd: read?.voter.epoch.end ?? null,
    },
  }
})

/** Throws invalid_request for an address that is not a vault: it could not become eligible. */
function refuseOthers({ vaults }: BallotRead): void {
  const found = Object.entries(vaults).find(([, { eligible, asset }]) => asset === null && eligible !== true)
  if (found)
    throw new ApiError(
      'invalid_request',
      `vaults: ${found[0]} is not a vault, since it does not answer asset(); see listGaugeVaults`,
    )
}

const symbolsOf = (vaults: Candidates): Record<string, string | null> =>
  Object.fromEntries(Object.entries(vaults).map(([vault, { symbol }]) => [vault, symbol]))

/** A time fewer than this many seconds away is worth a warning. */
const NEAR = 900

function epochWarnings({ epoch, hasVoted }: Voter, now: number): string[] {
  const until = timeText(BigInt(epoch.end))
  const freeze = epoch.end - (epoch.freezeWindow ?? 0)
  return [
    `The votes count until the end of the epoch at ${until}; in the next epoch, vote again.`,
    ...(hasVoted ? ['The sender has already voted in this epoch; this vote replaces all earlier ones.'] : []),
    ...(isSoon(epoch, freeze - now)
      ? [`Send the transaction before ${timeText(BigInt(freeze))}; from then on it reverts with VoteFreezeWindow.`]
      : []),
  ]
}

/** Times at which a vote's outcome changes by itself: voting opens, closes or restarts, or a reason against it ends. */
const voteTimes = (voter: Voter, now: number): bigint[] => {
  const { epoch } = voter
  const reasons = cannotVote(voter, now).flatMap(({ until }) => until ?? [])
  return [epoch.end - (epoch.freezeWindow ?? 0), epoch.end, ...reasons].map(BigInt)
}

const isSoon = ({ started, frozen }: Epoch, left: number): boolean => started && !frozen && left < NEAR

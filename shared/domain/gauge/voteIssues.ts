import { maxUint256 } from 'viem'
import type { Issue } from '../../../schema/calldata.ts'
import { cannotVote, type Reason } from './cannotVote.ts'
import type { Voter } from './voterCalls.ts'
import { type Ballot, sumOf } from './mergeVotes.ts'
import type { Candidates } from './candidateCalls.ts'

const REVERTS: Readonly<Record<Reason['code'], string>> = {
  voting_not_started: 'VotingNotStarted',
  vote_frozen: 'VoteFreezeWindow',
  lock_too_recent: 'LockTooRecent',
  utility_not_configured: 'UtilityNotConfigured',
  utility_not_claimed: 'NoVotingPower',
  no_voting_power: 'NoVotingPower',
  lock_expires_before_epoch_end: 'LockExpiresBeforeEpochEnd',
}

/** What the gauge has against the voter at this time (unix seconds), in the order in which it looks. */
export const voterIssues = (voter: Voter, now: number): Issue[] =>
  cannotVote(voter, now).map(({ code, message, until }) => ({
    code,
    message: until === null ? message : `${message} (${until - now} seconds from now)`,
    reverts: REVERTS[code],
    ...(until === null ? {} : { until, secondsLeft: until - now }),
  }))

/** What the gauge has against the vaults. */
export const vaultIssues = ({ vaults }: Ballot, candidates: Candidates): Issue[] =>
  vaults
    .filter((vault) => candidates[vault]?.eligible === false)
    .map((vault) => ({
      code: 'vault_not_eligible',
      message: `vaults: ${vault} cannot receive votes now; /v1/gauge/vaults lists those that can`,
      reverts: 'VaultNotWhitelisted',
      vault,
    }))

/** What the gauge has against the weights, once it divides that power by them (it multiplies in 256 bits). */
export function weightIssues({ vaults, weights }: Ballot, power: bigint): Issue[] {
  const sum = sumOf(weights)
  return weights.flatMap((weight, i): Issue[] => {
    const vault = vaults[i] ?? null
    if (weight * power > maxUint256)
      return [
        {
          code: 'weights_too_large',
          message: `weights: ${weight} times the voting power ${power} is over 256 bits; divide all weights by the same number`,
          reverts: 'Panic',
          vault,
          largestWeight: String(maxUint256 / power),
        },
      ]
    if (weight * power >= sum) return []
    return [
      {
        code: 'weight_too_small',
        message: `weights: of the voting power ${power} nothing is left for ${vault} with ${weight} of ${sum}`,
        reverts: 'NormalizedWeightZero',
        vault,
      },
    ]
  })
}

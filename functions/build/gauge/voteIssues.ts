import { maxUint256 } from 'viem'
import type { Issue } from '../../../schema/issues.ts'
import { cannotVote, type Reason } from '../../../shared/domain/gauge/cannotVote.ts'
import type { Voter } from '../../../shared/domain/gauge/voterCalls.ts'
import { type Ballot, sumOf } from './mergeVotes.ts'
import type { Candidates } from './readBallot.ts'

const REVERTS: Readonly<Record<Reason['code'], string>> = {
  voting_not_started: 'VotingNotStarted',
  vote_frozen: 'VoteFreezeWindow',
  lock_too_recent: 'LockTooRecent',
  utility_not_configured: 'UtilityNotConfigured',
  utility_not_claimed: 'NoVotingPower',
  no_voting_power: 'NoVotingPower',
  lock_expires_before_epoch_end: 'LockExpiresBeforeEpochEnd',
}

/** Why the gauge would refuse the voter at this time (unix seconds), in the order of its checks. */
export const voterIssues = (voter: Voter, now: number): Issue[] =>
  cannotVote(voter, now).map(({ code, message, until }) => ({
    code,
    message: until === null ? message : `${message} (${until - now} seconds from now)`,
    reverts: REVERTS[code],
    ...(until === null ? {} : { until, secondsLeft: until - now }),
  }))

/** Why the gauge would refuse the vaults. */
export const vaultIssues = ({ vaults }: Ballot, candidates: Candidates): Issue[] =>
  vaults
    .filter((vault) => candidates[vault]?.eligible === false)
    .map((vault) => ({
      code: 'vault_not_eligible',
      message: `vaults: ${vault} cannot receive votes now; choose from listGaugeVaults (GET /v1/gauge/vaults)`,
      reverts: 'VaultNotWhitelisted',
      vault,
    }))

/** Why the gauge would refuse the weights when it divides that power by them (it multiplies in 256 bits). */
export function weightIssues({ vaults, weights }: Ballot, power: bigint): Issue[] {
  const sum = sumOf(weights)
  return weights.flatMap((weight, i): Issue[] => {
    const vault = vaults[i] ?? null
    if (weight * power > maxUint256)
      return [
        {
          code: 'weights_too_large',
          message: `weights: ${weight} times the voting power ${power} does not fit in 256 bits; divide all weights by the same number`,
          reverts: 'Panic',
          vault,
          largestWeight: String(maxUint256 / power),
        },
      ]
    if (weight * power >= sum) return []
    return [
      {
        code: 'weight_too_small',
        message: `weights: ${weight} of ${sum} is too small, so the share of ${vault} in the voting power ${power} rounds down to zero`,
        reverts: 'NormalizedWeightZero',
        vault,
      },
    ]
  })
}

import { formatUnits } from 'viem'
import { veUtilityAbi } from '../../../shared/domain/vetoken/voteEscrowAbi.ts'
import { encodeStep, type Step } from '../../../shared/calldata/encodeStep.ts'
import { afterClaim, type Voter } from '../../../shared/domain/gauge/voterCalls.ts'
import { describeClaim } from './voteWording.ts'

interface Claim {
  /** The call that claims; none if there is nothing to claim. */
  readonly steps: readonly Step[]
  /** The voter after the claim. */
  readonly voter: Voter
  readonly warnings: readonly string[]
}

/** Voting power has 18 decimals, like the share tokens that are locked for it. */
export const POWER_DECIMALS = 18

/**
 * The claim of voting power (`claimAllOutstanding()` of the gauge's utility contract) that comes before a vote: a vote
 * can use only claimed power.
 */
export function claimPower(which: 'needed' | 'all' | 'none', voter: Voter): Claim {
  const { utility, ve33, free, powerAtEpochEnd } = voter
  if (utility === null || ve33 === null || free === null || free === 0n) return { steps: [], voter, warnings: [] }
  const power = formatUnits(free, POWER_DECIMALS)
  const claimed = afterClaim(which, voter)
  if (claimed)
    return {
      steps: [
        encodeStep({
          to: utility,
          abi: veUtilityAbi,
          functionName: 'claimAllOutstanding',
          args: [],
          describe: () => describeClaim(utility, power),
        }),
      ],
      voter: claimed,
      warnings: ['The claim assigns all free voting power to votes; none is left for lottery boosts.'],
    }
  return {
    steps: [],
    voter,
    warnings:
      ve33 > 0n && powerAtEpochEnd !== null && ve33 < powerAtEpochEnd
        ? [`Free voting power of ${power} is not claimed and not used by this vote; claim "all" includes it.`]
        : [],
  }
}

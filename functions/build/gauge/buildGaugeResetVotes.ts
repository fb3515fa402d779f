import type { BuildHandler } from '../context.ts'
import { gaugeVotingAbi } from '../../../shared/domain/gauge/gaugeVotingAbi.ts'
import { encodeStep } from '../../../shared/calldata/encodeStep.ts'
import { defineBuilder } from '../../../shared/calldata/defineBuilder.ts'
import { readBallot } from './readBallot.ts'
import { voteChanges } from './voteChanges.ts'
import { describeReset } from './voteWording.ts'

/**
 * Builds `resetVotes()` of the gauge: withdraws the sender's votes of the current epoch, which is possible at any time
 * in it.
 */
export const buildGaugeResetVotes: BuildHandler<'buildGaugeResetVotes'> = defineBuilder(async ({ from }, context) => {
  const { chain } = context
  const gaugeVoting = chain.role('gaugeVoting')
  const read = await readBallot(chain, gaugeVoting, from, [])
  const votes = read?.voter.votes ?? null
  const frozen = read?.voter.epoch.frozen ?? false
  return {
    action: encodeStep({
      to: gaugeVoting,
      abi: gaugeVotingAbi,
      functionName: 'resetVotes',
      args: [],
      describe: () => describeReset(gaugeVoting),
    }),
    warnings: [
      ...(votes?.length === 0 ? ['The sender has no votes in this epoch, so the call changes nothing.'] : []),
      ...(frozen
        ? [
            'The gauge accepts no votes for the rest of this epoch, so votes withdrawn now cannot be cast again before the next one.',
          ]
        : []),
    ],
    changes: read ? voteChanges(read, { gaugeVoting, from }) : [],
    asOf: read?.asOf,
    expires: read ? { times: [BigInt(read.voter.epoch.end)] } : undefined,
    extra: {
      votes: votes && votes.map(({ vault, weight }) => ({ vault, weight: String(weight) })),
      epochEnd: read?.voter.epoch.end ?? null,
    },
  }
})

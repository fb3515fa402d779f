import * as z from 'zod'
import { builder, jsonBody, ok } from '../builder.ts'
import { bodyInteger, builderFields, names, NonZeroAddress, UnsignedCalldata } from '../calldata.ts'
import { Amount, EvmAddress } from '../common.ts'
import { amountOrNull } from '../fields.ts'
import { operation } from '../operation.ts'
import { builds, roles } from '../needs.ts'

const GAUGE_BODY = { bound: 16_384, kind: 'object' } as const

const GaugeVoteRequest = z
  .strictObject({
    ...builderFields,
    vaults: z
      .array(NonZeroAddress.meta(names('Vault to vote for', 'vault: issue')), {
        error: 'must be a list of addresses',
      })
      .min(1, { error: 'must name 1 to 10 vaults; to withdraw votes use buildGaugeResetVotes' })
      .max(10, { error: 'must name 1 to 10 vaults' })
      .describe('Vaults to vote for, 1 to 10; a vault that appears twice gets the sum of its weights'),
    weights: z
      .array(
        bodyInteger({
          min: 1n,
          max: 2n ** 256n - 1n,
          example: '3',
          description: 'Weight, relative to the other weights',
        }),
        { error: 'must be a list of integers' },
      )
      .describe(
        'One weight for each vault, in the same order: [3, 1] divides the power into three quarters and one quarter. The sum is at most 2^256 - 1',
      ),
    claim: z
      .enum(['needed', 'all', 'none'], { error: 'must be needed, all or none' })
      .default('needed')
      .describe(
        'Whether to claim voting power before the vote, which uses only claimed power. needed: claim if no power is claimed yet. all: claim all free power. none: do not claim',
      ),
  })
  .meta({ id: 'GaugeVoteRequest' })

const UnsignedVote = UnsignedCalldata.extend({
  normalizedBps: z.array(z.int()).meta({
    description: 'Share of each of `args.vaults` in the vote, in basis points, rounded down',
    example: [7500, 2500],
  }),
  votingPower: amountOrNull(
    'Voting power that the vote divides: the claimed power, at most the power of the lock at `epochEnd`; `null` if the gauge would refuse the vote',
  ),
  expectedWeights: z
    .array(Amount)
    .nullable()
    .describe(
      'Part of `votingPower` for each of `args.vaults`; the first gets the remainder of rounding. `null` if `votingPower` is null',
    ),
  epochEnd: z.int().nullable().meta({
    description: 'End of the epoch, until when the votes count, unix seconds; `null` if no node answered',
    example: 1787788800,
  }),
}).meta({ id: 'UnsignedVote', extends: UnsignedCalldata })

const UnsignedVoteReset = UnsignedCalldata.extend({
  votes: z
    .array(
      z.object({
        vault: EvmAddress.describe('Vault that the sender voted for'),
        weight: Amount.describe('Voting power that the vault got, in base units'),
      }),
    )
    .nullable()
    .describe('Votes that the call withdraws: those of the sender in this epoch; `null` if unknown'),
  epochEnd: z.int().nullable().meta({
    description: 'End of the current epoch, unix seconds; `null` if no node answered',
    example: 1787788800,
  }),
}).meta({ id: 'UnsignedVoteReset', extends: UnsignedCalldata })

/** Builders of the voting gauge's transactions. */
export const buildGauge = {
  buildGaugeVote: operation({
    ...builder,
    operationId: 'buildGaugeVote',
    path: '/v1/build/gauge/vote',
    summary: 'Build a vote in the gauge (vote)',
    description:
      'Builds a vote that divides the sender’s voting power between vaults by relative weights. It replaces the sender’s earlier vote of this epoch. A claim of voting power comes first if none is claimed. Nothing is sent. To see whether an address can vote use getGaugeUserVotes.',
    'x-body': GAUGE_BODY,
    'x-errors': ['demo_vault', 'role_not_configured'],
    'x-needs': { ...builds, ...roles('gaugeVoting') },
    request: { body: jsonBody(GaugeVoteRequest) },
    responses: ok(UnsignedVote),
  }),
  buildGaugeResetVotes: operation({
    ...builder,
    operationId: 'buildGaugeResetVotes',
    path: '/v1/build/gauge/resetVotes',
    summary: 'Build a withdrawal of gauge votes (resetVotes)',
    description:
      'Builds the call that withdraws all votes of the sender in the current epoch; `votes` lists them. To change a vote use buildGaugeVote, which replaces the old vote. Nothing is sent.',
    'x-body': GAUGE_BODY,
    'x-errors': ['role_not_configured'],
    'x-needs': { ...builds, ...roles('gaugeVoting') },
    request: { body: jsonBody(z.strictObject(builderFields).meta({ id: 'GaugeResetVotesRequest' }), false) },
    responses: ok(UnsignedVoteReset),
  }),
}

import { z } from '@hono/zod-openapi'
import { builder, jsonBody, ok } from '../builder.ts'
import { bodyInteger, builderFields, NonZeroAddress, UnsignedCalldata } from '../calldata.ts'
import { Amount, EvmAddress } from '../common.ts'
import { operation } from '../operation.ts'
import { builds, roles } from '../needs.ts'

const GAUGE_BODY = { bound: 16_384, kind: 'object' } as const

const GaugeVoteRequest = z
  .object({
    ...builderFields,
    vaults: z
      .array(NonZeroAddress, {
        error: 'must be a list of addresses',
      })
      .min(1, { error: 'must name 1 to 10 vaults; to take votes back, build resetVotes' })
      .max(10, { error: 'must name 1 to 10 vaults' })
      .openapi({ description: 'Vaults that get votes, 1 to 10; one that is named twice gets both weights' }),
    weights: z
      .array(
        bodyInteger({
          min: 1n,
          max: 2n ** 256n - 1n,
          example: '3',
          description: 'Weight relative to the others',
        }),
        { error: 'must be a list of integers' },
      )
      .openapi({
        description:
          'One for each vault, relative to each other: [3, 1] gives three quarters and one quarter. They may add up to at most 2^256 - 1',
      }),
    claim: z.enum(['needed', 'all', 'none'], { error: 'must be needed, all or none' }).default('needed').openapi({
      description:
        'Whether voting power is claimed first; a vote can use only claimed power. needed: if none has been claimed; all: whatever can still be claimed; none: never',
    }),
  })
  .openapi('GaugeVoteRequest')

const UnsignedVote = UnsignedCalldata.extend({
  normalizedBps: z.array(z.int()).openapi({
    description: 'Share of each of `args.vaults` in basis points, rounded down',
    example: [7500, 2500],
  }),
  votingPower: Amount.nullable().openapi({
    description:
      'Power that the vote divides: the claimed power, but at most what is left of the lock at `epochEnd`; null if no vote is accepted',
  }),
  expectedWeights: z.array(Amount).nullable().openapi({
    description: 'Part of `votingPower` for each of `args.vaults`; the remainder of rounding goes to the first',
  }),
  epochEnd: z
    .int()
    .nullable()
    .openapi({ description: 'The votes count until then, unix seconds', example: 1787788800 }),
}).openapi('UnsignedVote')

const UnsignedVoteReset = UnsignedCalldata.extend({
  votes: z
    .array(
      z.object({
        vault: EvmAddress.openapi({ description: 'Vault that got the vote' }),
        weight: Amount.openapi({ description: 'Voting power that it got, in base units' }),
      }),
    )
    .nullable()
    .openapi({ description: 'What is taken back: the sender’s votes of this epoch; null if unknown' }),
  epochEnd: z.int().nullable().openapi({ description: 'End of the current epoch, unix seconds', example: 1787788800 }),
}).openapi('UnsignedVoteReset')

/** Builders of the voting gauge's transactions. */
export const buildGauge = {
  buildGaugeVote: operation({
    ...builder,
    operationId: 'buildGaugeVote',
    path: '/v1/build/gauge/vote',
    summary: 'Build vote(vaults, weights) of the gauge',
    description:
      'Builds a vote that divides all voting power of the sender between vaults by relative weights, replacing its earlier vote of this epoch. If no voting power has been claimed yet, a claim comes first. Nothing is sent. See getGaugeUserVotes for whether the sender may vote; to take votes back use buildGaugeResetVotes.',
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
    summary: 'Build resetVotes() of the gauge',
    description:
      'Builds the call that takes back all votes of the sender in the running epoch, and lists them. It is not needed to change a vote: a new vote (buildGaugeVote) replaces the old one. Nothing is sent.',
    'x-body': GAUGE_BODY,
    'x-errors': ['role_not_configured'],
    'x-needs': { ...builds, ...roles('gaugeVoting') },
    request: { body: jsonBody(z.object(builderFields).openapi('GaugeResetVotesRequest'), false) },
    responses: ok(UnsignedVoteReset),
  }),
}

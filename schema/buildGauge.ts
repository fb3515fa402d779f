import { z } from '@hono/zod-openapi'
import { builder, jsonBody, ok } from './builder.ts'
import { bodyInteger, builderFields, NonZeroAddress, UnsignedCalldata } from './calldata.ts'
import { Amount, EvmAddress } from './common.ts'
import { operation } from './operation.ts'

const GAUGE_BODY = { bound: 16_384, kind: 'object' } as const

const GaugeVoteRequest = z
  .object({
    ...builderFields,
    vaults: z
      .array(NonZeroAddress, {
        error: (issue) => (issue.input === undefined ? 'is required' : 'must be a list of addresses'),
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
          description: 'A share, whatever the others add to',
        }),
        { error: (issue) => (issue.input === undefined ? 'is required' : 'must be a list of integers') },
      )
      .openapi({
        description:
          'One for each of the vaults, relative to each other: [3, 1] gives three quarters and one. They may add up to at most 2^256 - 1',
      }),
    claim: z.enum(['needed', 'all', 'none'], { error: 'must be needed, all or none' }).default('needed').openapi({
      description:
        'Whether voting power is claimed first, of which a vote can use only what was claimed. needed: where none is; all: whatever of it is free; none: never',
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
      'What the vote divides: the claimed power, at most what is left of the lock at `epochEnd`; null where no vote is taken',
  }),
  expectedWeights: z
    .array(Amount)
    .nullable()
    .openapi({ description: 'The part of it for each of `args.vaults`; what rounding leaves goes to the first' }),
  epochEnd: z
    .int()
    .nullable()
    .openapi({ description: 'Until then the votes count, unix seconds', example: 1787788800 }),
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
    .openapi({ description: 'What is taken back: the sender’s votes of this epoch; null where it cannot be told' }),
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
      'Builds a vote that divides all voting power of the sender between vaults by relative weights, in place of its earlier vote of this epoch. Where voting power was not claimed yet, a claim comes first. Nothing is sent. See getGaugeUserVotes for whether the sender may vote; to take votes back use buildGaugeResetVotes.',
    'x-body': GAUGE_BODY,
    'x-errors': ['demo_vault', 'role_not_configured'],
    request: { body: jsonBody(GaugeVoteRequest) },
    responses: ok(UnsignedVote),
  }),
  buildGaugeResetVotes: operation({
    ...builder,
    operationId: 'buildGaugeResetVotes',
    path: '/v1/build/gauge/resetVotes',
    summary: 'Build resetVotes() of the gauge',
    description:
      'Builds the call that takes back all votes of the sender in the running epoch, and lists them. To change a vote it is not needed: a new vote (buildGaugeVote) replaces the old one. Nothing is sent.',
    'x-body': GAUGE_BODY,
    'x-errors': ['role_not_configured'],
    request: { body: jsonBody(z.object(builderFields).openapi('GaugeResetVotesRequest'), false) },
    responses: ok(UnsignedVoteReset),
  }),
}

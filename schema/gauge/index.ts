import { z } from '@hono/zod-openapi'
import { Amount, answers, atOneBlock, EvmAddress, minBlock } from '../common.ts'
import { chainRead } from '../operation.ts'
import { roles } from '../needs.ts'

const seconds = (description: string, example: number) => z.int().openapi({ description, example })
const VaultWeight = Amount.openapi({ description: 'Voting power given to the vault in the running epoch' })

export const GaugeEpoch = atOneBlock('GaugeEpoch', {
  gaugeVoting: EvmAddress.openapi({ description: 'The gauge voting contract' }),
  currentEpoch: z
    .int()
    .openapi({ description: 'Number of the epoch; 0 in the first one and before it, see `started`', example: 12 }),
  started: z.boolean().openapi({ description: 'The first epoch has begun' }),
  genesisEpochStart: seconds('Start of epoch 0, unix seconds, a Thursday 00:00 UTC', 1779926400),
  epochDurationSec: seconds('Length of an epoch', 604800),
  epochStart: seconds('Start of the current epoch, unix seconds; that of epoch 0 before it has begun', 1787184000),
  epochEnd: seconds('End of that epoch, unix seconds', 1787788800),
  timeUntilNextEpochSec: seconds('Seconds until `epochEnd`; more than an epoch while none has begun', 342000),
  voteFreezeWindowSec: seconds('Length of the freeze at the end of each epoch', 3600).nullable(),
  voteFrozen: z.boolean().openapi({ description: 'Votes are refused for the rest of the epoch' }),
  votingOpen: z.boolean().openapi({ description: 'Votes are accepted now: started, and not frozen' }),
  totalWeight: Amount.nullable().openapi({ description: 'Voting power cast in the current epoch' }),
  gaugeProbabilityBudgetBps: z
    .int()
    .nullable()
    .openapi({ description: 'The odds budget in basis points, rounded down', example: 694 }),
  gaugeProbabilityBudgetPPM: z
    .int()
    .nullable()
    .openapi({ description: 'Lottery odds that all vaults share, in millionths', example: 69420 }),
  maxPerVaultPPM: z
    .int()
    .nullable()
    .openapi({ description: 'Most of it that one vault can get, in millionths', example: 35000 }),
  maxVaultsPerVote: z.int().openapi({ description: 'Vaults that one vote may name', example: 10 }),
})

export const GaugeVault = z
  .object({
    vault: EvmAddress.openapi({ description: 'The vault that receives votes' }),
    symbol: z.string().nullable().openapi({ description: 'Symbol of the vault' }),
    name: z.string().nullable().openapi({ description: 'Name of the vault' }),
    coin: EvmAddress.nullable().openapi({ description: 'The creator coin behind the vault' }),
    coinSymbol: z.string().nullable().openapi({ description: 'Symbol of the creator coin' }),
    weight: VaultWeight.nullable(),
    weightBps: z
      .int()
      .nullable()
      .openapi({ description: 'Share of the total weight in basis points, rounded down', example: 7500 }),
    gaugeBoostPPM: z
      .int()
      .nullable()
      .openapi({ description: 'Lottery odds from votes, in millionths, capped', example: 35000 }),
  })
  .openapi('GaugeVault')

export const GaugeVaults = atOneBlock('GaugeVaults', {
  gaugeVoting: EvmAddress.openapi({ description: 'The gauge voting contract' }),
  currentEpoch: z.int().openapi({ description: 'Number of the running epoch, from 0' }),
  source: z.enum(['surface', 'whitelist']).openapi({
    description:
      'surface: the contract lists what is eligible; whitelist: an older contract’s list, without the vaults that its registry no longer has',
  }),
  totalWeight: Amount.openapi({ description: 'Voting power cast in the current epoch' }),
  unlistedWeight: Amount.nullable().openapi({
    description:
      'The part of it held by vaults that are not in this list, for example delisted ones; it counts in every share; null if the weight of a listed vault could not be read',
  }),
  vaults: z.array(GaugeVault),
  truncated: z.boolean().openapi({ description: 'There may be more vaults: at most 64 are read' }),
})

export const CANNOT_VOTE = [
  'voting_not_started',
  'vote_frozen',
  'lock_too_recent',
  'utility_not_configured',
  'utility_not_claimed',
  'no_voting_power',
  'lock_expires_before_epoch_end',
] as const

export const UTILITY_RULES = ['set', 'unset', 'none'] as const

export const GaugeUserVotes = atOneBlock('GaugeUserVotes', {
  gaugeVoting: EvmAddress.openapi({ description: 'The gauge voting contract' }),
  user: EvmAddress.openapi({ description: 'The voter that was asked for' }),
  currentEpoch: z.int().openapi({ description: 'Number of the running epoch, from 0' }),
  epochEnd: seconds('End of the current epoch, unix seconds: until then the votes count', 1787788800),
  hasVotedThisEpoch: z.boolean().openapi({ description: 'The voter has cast votes in the running epoch' }),
  votes: z
    .array(
      z.object({
        vault: EvmAddress.openapi({ description: 'Vault that got the vote' }),
        weight: Amount.openapi({ description: 'Voting power that the vault got, not the number that was sent' }),
        weightBps: z.int().openapi({
          description: 'Share of everything that the user cast, in basis points, rounded down',
          example: 7500,
        }),
      }),
    )
    .openapi({ description: 'Votes of this epoch; empty after an emergency reset until the user votes again' }),
  castWeight: Amount.openapi({ description: 'Sum of the votes' }),
  votingPower: Amount.nullable().openapi({
    description:
      'Power that a vote sent now would divide: what is left of the lock at epochEnd, at most the claimed power if the gauge has a utility contract; null if either could not be read',
  }),
  utilityRule: z.enum(UTILITY_RULES).openapi({
    description:
      'set: votes are capped by the power claimed at the utility contract; unset: no utility contract is set, and votes are refused; none: an older gauge, which has no such cap',
  }),
  utility: z
    .object({
      address: EvmAddress.openapi({ description: 'The utility contract, where voting power is claimed' }),
      ve33: Amount.openapi({ description: 'Power claimed for votes, as far as the lock still covers it' }),
      freeCapacity: Amount.nullable().openapi({ description: 'Power that can still be claimed' }),
    })
    .nullable()
    .openapi({ description: 'null unless utilityRule is set, and if the contract does not answer' }),
  lock: z.object({
    start: Amount.openapi({ description: 'Unix seconds; extending or increasing the lock resets it' }),
    end: Amount.openapi({ description: 'Unix seconds; 0 without a lock' }),
    powerAtEpochEnd: Amount.nullable().openapi({
      description: 'Voting power at epochEnd; null if the escrow does not report power at a given time',
    }),
  }),
  canVote: z.boolean().nullable().openapi({
    description: 'Whether the user can vote now; null if nothing prevents it but not everything could be read',
  }),
  reasons: z
    .array(
      z.object({
        code: z.enum(CANNOT_VOTE).openapi({ description: 'Stable name of the reason' }),
        message: z.string().openapi({ description: 'What is wrong and what to do' }),
        until: z
          .int()
          .nullable()
          .openapi({ description: 'Unix seconds at which this reason goes away by itself; null if it does not' }),
      }),
    )
    .openapi({ description: 'Everything that keeps the user from voting now; empty unless canVote is false' }),
})

export const gauge = {
  getGaugeEpoch: chainRead({
    operationId: 'getGaugeEpoch',
    path: '/v1/gauge/epoch',
    summary: 'The current gauge epoch, whether it accepts votes, and the odds budget',
    description:
      'The running gauge epoch: when it ends, whether votes are accepted now, how much voting power has been cast, and the lottery odds that votes distribute. Read from the gauge voting contract at the block of asOf. For the vaults and their weights use listGaugeVaults; for one voter use getGaugeUserVotes.',
    'x-cache': { sMaxAge: 30, staleWhileRevalidate: 60 },
    'x-errors': ['role_not_configured'],
    'x-needs': roles('gaugeVoting'),
    request: { query: z.object({ minBlock }) },
    responses: answers('The epoch as of one block', GaugeEpoch),
  }),
  listGaugeVaults: chainRead({
    operationId: 'listGaugeVaults',
    path: '/v1/gauge/vaults',
    summary: 'Vaults that can receive votes, with their weights in the current epoch',
    description:
      'The vaults that can receive votes, with the voting power given to each in the running epoch and the lottery odds that it brings. Read from the gauge voting contract and the vaults at the block of asOf, at most 64. For when votes are accepted use getGaugeEpoch; to vote use buildGaugeVote.',
    'x-cache': { sMaxAge: 60, staleWhileRevalidate: 120 },
    'x-errors': ['role_not_configured'],
    'x-needs': roles('gaugeVoting'),
    request: { query: z.object({ minBlock }) },
    responses: answers('The vaults as of one block', GaugeVaults),
  }),
  getGaugeUserVotes: chainRead({
    operationId: 'getGaugeUserVotes',
    path: '/v1/gauge/user/{address}',
    summary: 'Votes of an address in the current epoch, its voting power, and whether it can vote',
    description:
      'What an address has voted for in the running epoch, the power that a vote sent now would divide, and every reason why it cannot vote. Read from the gauge voting contract, the vote escrow and the utility contract at the block of asOf. For the lock itself use getVetokenUser; to vote use buildGaugeVote.',
    'x-cache': { sMaxAge: 30, staleWhileRevalidate: 60 },
    'x-errors': ['role_not_configured'],
    'x-needs': roles('gaugeVoting'),
    request: {
      params: z.object({
        address: EvmAddress.openapi({ description: 'The voter: an account or wallet, not a vault' }),
      }),
      query: z.object({ minBlock }),
    },
    responses: answers('The votes as of one block', GaugeUserVotes),
  }),
}

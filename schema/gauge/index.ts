import * as z from 'zod'
import { Amount, answers, atOneBlock, block, EvmAddress, minBlock } from '../common.ts'
import { addressOrNull, amountOrNull, flagOrNull, integerOrNull, textOrNull } from '../fields.ts'
import { chainRead } from '../operation.ts'
import { roles } from '../needs.ts'

const seconds = (description: string, example: number) => z.int().meta({ description, example })
const VaultWeight = Amount.describe('Voting power that the vault got in the current epoch, in base units')

export const GaugeEpoch = atOneBlock('GaugeEpoch', {
  gaugeVoting: EvmAddress.describe('Address of the gauge'),
  currentEpoch: z.int().meta({
    description: 'Number of the current epoch; 0 in the first epoch and before it, see `started`',
    example: 12,
  }),
  started: z.boolean().describe('Whether the first epoch has begun'),
  genesisEpochStart: seconds('Start of epoch 0, unix seconds, a Thursday 00:00 UTC', 1779926400),
  epochDurationSec: seconds('Length of an epoch, in seconds', 604800),
  epochStart: seconds(
    'Start of the current epoch, unix seconds; before the first epoch, the start of epoch 0',
    1787184000,
  ),
  epochEnd: seconds('End of the current epoch, unix seconds', 1787788800),
  timeUntilNextEpochSec: seconds(
    'Seconds until `epochEnd`; before the first epoch this is more than one epoch',
    342000,
  ),
  voteFreezeWindowSec: seconds(
    'Length of the vote freeze at the end of each epoch, in seconds; `null` if the gauge does not report it',
    3600,
  ).nullable(),
  voteFrozen: z.boolean().describe('true: the gauge refuses votes for the rest of the epoch'),
  votingOpen: z.boolean().describe('Whether the gauge accepts votes now: `started` and not `voteFrozen`'),
  totalWeight: amountOrNull('Voting power cast in the current epoch, in base units; `null` if it could not be read'),
  gaugeProbabilityBudgetBps: z.int().nullable().meta({
    description: '`gaugeProbabilityBudgetPPM` in basis points, rounded down; `null` if it could not be read',
    example: 694,
  }),
  gaugeProbabilityBudgetPPM: z.int().nullable().meta({
    description:
      'Boost of lottery odds that the votes divide between all vaults, in millionths; `null` if it could not be read',
    example: 69420,
  }),
  maxPerVaultPPM: z.int().nullable().meta({
    description: 'Largest boost that one vault can get, in millionths; `null` if it could not be read',
    example: 35000,
  }),
  maxVaultsPerVote: z.int().meta({ description: 'Largest number of vaults in one vote', example: 10 }),
})

export const GaugeVault = z
  .object({
    vault: EvmAddress.describe('Creator vault that receives votes'),
    symbol: textOrNull('Symbol of the vault; `null` if it could not be read'),
    name: textOrNull('Name of the vault; `null` if it could not be read'),
    coin: addressOrNull('Creator coin of the vault; `null` if it could not be read'),
    coinSymbol: textOrNull('Symbol of the creator coin; `null` if it could not be read'),
    weight: VaultWeight.nullable(),
    weightBps: z.int().nullable().meta({
      description: 'Share of `totalWeight`, in basis points, rounded down; `null` if it could not be read',
      example: 7500,
    }),
    gaugeBoostPPM: z.int().nullable().meta({
      description: 'Boost of lottery odds from votes, in millionths, after the cap; `null` if it could not be read',
      example: 35000,
    }),
  })
  .meta({ id: 'GaugeVault' })

export const GaugeVaults = atOneBlock('GaugeVaults', {
  gaugeVoting: EvmAddress.describe('Address of the gauge'),
  currentEpoch: z.int().describe('Number of the current epoch, from 0'),
  source: z
    .enum(['surface', 'whitelist'])
    .describe(
      'surface: the gauge lists its eligible vaults. whitelist: the list of an older gauge, without vaults that are no longer registered',
    ),
  totalWeight: Amount.describe(
    'Voting power cast in the current epoch, in base units (`lockTokenDecimals` of getVetokenUser)',
  ),
  unlistedWeight: amountOrNull(
    'Part of `totalWeight` that belongs to vaults outside this list, for example delisted ones. The shares of listed vaults are parts of `totalWeight`. `null` if the weight of a listed vault could not be read',
  ),
  vaults: z.array(GaugeVault),
  truncated: z.boolean().describe('true: there may be more vaults, since at most 64 are read'),
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
  gaugeVoting: EvmAddress.describe('Address of the gauge'),
  user: EvmAddress.describe('Address of the voter'),
  currentEpoch: z.int().describe('Number of the current epoch, from 0'),
  epochEnd: seconds('End of the current epoch, until when the votes count, unix seconds', 1787788800),
  hasVotedThisEpoch: z.boolean().describe('Whether the voter has voted in the current epoch'),
  votes: z
    .array(
      z.object({
        vault: EvmAddress.describe('Vault that the voter voted for'),
        weight: Amount.describe('Voting power that the vault got, in base units; not the weight that was sent'),
        weightBps: z.int().meta({
          description: 'Share of `castWeight`, in basis points, rounded down',
          example: 7500,
        }),
      }),
    )
    .describe('Votes of this epoch; after an emergency reset, empty until the user votes again'),
  castWeight: Amount.describe('Sum of the weights of `votes`, in base units'),
  votingPower: amountOrNull(
    'Voting power that a vote would divide now, in base units: the power of the lock at `epochEnd`, at most the claimed power if the gauge has a utility contract. `null` if either could not be read',
  ),
  utilityRule: z
    .enum(UTILITY_RULES)
    .describe(
      'set: votes use at most the power that is claimed at the utility contract. unset: the gauge has no utility contract and refuses votes. none: an older gauge without this rule',
    ),
  utility: z
    .object({
      address: EvmAddress.describe('Address of the utility contract, where voting power is claimed'),
      ve33: Amount.describe('Power claimed for votes, as far as the lock still covers it, in base units'),
      freeCapacity: amountOrNull('Power that can still be claimed, in base units; `null` if it could not be read'),
    })
    .nullable()
    .describe('Claimed power; `null` unless `utilityRule` is set, or if the contract does not answer'),
  lock: z.object({
    start: Amount.describe('Start of the lock, unix seconds; extending or increasing the lock resets it'),
    end: Amount.describe('End of the lock, unix seconds; 0 without a lock'),
    powerAtEpochEnd: amountOrNull(
      'Voting power at `epochEnd`, in base units; `null` if the escrow does not report power at a given time',
    ),
  }),
  canVote: flagOrNull(
    'Whether the user can vote now; `null` if no known reason prevents it, but not everything could be read',
  ),
  reasons: z
    .array(
      z.object({
        code: z.enum(CANNOT_VOTE).describe('Code of the reason'),
        message: z.string().describe('What is wrong and what to do'),
        until: integerOrNull('Time when the reason ends by itself, unix seconds; `null` if it does not'),
      }),
    )
    .describe('Every reason why the user cannot vote now; empty unless `canVote` is false'),
})

export const gauge = {
  getGaugeEpoch: chainRead({
    operationId: 'getGaugeEpoch',
    path: '/v1/gauge/epoch',
    summary: 'Get the current gauge epoch',
    description:
      'Returns the current gauge epoch: its end, whether votes are accepted now, the voting power cast so far, and the boost of lottery odds that votes divide. For vaults and their weights use listGaugeVaults, for one voter getGaugeUserVotes.',
    'x-cache': { sMaxAge: 30, staleWhileRevalidate: 60 },
    'x-errors': ['role_not_configured'],
    'x-needs': roles('gaugeVoting'),
    request: { query: z.object({ minBlock, block }) },
    responses: answers('The epoch as of one block', GaugeEpoch),
  }),
  listGaugeVaults: chainRead({
    operationId: 'listGaugeVaults',
    path: '/v1/gauge/vaults',
    summary: 'List the vaults that can receive votes',
    description:
      'Returns up to 64 vaults that can receive votes, with the voting power that each got in the current epoch and the boost of lottery odds that follows. To see whether votes are accepted use getGaugeEpoch; to vote use buildGaugeVote.',
    'x-cache': { sMaxAge: 60, staleWhileRevalidate: 120 },
    'x-errors': ['role_not_configured'],
    'x-needs': roles('gaugeVoting'),
    request: { query: z.object({ minBlock, block }) },
    responses: answers('The vaults as of one block', GaugeVaults),
  }),
  getGaugeUserVotes: chainRead({
    operationId: 'getGaugeUserVotes',
    path: '/v1/gauge/user/{address}',
    summary: 'Get the votes of an address in the current epoch',
    description:
      'Returns the votes of an address in the current epoch, the voting power that a vote would divide now, and every reason why the address cannot vote. Read from the gauge, the vote escrow and the utility contract. For the lock use getVetokenUser; to vote use buildGaugeVote.',
    'x-cache': { sMaxAge: 30, staleWhileRevalidate: 60 },
    'x-errors': ['role_not_configured'],
    'x-needs': roles('gaugeVoting'),
    request: {
      params: z.object({
        address: EvmAddress.describe('Address of the voter (a wallet, not a vault)'),
      }),
      query: z.object({ minBlock, block }),
    },
    responses: answers('The votes as of one block', GaugeUserVotes),
  }),
}

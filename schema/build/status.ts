import * as z from 'zod'
import { NonZeroAddress, REVERT_FIX } from '../calldata.ts'
import { Amount, answers, atOneBlock, EvmAddress, minBlock, SignedAmount } from '../common.ts'
import { addressOrNull, flagOrNull, unixTime } from '../fields.ts'
import { operation } from '../operation.ts'
import { reads } from '../needs.ts'

/** Calls, user operations, events and effects of one transaction that are decoded. */
export const MOST_DECODED = { calls: 16, operations: 8, events: 64, effects: 16 } as const

/** Blocks before the newest in which a call is searched. */
export const CALL_WINDOW = 1024

const HASH = /^0x[0-9a-fA-F]{64}$/
const hash = (description: string) => z.string().meta({ description, example: `0x${'ab'.repeat(32)}` })

const Arguments = z.record(z.string(), z.unknown()).meta({
  description: 'Arguments by name; integers are decimal strings',
  type: 'object',
  additionalProperties: true,
})
const role = z.string().nullable().meta({
  description: 'Role of the contract in the configuration of this deployment; `null` if it has no role',
  example: 'veToken',
})

const SentCall = z
  .object({
    to: addressOrNull('Contract that is called; `null` if the call creates a contract'),
    role,
    value: Amount.meta({ description: 'Wei that the call sends', example: '0' }),
    function: z.string().nullable().meta({
      description:
        'Signature of the function; `null` if no builder builds this function, or if the arguments do not fit it',
      example: 'increaseLock(uint256)',
    }),
    args: Arguments,
    description: z.string().nullable().meta({
      description: 'Description of the call, as its builder gives it; `null` if `function` is null',
      example: 'Withdraw the whole locked amount from the vote escrow 0x5FbDB2315678afecb367f032d93F642f64180aa3.',
    }),
  })
  .meta({ id: 'SentCall' })

const SentEvent = z
  .object({
    address: EvmAddress.describe(
      'Contract that emitted the event. If `role` is null, the contract is unknown and can emit any event',
    ),
    role,
    event: z.string().meta({ description: 'Signature of the event', example: 'Unlocked(address,uint256,address)' }),
    args: Arguments,
  })
  .meta({ id: 'SentEvent' })

const MinedEffect = z
  .object({
    address: EvmAddress.describe('The sender, or a smart wallet whose calls the transaction makes'),
    contract: addressOrNull('Token; `null` for the native currency'),
    role,
    symbol: z.string().nullable().meta({ description: 'Symbol of the token; `null` if unknown', example: 'USDC' }),
    decimals: z.int().nullable().meta({ description: 'Decimals of `delta`; `null` if unknown', example: 6 }),
    delta: SignedAmount.describe('Base units that the account gained; less than zero if it lost them'),
  })
  .meta({ id: 'MinedEffect' })

export const RevertReason = z
  .object({
    name: z.string().nullable().meta({
      description: 'Name of the custom error, or Error or Panic; `null` if no known reason was found',
      example: 'LockNotExpired',
    }),
    args: Arguments,
    message: z.string().describe('Why it reverted, as text for people'),
    fix: REVERT_FIX,
    isReproduced: z
      .boolean()
      .describe(
        'true: the same call reverts for this reason on the state before its block. false: no node could run it on that state, or it succeeds there, so an earlier transaction of its block made it fail. Always false for a user operation, whose reason comes from the EntryPoint’s event',
      ),
  })
  .meta({ id: 'RevertReason' })

const UserOperation = z
  .object({
    userOpHash: hash(
      'Hash of the user operation, from the event of the EntryPoint; null if there is no event',
    ).nullable(),
    sender: EvmAddress.describe('Smart wallet that the user operation belongs to'),
    success: flagOrNull('Whether its calls succeeded, from the event of the EntryPoint; `null` if there is no event'),
    calls: z.array(SentCall).describe('Calls that the smart wallet makes, in order'),
    revert: RevertReason.nullable().describe('Why its calls reverted; `null` if the EntryPoint reports no reason'),
  })
  .meta({ id: 'SentUserOperation' })

export const BuildStatus = atOneBlock('BuildStatus', {
  transaction: hash(
    'Hash of the transaction: the requested one, or the newest with the requested call; `null` if no searched block has the call',
  ).nullable(),
  searched: z
    .object({
      fromBlock: Amount.meta({ description: 'First block that was searched', example: '23455765' }),
      toBlock: Amount.meta({ description: 'Last block that was searched', example: '23456788' }),
    })
    .nullable()
    .describe(
      `Blocks in which the call of \`from\` was searched, both included; \`null\` for a \`transaction\`. At most ${CALL_WINDOW}, fewer if the node lacks the state of older ones or the sender has sent many transactions`,
    ),
  status: z
    .enum(['mined', 'reverted', 'pending', 'unknown'])
    .describe(
      'mined: in a block, and it succeeded. reverted: in a block; it changed nothing and spent its gas. pending: a node has it, but no block does. unknown: no queried node has seen it, which does not mean that it failed',
    ),
  next: z.string().meta({
    description: 'What the status means and what to do next, as text for people',
    example: 'Nothing is left to do. A block that is not final yet can still be replaced.',
  }),
  block: z
    .object({
      number: Amount.meta({ description: 'Block number', example: '23456789' }),
      hash: hash('Block hash'),
      time: unixTime('Time of the block'),
    })
    .nullable()
    .describe('Block of the transaction; `null` if it is in no block'),
  confirmations: Amount.nullable().meta({
    description: 'Blocks from `block` to the block of asOf, both included; `null` if `block` is null',
    example: '12',
  }),
  isFinal: flagOrNull('Whether `block` is final; `null` if the node does not report finality, or if `block` is null'),
  from: addressOrNull('Sender; `null` if the transaction is unknown'),
  nonce: Amount.nullable().meta({
    description:
      'Nonce; only one transaction of the sender with this nonce can be mined. `null` if the transaction is unknown',
    example: '7',
  }),
  gasLimit: Amount.nullable().meta({
    description: 'Gas limit; `null` if the transaction is unknown',
    example: '200000',
  }),
  gasUsed: Amount.nullable().meta({
    description: 'Gas that the transaction used; `null` if `block` is null',
    example: '91000',
  }),
  calls: z
    .array(SentCall)
    .describe(
      `Calls of the transaction: its own call, or the calls that it makes a smart wallet execute (execute, executeBatch); at most ${MOST_DECODED.calls}. Calls of user operations are in \`operations\``,
    ),
  operations: z
    .array(UserOperation)
    .describe(
      `User operations (ERC-4337) in the transaction (handleOps of EntryPoint 0.6 to 0.8); at most ${MOST_DECODED.operations}`,
    ),
  events: z.array(SentEvent).describe(`Known events among the first ${MOST_DECODED.events} logs, in order`),
  effects: z
    .array(MinedEffect)
    .describe(
      `What the sender and the smart wallets of the transaction gained and lost: the native currency that the transaction sends, and the sums of the Transfer events of tokens; at most ${MOST_DECODED.effects} of these. Gas, and native currency that contracts send, are not part of it. Any contract can emit such an event`,
    ),
  revert: RevertReason.nullable().describe('Why the transaction reverted; `null` unless `status` is reverted'),
  truncated: z.boolean().describe('true: the transaction has more calls, user operations or logs than were decoded'),
})

export const buildStatus = {
  getBuildStatus: operation({
    method: 'get',
    operationId: 'getBuildStatus',
    path: '/v1/build/status',
    tags: ['build'],
    summary: 'Get the status of a sent transaction',
    description:
      'Returns whether a transaction is mined, reverted, pending or unknown, and what it did: its decoded calls, user operations and events. A reverted call is run again on the state before its block, to find the reason. Without its hash, send from, to, data and value: the newest blocks are searched.',
    'x-limit': 'read',
    'x-answer': 'envelope',
    'x-cache': { sMaxAge: 2, staleWhileRevalidate: 2, standIn: false },
    'x-needs': reads,
    request: {
      query: z
        .object({
          transaction: z
            .string()
            .regex(HASH, { error: 'must be a transaction hash: 0x and 64 hex digits' })
            .transform((text): `0x${string}` => `0x${text.slice(2).toLowerCase()}`)
            .meta({
              pattern: HASH.source,
              description:
                'Hash of the transaction; for a user operation, of the transaction that contains it. Required unless `from`, `to` and `data` are given',
              example: `0x${'ab'.repeat(32)}`,
            })
            .optional(),
          from: NonZeroAddress.optional().meta({
            description: `Sender of a call whose hash is unknown: a wallet, or a smart wallet whose user operations are searched. The newest ${CALL_WINDOW} blocks are searched`,
          }),
          to: EvmAddress.optional().meta({ description: 'Contract of that call' }),
          data: z
            .string()
            .regex(/^0x([0-9a-fA-F]{2}){0,1700}$/, { error: 'must be calldata in hex, of at most 1700 bytes' })
            .transform((text): `0x${string}` => `0x${text.slice(2).toLowerCase()}`)
            .optional()
            .meta({
              pattern: '^0x([0-9a-fA-F]{2}){0,1700}$',
              description: 'Calldata of that call, as a builder answered it; at most 1700 bytes',
              example: '0xa69df4b5',
            }),
          value: Amount.optional().meta({ description: 'Wei of that call; 0 by default', example: '0' }),
          minBlock,
        })
        .superRefine(({ transaction, from, to, data, value }, context) => {
          const issue = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message })
          const call = Object.entries({ from, to, data, value }).filter(([, given]) => given !== undefined)
          if (transaction !== undefined)
            for (const [field] of call) issue(field, 'must not be given together with transaction')
          else if (call.length === 0) issue('transaction', 'is required unless from, to and data are given')
          else
            for (const [field, given] of Object.entries({ from, to, data }))
              if (given === undefined) issue(field, 'is required without transaction')
        }),
    },
    responses: answers('The status as of one block', BuildStatus),
  }),
}

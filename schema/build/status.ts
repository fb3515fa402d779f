import { z } from '@hono/zod-openapi'
import { REVERT_FIX } from '../calldata.ts'
import { Amount, answers, atOneBlock, EvmAddress, minBlock } from '../common.ts'
import { operation } from '../operation.ts'
import { reads } from '../needs.ts'

/** Calls, user operations and events of one transaction that are decoded. */
export const MOST_DECODED = { calls: 16, operations: 8, events: 64 } as const

const HASH = /^0x[0-9a-fA-F]{64}$/
const hash = (description: string) => z.string().openapi({ description, example: `0x${'ab'.repeat(32)}` })

const Arguments = z.record(z.string(), z.unknown()).openapi({
  description: 'Arguments by name; integers as decimal strings',
  type: 'object',
  additionalProperties: true,
})
const role = z.string().nullable().openapi({
  description: 'Role of the contract in the configuration of this deployment; null of any other contract',
  example: 'veToken',
})

const SentCall = z
  .object({
    to: EvmAddress.nullable().openapi({ description: 'Contract that the call goes to; null where it creates one' }),
    role,
    value: Amount.openapi({ description: 'Wei that it sends along', example: '0' }),
    function: z.string().nullable().openapi({
      description: 'Signature of the function; null if it is none that is built here, or its arguments do not fit it',
      example: 'increaseLock(uint256)',
    }),
    args: Arguments,
    description: z.string().nullable().openapi({
      description: 'The sentence that its builder answers, without what has changed since; null of other calls',
      example: 'Withdraw the whole locked amount from the vote escrow 0x5FbDB2315678afecb367f032d93F642f64180aa3.',
    }),
  })
  .openapi('SentCall')

const SentEvent = z
  .object({
    address: EvmAddress.openapi({
      description: 'Contract that emitted it; of one without a role, nothing but its own word says what it is',
    }),
    role,
    event: z.string().openapi({ description: 'Signature of the event', example: 'Unlocked(address,uint256,address)' }),
    args: Arguments,
  })
  .openapi('SentEvent')

export const RevertReason = z
  .object({
    name: z.string().nullable().openapi({
      description: 'Custom error, or Error or Panic; null if no known reason was found',
      example: 'LockNotExpired',
    }),
    args: Arguments,
    message: z.string().openapi({ description: 'Why it reverted, for people' }),
    fix: REVERT_FIX,
    isReproduced: z.boolean().openapi({
      description:
        'Whether this is what the same call reverts with on the state before its block; false: it could not be run there, or it succeeds there, so that something in its own block made it fail. Of a user operation the event of the EntryPoint gives the reason, and nothing is run again',
    }),
  })
  .openapi('RevertReason')

const UserOperation = z
  .object({
    userOpHash: hash('Its hash, by the event of the EntryPoint').nullable(),
    sender: EvmAddress.openapi({ description: 'The wallet' }),
    success: z.boolean().nullable().openapi({
      description: 'Whether its calls succeeded, by the event of the EntryPoint; null where there is none',
    }),
    calls: z.array(SentCall).openapi({ description: 'What its wallet was told to call, in order' }),
    revert: RevertReason.nullable().openapi({
      description: 'Why its calls reverted; null where the event says nothing',
    }),
  })
  .openapi('SentUserOperation')

export const BuildStatus = atOneBlock('BuildStatus', {
  transaction: hash('The transaction that was asked about'),
  status: z.enum(['mined', 'reverted', 'pending', 'unknown']).openapi({
    description:
      'mined: it is in a block and succeeded; reverted: it is in a block, changed nothing and cost its gas; pending: a node has it, and no block; unknown: no node that was asked has ever seen it, which does not mean that it failed',
  }),
  next: z.string().openapi({
    description: 'What that means and what to do, for people',
    example: 'Nothing is left to do. A block that is not final yet can still be replaced.',
  }),
  block: z
    .object({
      number: Amount.openapi({ description: 'Its number', example: '23456789' }),
      hash: hash('Its hash'),
      time: z.int().openapi({ description: 'Its time, unix seconds', example: 1780000000 }),
    })
    .nullable()
    .openapi({ description: 'The block that it is in' }),
  confirmations: Amount.nullable().openapi({
    description: 'Blocks from that one to the block of asOf, both counted; null while it is in none',
    example: '12',
  }),
  isFinal: z
    .boolean()
    .nullable()
    .openapi({ description: 'Whether its block is final; null where the node does not say, or there is no block' }),
  from: EvmAddress.nullable().openapi({ description: 'Its sender; null of an unknown transaction' }),
  nonce: Amount.nullable().openapi({
    description: 'Its nonce: of all that has the same one, one is mined',
    example: '7',
  }),
  gasLimit: Amount.nullable().openapi({ description: 'Gas that it may use', example: '200000' }),
  gasUsed: Amount.nullable().openapi({ description: 'Gas that it used; null before it is mined', example: '91000' }),
  calls: z.array(SentCall).openapi({
    description: `What it calls: itself one call, or those that it tells a smart wallet to make (execute, executeBatch); at most ${MOST_DECODED.calls}. Those of user operations are under operations`,
  }),
  operations: z.array(UserOperation).openapi({
    description: `User operations (ERC-4337) that it carries out: handleOps of EntryPoint 0.6 to 0.8; at most ${MOST_DECODED.operations}`,
  }),
  events: z.array(SentEvent).openapi({
    description: `Events that are known here, in their order, of the first ${MOST_DECODED.events} logs`,
  }),
  revert: RevertReason.nullable().openapi({ description: 'Why it reverted; null unless it did' }),
  truncated: z.boolean().openapi({ description: 'There is more in it than was decoded' }),
})

export const buildStatus = {
  getBuildStatus: operation({
    method: 'get',
    operationId: 'getBuildStatus',
    path: '/v1/build/status',
    tags: ['build'],
    summary: 'Read what became of a transaction that was sent',
    description:
      'Whether a transaction is mined, has reverted, is pending or was never seen, and what it did: its calls and those of user operations in it, by the functions that are built here, and its events. A revert is run again on the state before its block to find its reason. From the chain alone, as of the block of asOf: one request to a node, and a second one for what is in a block. A node that cannot be read is an outage, never unknown. To build again use the builder of the call.',
    'x-limit': 'read',
    'x-answer': 'envelope',
    'x-cache': { sMaxAge: 2, staleWhileRevalidate: 2, standIn: false },
    'x-needs': reads,
    request: {
      query: z.object({
        transaction: z
          .string()
          .regex(HASH, { error: 'must be a transaction hash: 0x and 64 hex digits' })
          .transform((text): `0x${string}` => `0x${text.slice(2).toLowerCase()}`)
          .openapi({
            type: 'string',
            pattern: HASH.source,
            description: 'Hash of the transaction; of a user operation, that of the transaction that carries it',
            example: `0x${'ab'.repeat(32)}`,
          }),
        minBlock,
      }),
    },
    responses: answers('What became of it as of one block', BuildStatus),
  }),
}

import { z } from '@hono/zod-openapi'
import { Amount, AsOf, EvmAddress } from './common.ts'

const Hex = z.string().regex(/^0x([0-9a-f]{2})*$/)
/** Hexadecimal without leading zeros, as JSON-RPC has it. */
const Quantity = z.string().regex(/^0x(0|[1-9a-f][0-9a-f]*)$/)

/** An address that something is sent to or done for: the zero address is refused. */
export const NonZeroAddress = EvmAddress.refine((address) => !/^0x0{40}$/.test(address), {
  error: 'must not be the zero address',
})

/** An integer of a request body as bigint: a decimal string, or a JSON integer within 2^53, between the bounds. */
export const bodyInteger = ({
  min,
  max,
  example,
  description,
}: {
  min: bigint
  max: bigint
  example: string
  description: string
}) =>
  z
    .union([z.string().regex(/^(0|[1-9][0-9]{0,77})$/), z.int().min(0)], {
      error: (issue) =>
        issue.input === undefined ? 'is required' : 'must be a decimal integer string, or a JSON integer within 2^53',
    })
    .transform(BigInt)
    .refine((value) => value >= min && value <= max, { error: `must be between ${min} and ${max}` })
    .openapi({ description: `${description}; ${min} to ${max}`, example })

/** What every builder takes beside its own fields. */
export const builderFields = {
  from: NonZeroAddress.optional().openapi({
    description: 'Address that will send the transaction; by default the one that is signed in',
  }),
  chainId: z
    .union(
      [
        z.int(),
        z
          .string()
          .regex(/^[1-9][0-9]{0,15}$/)
          .transform(Number),
      ],
      { error: 'must be a chain id' },
    )
    .optional()
    .openapi({ description: 'Refused when it is not the chain that is served', example: 8453 }),
} as const

/** What can stand in the way of a transaction, by `code` of an issue. */
export const ISSUES = {
  chain_unreachable:
    'No node answered, so nothing was checked: neither balances, nor what must be approved first, nor what is refused; build again before sending',
  would_revert: 'The simulation reverts for a reason that no other issue tells',
  insufficient_balance: 'The sender holds less than the call takes',
  already_locked: 'The sender has a lock already',
  no_lock: 'The sender has no lock',
  lock_expired: 'The lock has ended',
  lock_not_expired: 'The lock has not ended',
  invalid_duration_now: 'The end, rounded down to a week, is less than a week away',
  lock_too_long: 'The end is more than 126144000 seconds away',
  end_not_later: 'The new end, rounded down to a week, is not after the present one',
} as const satisfies Record<string, string>

const isCode = (code: string): code is keyof typeof ISSUES => Object.hasOwn(ISSUES, code)

export const BuildIssue = z
  .looseObject({
    code: z.enum(Object.keys(ISSUES).filter(isCode)).openapi({
      description: Object.entries(ISSUES)
        .map(([code, meaning]) => `${code}: ${meaning}`)
        .join('. '),
    }),
    message: z.string().openapi({ description: 'What is wrong and what to do, with the values that were read' }),
    reverts: z
      .string()
      .optional()
      .openapi({ description: 'Custom error with which the call would revert', example: 'AlreadyLocked' }),
  })
  .openapi('BuildIssue')

const Arguments = z.record(z.string(), z.unknown()).openapi({
  description: 'Arguments by name, decoded back from `data`; integers as decimal strings',
  type: 'object',
  additionalProperties: true,
})

const callFields = {
  to: EvmAddress,
  data: Hex.min(10).openapi({ description: 'Calldata', example: '0xa69df4b5' }),
  value: Amount.openapi({ description: 'Wei to send along', example: '0' }),
  function: z.string().openapi({ description: 'Signature of the function', example: 'lock(address,uint256,uint256)' }),
  args: Arguments,
  description: z.string().openapi({
    description: 'One sentence, made from the decoded arguments; amounts in whole tokens where the decimals are known',
  }),
} as const

export const UnsignedApproval = z.object(callFields).openapi('UnsignedApproval')

export const WalletSendCalls = z
  .object({
    version: z.literal('2.0.0').openapi({ type: 'string', enum: ['2.0.0'] }),
    chainId: Quantity.openapi({ example: '0x2105' }),
    from: EvmAddress,
    atomicRequired: z.boolean(),
    calls: z.array(z.object({ to: EvmAddress, data: Hex, value: Quantity })),
  })
  .openapi('WalletSendCalls', {
    description: 'Parameters of wallet_sendCalls (EIP-5792): approvals first, then the action',
  })

export const Simulation = z
  .object({
    status: z
      .enum(['ok', 'revert', 'unavailable'])
      .openapi({ description: 'unavailable: no node could run it; nothing is known' }),
    blockNumber: Amount.nullable().openapi({ description: 'The sequence was run on the state after this block' }),
    gas: Amount.optional().openapi({
      description:
        'Gas that the whole sequence used, not a limit: leave room above it; absent where the node does not tell',
    }),
    gasByCall: z.array(Amount).optional().openapi({ description: 'The same for each of `calls.calls`' }),
    error: z
      .object({
        call: z.int().openapi({ description: 'Index in `calls.calls` of the first call that reverts' }),
        name: z.string().nullable().openapi({
          description: 'Custom error, or Error or Panic; null when the contract gives no reason that is known',
          example: 'AlreadyLocked',
        }),
        args: Arguments,
        message: z.string(),
      })
      .optional(),
  })
  .openapi('Simulation')

export const UnsignedCalldata = z
  .looseObject({
    ...callFields,
    chainId: z.int().openapi({ example: 8453 }),
    from: EvmAddress.openapi({ description: 'The sender for whom it was checked and simulated' }),
    approvals: z.array(UnsignedApproval).openapi({
      description:
        'Calls that must come first, in order, for exactly the amount that is needed; empty where what is approved already suffices',
    }),
    calls: WalletSendCalls,
    issues: z
      .array(BuildIssue)
      .openapi({ description: 'Why sending this now would fail; empty when nothing is known against it' }),
    simulation: Simulation,
    asOf: AsOf.nullable().openapi({
      description: 'Block at which issues and approvals were determined; null when no node answered',
    }),
    warnings: z
      .array(z.string())
      .openapi({ description: 'What to know before signing; none of it makes the call fail' }),
  })
  .openapi('UnsignedCalldata', { description: 'A transaction to check, sign and send. The server does not submit it.' })

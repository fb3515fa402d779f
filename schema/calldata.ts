import * as z from 'zod'
import { Amount, AsOf, EvmAddress } from './common.ts'
import { expiresAt, STALE_SECONDS } from './expiry.ts'
import { Effect } from './effects.ts'
import { BuildIssue } from './issues.ts'

const Hex = z.string().regex(/^0x([0-9a-f]{2})*$/)
/** Hexadecimal without leading zeros, as JSON-RPC has it. */
const Quantity = z.string().regex(/^0x(0|[1-9a-f][0-9a-f]*)$/)

/** An address that something is sent to or done for: the zero address is refused. */
export const NonZeroAddress = EvmAddress.refine((address) => !/^0x0{40}$/.test(address), {
  error: 'must not be the zero address',
})

/**
 * An address of a builder's body: an account, or a contract of a kind and the consequence if nothing proves it
 * (shared/domain/provenance). `refused`: money or an allowance of the sender moves to it or through it, so it is 403
 * contract_not_proven unless the request allows it. `issue`: nothing of the sender moves to it, or it is an exit. `invalid`:
 * 400, since only the contract that configuration or factory names is accepted. `accepted`: needs no proof.
 */
type Names = 'account' | `${string}: ${'refused' | 'issue' | 'invalid' | 'accepted'}`

/** Metadata of an address in a builder's body; the document has `x-names` at the operation. */
export const names = (description: string, of: Names) => ({ description, 'x-names': of })

/** A bound as a reader recognizes it: 2^256 - 1 instead of its 78 digits. */
const shortly = (bound: bigint): string => {
  const bits = bound.toString(2)
  return bits.length > 64 && !bits.includes('0') ? `2^${bits.length} - 1` : String(bound)
}

const NO_INTEGER = 'must be an integer: a decimal string, or a JSON number within 2^53'

/**
 * An integer of a request body as bigint: a decimal string, or a JSON integer within 2^53, between the bounds. A sign is
 * accepted only where negative values are.
 */
export const bodyInteger = ({
  min,
  max,
  example,
  description,
  hint = '',
}: {
  min: bigint
  max: bigint
  example: string
  description: string
  /** Text after the bounds in the message about a value outside them. */
  hint?: string
}) => {
  const outOfBounds = { error: `must be between ${min} and ${max}${hint}` }
  const form = min < 0n ? /^(0|-?[1-9][0-9]{0,77})$/ : /^(0|[1-9][0-9]{0,77})$/
  const number = z.int({ error: NO_INTEGER })
  return (
    z
      // A union passes on the message of one of its members, so each member needs a good one.
      .union([z.string().regex(form, { error: NO_INTEGER }), min < 0n ? number : number.min(0, outOfBounds)], {
        error: NO_INTEGER,
      })
      .transform(BigInt)
      .refine((value) => value >= min && value <= max, outOfBounds)
      .meta({ description: `${description}. Range: ${min} to ${shortly(max)}`, example })
  )
}

/** Fields that every builder has besides its own. */
export const builderFields = {
  from: NonZeroAddress.meta({
    id: 'Sender',
    ...names('Address that sends the transaction; by default the signed-in address', 'account'),
  }).optional(),
  chainId: z
    .union(
      [
        z.int({ error: 'must be a chain id' }),
        z
          .string()
          .regex(/^[1-9][0-9]{0,15}$/, { error: 'must be a chain id' })
          .transform(Number),
      ],
      { error: 'must be a chain id' },
    )
    .meta({
      id: 'ExpectedChainId',
      description: 'Expected chain id: the request is refused if this deployment serves another chain',
      example: 31337,
    })
    .optional(),
  /** The pipeline applies it, as `minBlock` of a query: no handler sees another meaning of it. */
  minBlock: bodyInteger({
    min: 0n,
    max: 2n ** 53n - 1n,
    example: '200',
    description:
      'Oldest block to answer as of, for example that of your transaction. If no node has reached it, the answer is 503 behind_requested_block',
  })
    .optional()
    .meta({ id: 'MinBlock' }),
} as const

/** Fields of a builder whose transaction pays a contract that the body names, or lets it spend. */
export const payingFields = {
  ...builderFields,
  allowUnproven: z
    .boolean()
    .meta({
      id: 'AllowUnproven',
      description:
        'true: builds although nothing proves the contract; the issue contract_not_proven then stays. For people who know the contract',
      example: false,
    })
    .optional(),
} as const

const Arguments = z.record(z.string(), z.unknown()).meta({
  description: 'Arguments by name, decoded from `data`; integers are decimal strings',
  type: 'object',
  additionalProperties: true,
})

const callFields = {
  to: EvmAddress,
  data: Hex.min(10).meta({ description: 'Calldata', example: '0xa69df4b5' }),
  value: Amount.meta({ description: 'Wei to send with the call', example: '0' }),
  function: z.string().meta({ description: 'Signature of the function', example: 'lock(address,uint256,uint256)' }),
  args: Arguments,
  description: z
    .string()
    .describe(
      'One sentence about the call, made from the decoded arguments; for the action of a build, then one about its effects for each account. Amounts in whole tokens if the decimals are known',
    ),
} as const

export const UnsignedApproval = z.object(callFields).meta({ id: 'UnsignedApproval' })

export const WalletSendCalls = z
  .object({
    version: z.literal('2.0.0').meta({ description: 'Version of wallet_sendCalls', type: 'string', enum: ['2.0.0'] }),
    chainId: Quantity.meta({ description: 'Chain id in hex', example: '0x7a69' }),
    from: EvmAddress.describe('Sender of the calls'),
    id: z
      .string()
      .regex(/^0x[0-9a-f]{64}$/)
      .optional()
      .meta({
        description:
          'Id of the calls; present only with an Idempotency-Key. It depends on caller, key, operation and body alone, so a second build has the same id. A wallet refuses an id that it has already (error 5720)',
        example: `0x${'5a'.repeat(32)}`,
      }),
    atomicRequired: z.boolean().describe('true: the wallet must execute all calls or none of them'),
    calls: z
      .array(
        z.object({
          to: EvmAddress.describe('Contract to call'),
          data: Hex.describe('Calldata'),
          value: Quantity.describe('Wei to send with the call, in hex'),
        }),
      )
      .describe('The calls, in order'),
    capabilities: z
      .object({
        paymasterService: z
          .object({
            url: z
              .string()
              .meta({ description: 'URL of the paymaster', example: 'https://api.example.com/api/paymaster' }),
            optional: z.literal(true).meta({
              description: 'The wallet may send the calls without the paymaster',
              type: 'boolean',
              enum: [true],
            }),
          })
          .describe('Paymaster that can pay for the gas (ERC-7677)'),
      })
      .optional()
      .describe(
        'Present if the paymaster of this deployment sponsors calls of this kind. Only a request to the paymaster shows whether it sponsors this sender',
      ),
  })
  .meta({
    id: 'WalletSendCalls',
    description:
      'Parameters of wallet_sendCalls (EIP-5792): approvals first, then the action. After sending, use getBuildStatus',
  })

/** The remedy of a decoded revert. */
export const REVERT_FIX = z.string().nullable().meta({
  description: 'What to do about the revert; `null` if no remedy is known',
  example: 'Create a lock with buildVetokenLock first.',
})

export const Simulation = z
  .object({
    status: z
      .enum(['ok', 'revert', 'unavailable'])
      .describe(
        'ok: no call reverts. revert: a call reverts, see `error`. unavailable: no node could run the simulation, so its result is unknown',
      ),
    blockNumber: Amount.nullable().describe(
      'Block after which the calls were simulated; `null` if the simulation is unavailable',
    ),
    gas: Amount.optional().describe(
      'Gas that all calls used together. Not a gas limit: add a margin. Absent if the node does not report it',
    ),
    gasByCall: z
      .array(Amount)
      .optional()
      .describe('Gas that each of `calls.calls` used; absent if the node does not report it'),
    error: z
      .object({
        call: z.int().describe('Index in `calls.calls` of the first call that reverts'),
        name: z.string().nullable().meta({
          description: 'Name of the custom error, or Error or Panic; `null` if the contract returned no known error',
          example: 'AlreadyLocked',
        }),
        args: Arguments,
        message: z.string().describe('Why the call reverts, as text for people'),
        fix: REVERT_FIX,
      })
      .optional()
      .describe('Why the calls revert; absent unless `status` is revert'),
  })
  .meta({ id: 'Simulation', description: 'Result of simulating the calls in order' })

export const UnsignedCalldata = z
  .looseObject({
    ...callFields,
    chainId: z.int().meta({ description: 'EIP-155 chain id of the transaction', example: 31337 }),
    from: EvmAddress.describe('Sender that the call was checked and simulated for'),
    approvals: z
      .array(UnsignedApproval)
      .describe(
        'Calls to send before this one, in this order; empty if none is needed. They approve no more than the call can spend (after an approval of zero if the token requires it), or claim voting power',
      ),
    calls: WalletSendCalls,
    reviewUrl: z.string().nullable().meta({
      description:
        'Page of this host on which a person builds this again from its arguments, checks it, and sends it with their wallet. The arguments are in the fragment: nothing is stored. `null` if it would have more than 2000 characters, or unless a builder answers',
      example:
        'https://api.example.com/review#buildVetokenUnlock:eyJmcm9tIjoiMHg3MDk5Nzk3MEM1MTgxMmRjM0EwMTBDN2QwMWI1MGUwZDE3ZGM3OUM4In0',
    }),
    issues: z
      .array(BuildIssue)
      .describe(
        'Why sending this now would fail or lose money; empty if no reason is known. If the simulation is ok, predictions of a revert are in `warnings` instead',
      ),
    simulation: Simulation,
    effects: z
      .array(Effect)
      .nullable()
      .describe(
        'Changes by the calls, from the simulation, for the sender and for the other accounts of the request; gas is not part of it. Empty if they change no such amount; `null` if that could not be determined, see `effectsUnavailable`',
      ),
    effectsUnavailable: z.string().nullable().meta({
      description: 'Why `effects` is `null`; `null` unless it is',
      example: null,
    }),
    asOf: AsOf.nullable().describe('Block that issues and approvals are as of; `null` if no node answered'),
    expiresAt: expiresAt(
      `the start or end of the auction, epoch or lock, or the deadline in the calldata; without these, ${STALE_SECONDS.build} seconds after the block of asOf`,
      '. `null` if no node answered',
    ),
    warnings: z.array(z.string()).describe('What to know before you sign; no warning makes the call fail'),
  })
  .meta({ id: 'UnsignedCalldata', description: 'An unsigned transaction to check, sign and send' })

import { z } from '@hono/zod-openapi'
import { Amount, AsOf, EvmAddress } from './common.ts'
import { expiresAt, STALE_SECONDS } from './expiry.ts'

const Hex = z.string().regex(/^0x([0-9a-f]{2})*$/)
/** Hexadecimal without leading zeros, as JSON-RPC has it. */
const Quantity = z.string().regex(/^0x(0|[1-9a-f][0-9a-f]*)$/)

/** An address that something is sent to or done for: the zero address is refused. */
export const NonZeroAddress = EvmAddress.refine((address) => !/^0x0{40}$/.test(address), {
  error: 'must not be the zero address',
})

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
  /** What follows the bounds in the message about a value outside them. */
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
      .openapi({ description: `${description}. Range: ${min} to ${shortly(max)}`, example })
  )
}

/** Fields that every builder has besides its own. */
export const builderFields = {
  from: NonZeroAddress.openapi('Sender', {
    description: 'Address that sends the transaction; by default the signed-in address',
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
    .openapi('ExpectedChainId', {
      description: 'Expected chain id: the request is refused if this deployment serves another chain',
      example: 31337,
    })
    .optional(),
} as const

/** Why a transaction may fail, by the `code` of the issue. */
export const ISSUES = {
  chain_unreachable:
    'No node answered, so balances, allowances and the rules of the contract were not checked; build again before you send',
  would_revert: 'The simulation reverts, and no other issue explains why; see simulation.error',
  insufficient_balance: 'The balance of the sender is less than the call spends',
  already_locked: 'The sender already has a lock, and an address has at most one',
  no_lock: 'The sender has no lock',
  lock_expired: 'The lock of the sender has ended',
  lock_not_expired: 'The lock has not ended, so its tokens cannot be withdrawn yet',
  invalid_duration_now: 'The end of the lock, rounded down to a week, is less than a week away',
  lock_too_long: 'The end of the lock is more than 126144000 seconds (four years) away',
  end_not_later: 'The new end, rounded down to a week, is not after the current end',
  voting_not_started: 'The first epoch of the gauge has not begun',
  vote_frozen: 'The gauge accepts no votes for the rest of the epoch',
  lock_too_recent: 'The lock was created, extended or increased less than seven days ago',
  utility_not_configured: 'The gauge has no utility contract, and accepts no votes without one',
  utility_not_claimed: 'The sender has not claimed voting power for votes',
  no_voting_power: 'The sender has no voting power that it can use for votes',
  lock_expires_before_epoch_end: 'The lock of the sender ends before the epoch ends',
  vault_not_eligible: 'The vault cannot receive votes now',
  weights_too_large: 'A weight times the voting power exceeds 256 bits',
  weight_too_small: 'The share of a vault in the voting power rounds down to zero',
  auction_not_started: 'The auction does not accept bids yet',
  tokens_not_received: 'The auction has not received the tokens that it sells',
  auction_over: 'The auction has ended and no longer accepts bids',
  auction_sold_out: 'The auction has sold its whole supply',
  price_not_above_clearing: 'The price of the bid is not above the clearing price',
  price_too_high: 'The price of the bid is above the highest price that the auction accepts',
  invalid_tick_hint: 'prevTickPriceQ96 is not a price that has been bid, or is not below the price of this bid',
  not_owner: 'Only the owner of the contract may send this call',
  function_not_in_contract: 'The contract has no such function in its code',
  invalid_lp_vault: 'The tokens of the LP vault are not the creator coin and the USDC of the strategy',
  invalid_swap_pool: 'The tokens of the pool are not the creator coin and the USDC of the strategy',
  lp_shares_outstanding: 'The strategy still holds shares of its current LP vault',
  strategy_active: 'An active strategy does not release creator coins, USDC or LP vault shares; deactivate it first',
  strategy_balance_too_low: 'The strategy holds less than the call withdraws',
  valuation_unavailable: 'The strategy reports a value of zero, or cannot report its value',
  rebalance_too_early: 'The period of the LP vault has not passed since its last rebalance',
  not_rebalance_delegate: 'Only the manager and the rebalance delegate of the LP vault may rebalance it',
  not_manager: 'Only the manager of the LP vault may send this call',
  borrower_not_sender: 'Only the borrower may borrow and withdraw collateral',
  insufficient_liquidity: 'The lending pool holds less than the amount to borrow',
  loan_in_auction: 'The loan is being liquidated, and its borrower cannot change it until that ends',
  amount_below_scale: 'The amount is less than one base unit of the token, so the pool rounds it to zero',
  no_debt: 'The borrower has no debt in the pool',
  debt_is_dust: 'The remaining debt would be less than one base unit of the token',
  debt_below_minimum: 'The debt would be less than a tenth of the average loan of the pool',
  limit_price_exceeded: 'The lowest utilized price of the pool is, or would become, lower than the limit',
  under_collateralized: 'The collateral would be worth less than 104 % of the debt at the lowest utilized price',
  insufficient_collateral: 'The loan has less collateral than the call withdraws, or the rest would not cover the debt',
  not_admin: 'Only the admin of the contract may send this call',
  agent_not_found: 'The identity registry has no agent with this id',
  self_feedback:
    'The sender owns or operates the agent, and the reputation registry accepts no feedback from its owner or operators',
  feedback_not_found: 'The client has given this agent no feedback with this index',
  feedback_already_revoked: 'The feedback has already been revoked',
  registry_mismatch:
    'The reputation registry refers to another identity registry than this deployment, where the id may name another agent; sending would succeed',
  trend_already_deployed: 'The factory has already deployed a trend coin with this ticker',
  invalid_trend_ticker: 'The factory does not accept this ticker',
  limit_not_met: 'At this block the trade returns less, or costs more, than limitAmount allows',
  limit_far_from_quote:
    'limitAmount allows a result more than 5 % worse than at this block, and others can take the difference by trading around it; sending would succeed',
  transfer_fee: 'The token deducts a fee from transfers, so the recipient gets less than the requested minimum',
  not_agent_operator: 'Only the owner and the operators of the agent may send this call',
} as const satisfies Record<string, string>

const isCode = (code: string): code is keyof typeof ISSUES => Object.hasOwn(ISSUES, code)

export const BuildIssue = z
  .looseObject({
    code: z.enum(Object.keys(ISSUES).filter(isCode)).openapi({
      description: Object.entries(ISSUES)
        .map(([code, meaning]) => `${code}: ${meaning}`)
        .join('. '),
    }),
    message: z
      .string()
      .openapi({ description: 'What is wrong and what to do, with the values that were read from the chain' }),
    reverts: z.string().optional().openapi({
      description: 'Custom error or revert text that the call would revert with',
      example: 'AlreadyLocked',
    }),
  })
  .openapi('BuildIssue')
export type Issue = z.output<typeof BuildIssue>

const Arguments = z.record(z.string(), z.unknown()).openapi({
  description: 'Arguments by name, decoded from `data`; integers are decimal strings',
  type: 'object',
  additionalProperties: true,
})

const callFields = {
  to: EvmAddress,
  data: Hex.min(10).openapi({ description: 'Calldata', example: '0xa69df4b5' }),
  value: Amount.openapi({ description: 'Wei to send with the call', example: '0' }),
  function: z.string().openapi({ description: 'Signature of the function', example: 'lock(address,uint256,uint256)' }),
  args: Arguments,
  description: z.string().openapi({
    description:
      'One sentence about the call, made from the decoded arguments; amounts in whole tokens if the decimals are known',
  }),
} as const

export const UnsignedApproval = z.object(callFields).openapi('UnsignedApproval')

export const WalletSendCalls = z
  .object({
    version: z
      .literal('2.0.0')
      .openapi({ description: 'Version of wallet_sendCalls', type: 'string', enum: ['2.0.0'] }),
    chainId: Quantity.openapi({ description: 'Chain id in hex', example: '0x7a69' }),
    from: EvmAddress.openapi({ description: 'Sender of the calls' }),
    id: z
      .string()
      .regex(/^0x[0-9a-f]{64}$/)
      .optional()
      .openapi({
        description:
          'Id of the calls; present only with an Idempotency-Key. It depends on caller, key, operation and body alone, so a second build has the same id. A wallet refuses an id that it has already (error 5720)',
        example: `0x${'5a'.repeat(32)}`,
      }),
    atomicRequired: z.boolean().openapi({ description: 'true: the wallet must execute all calls or none of them' }),
    calls: z
      .array(
        z.object({
          to: EvmAddress.openapi({ description: 'Contract to call' }),
          data: Hex.openapi({ description: 'Calldata' }),
          value: Quantity.openapi({ description: 'Wei to send with the call, in hex' }),
        }),
      )
      .openapi({ description: 'The calls, in order' }),
    capabilities: z
      .object({
        paymasterService: z
          .object({
            url: z
              .string()
              .openapi({ description: 'URL of the paymaster', example: 'https://api.example.com/api/paymaster' }),
            optional: z.literal(true).openapi({
              description: 'The wallet may send the calls without the paymaster',
              type: 'boolean',
              enum: [true],
            }),
          })
          .openapi({ description: 'Paymaster that can pay for the gas (ERC-7677)' }),
      })
      .optional()
      .openapi({
        description:
          'Present if the paymaster of this deployment sponsors calls of this kind. Only a request to the paymaster shows whether it sponsors this sender',
      }),
  })
  .openapi('WalletSendCalls', {
    description:
      'Parameters of wallet_sendCalls (EIP-5792): approvals first, then the action. After sending, use getBuildStatus',
  })

/** The remedy of a decoded revert. */
export const REVERT_FIX = z.string().nullable().openapi({
  description: 'What to do about the revert; `null` if no remedy is known',
  example: 'Create a lock with buildVetokenLock first.',
})

export const Simulation = z
  .object({
    status: z.enum(['ok', 'revert', 'unavailable']).openapi({
      description:
        'ok: no call reverts. revert: a call reverts, see `error`. unavailable: no node could run the simulation, so its result is unknown',
    }),
    blockNumber: Amount.nullable().openapi({
      description: 'Block after which the calls were simulated; `null` if the simulation is unavailable',
    }),
    gas: Amount.optional().openapi({
      description:
        'Gas that all calls used together. Not a gas limit: add a margin. Absent if the node does not report it',
    }),
    gasByCall: z
      .array(Amount)
      .optional()
      .openapi({ description: 'Gas that each of `calls.calls` used; absent if the node does not report it' }),
    error: z
      .object({
        call: z.int().openapi({ description: 'Index in `calls.calls` of the first call that reverts' }),
        name: z.string().nullable().openapi({
          description: 'Name of the custom error, or Error or Panic; `null` if the contract returned no known error',
          example: 'AlreadyLocked',
        }),
        args: Arguments,
        message: z.string().openapi({ description: 'Why the call reverts, as text for people' }),
        fix: REVERT_FIX,
      })
      .optional()
      .openapi({ description: 'Why the calls revert; absent unless `status` is revert' }),
  })
  .openapi('Simulation', { description: 'Result of simulating the calls in order' })

export const UnsignedCalldata = z
  .looseObject({
    ...callFields,
    chainId: z.int().openapi({ description: 'EIP-155 chain id of the transaction', example: 31337 }),
    from: EvmAddress.openapi({ description: 'Sender that the call was checked and simulated for' }),
    approvals: z.array(UnsignedApproval).openapi({
      description:
        'Calls to send before this one, in this order; empty if none is needed. They approve no more than the call can spend (after an approval of zero if the token requires it), or claim voting power',
    }),
    calls: WalletSendCalls,
    issues: z.array(BuildIssue).openapi({
      description:
        'Why sending this now would fail or lose money; empty if no reason is known. If the simulation is ok, predictions of a revert are in `warnings` instead',
    }),
    simulation: Simulation,
    asOf: AsOf.nullable().openapi({
      description: 'Block that issues and approvals are as of; `null` if no node answered',
    }),
    expiresAt: expiresAt(
      `the start or end of the auction, epoch or lock, or the deadline in the calldata; without these, ${STALE_SECONDS.build} seconds after the block of asOf`,
      '. `null` if no node answered',
    ),
    warnings: z
      .array(z.string())
      .openapi({ description: 'What to know before you sign; no warning makes the call fail' }),
  })
  .openapi('UnsignedCalldata', {
    description: 'An unsigned transaction to check, sign and send',
  })

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

const NO_INTEGER = 'must be a decimal integer string, or a JSON integer within 2^53'

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
      .openapi({ description: `${description}; ${min} to ${max}`, example })
  )
}

/** Fields that every builder has besides its own. */
export const builderFields = {
  from: NonZeroAddress.openapi('Sender', {
    description: 'Address that will send the transaction; the one that is signed in by default',
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
      description: 'The request is refused if this is not the chain that is served',
      example: 31337,
    })
    .optional(),
} as const

/** Why a transaction may fail, by the `code` of the issue. */
export const ISSUES = {
  chain_unreachable:
    'No node answered, so nothing was checked: neither balances, nor approvals, nor whether the contract would refuse the call; build again before sending',
  would_revert: 'The simulation reverts for a reason that no other issue explains',
  insufficient_balance: 'The sender holds less than the call spends',
  already_locked: 'The sender already has a lock',
  no_lock: 'The sender has no lock',
  lock_expired: 'The lock has ended',
  lock_not_expired: 'The lock has not ended',
  invalid_duration_now: 'The end, rounded down to a week, is less than a week away',
  lock_too_long: 'The end is more than 126144000 seconds away',
  end_not_later: 'The new end, rounded down to a week, is not after the current one',
  voting_not_started: 'The first epoch of the gauge has not begun',
  vote_frozen: 'The gauge does not accept votes for the rest of the epoch',
  lock_too_recent: 'The lock was created, extended or increased less than seven days ago',
  utility_not_configured: 'The gauge has no utility contract, and does not accept votes without one',
  utility_not_claimed: 'No voting power has been claimed for votes',
  no_voting_power: 'The sender has no power to vote with',
  lock_expires_before_epoch_end: 'The lock ends before the epoch does',
  vault_not_eligible: 'The vault cannot receive votes now',
  weights_too_large: 'A weight times the voting power exceeds 256 bits',
  weight_too_small: 'A vault’s part of the voting power rounds down to nothing',
  auction_not_started: 'The auction does not accept bids yet',
  tokens_not_received: 'The auction has not received the tokens that it is to sell',
  auction_over: 'The auction no longer accepts bids',
  auction_sold_out: 'The auction has nothing left to sell',
  price_not_above_clearing: 'The price is not above what the tokens cost now',
  price_too_high: 'The price is above the highest that the auction accepts',
  invalid_tick_hint: 'prevTickPriceQ96 is not a price that has been bid, or is not below the price of the bid',
  not_owner: 'Only the owner of the contract may send this call',
  function_not_in_contract: 'The code of the contract does not contain the function',
  invalid_lp_vault: 'The LP vault is not one of the strategy’s coin and dollars',
  invalid_swap_pool: 'The pool is not one of the strategy’s coin and dollars',
  lp_shares_outstanding: 'The strategy still holds shares of its current LP vault',
  strategy_active: 'An active strategy does not pay out coins, dollars or LP shares; make it inactive first',
  strategy_balance_too_low: 'The strategy holds less than the call withdraws',
  valuation_unavailable: 'The strategy is worth nothing, or cannot report its value',
  rebalance_too_early: 'The LP vault was rebalanced a short while ago',
  not_rebalance_delegate: 'Only the manager and the rebalance delegate of the LP vault may rebalance it',
  not_manager: 'Only the manager of the LP vault may send this call',
  borrower_not_sender: 'Only the borrower may borrow and take collateral back',
  insufficient_liquidity: 'The lending pool holds less than the amount to borrow',
  loan_in_auction: 'The loan is being liquidated, which closes it to its borrower',
  amount_below_scale: 'The amount is less than a base unit of the token, so the pool rounds it to zero',
  no_debt: 'The borrower owes the pool nothing',
  debt_is_dust: 'What would remain of the debt is less than a base unit of the token',
  debt_below_minimum: 'The debt would be less than a tenth of the average loan of the pool',
  limit_price_exceeded: 'The lowest utilized price is or would be below the limit',
  under_collateralized: 'The collateral would be worth less than 104 % of the debt at the lowest utilized price',
  insufficient_collateral: 'The loan does not have the collateral that is to be taken out, or still needs it',
  not_admin: 'Only the admin of the contract may send this call',
  agent_not_found: 'The identity registry has no agent with this id',
  self_feedback: 'The sender owns or operates the agent, whose registry does not accept feedback from itself',
  feedback_not_found: 'The client has not given this agent feedback with this index',
  feedback_already_revoked: 'The feedback has already been revoked',
  registry_mismatch:
    'The reputation registry is about the agents of another identity registry than the one that is served; sending would succeed',
  trend_already_deployed: 'The factory has already deployed a coin with this ticker',
  invalid_trend_ticker: 'The factory does not accept this ticker',
  limit_not_met: 'At this block the trade gives less, or costs more, than its limit allows',
  limit_far_from_quote:
    'limitAmount lies more than 5 % beyond what the trade gives or costs at this block, which others can take by trading around it; sending would succeed',
  transfer_fee:
    'The token keeps a part of what is transferred, so the recipient gets less than the least that was asked for',
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
    message: z.string().openapi({ description: 'What is wrong and what to do, with the values that were read' }),
    reverts: z.string().optional().openapi({
      description: 'Custom error or text with which the call would revert',
      example: 'AlreadyLocked',
    }),
  })
  .openapi('BuildIssue')
export type Issue = z.output<typeof BuildIssue>

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
    version: z
      .literal('2.0.0')
      .openapi({ description: 'Version of wallet_sendCalls', type: 'string', enum: ['2.0.0'] }),
    chainId: Quantity.openapi({ description: 'Chain id in hex', example: '0x7a69' }),
    from: EvmAddress.openapi({ description: 'The sender' }),
    id: z
      .string()
      .regex(/^0x[0-9a-f]{64}$/)
      .optional()
      .openapi({
        description:
          'Present with an Idempotency-Key: the same for the same caller, key, operation and body, whatever the chain says meanwhile. A wallet that has the id already refuses it (error 5720)',
        example: `0x${'5a'.repeat(32)}`,
      }),
    atomicRequired: z.boolean().openapi({ description: 'Whether the calls must all happen or none of them' }),
    calls: z.array(
      z.object({
        to: EvmAddress.openapi({ description: 'Contract that the call goes to' }),
        data: Hex.openapi({ description: 'Calldata' }),
        value: Quantity.openapi({ description: 'Wei to send along, in hex' }),
      }),
    ),
    capabilities: z
      .object({
        paymasterService: z
          .object({
            url: z.string().openapi({ description: 'The paymaster', example: 'https://api.example.com/api/paymaster' }),
            optional: z
              .literal(true)
              .openapi({ description: 'The wallet may do without it', type: 'boolean', enum: [true] }),
          })
          .openapi({ description: 'Who would pay for the gas (ERC-7677)' }),
      })
      .optional()
      .openapi({
        description:
          'Present if these calls are of a kind that the paymaster of this deployment sponsors; whether it does for this sender, it says itself',
      }),
  })
  .openapi('WalletSendCalls', {
    description: 'Parameters of wallet_sendCalls (EIP-5792): approvals first, then the action',
  })

/** What follows from a revert, wherever one is decoded. */
export const REVERT_FIX = z.string().nullable().openapi({
  description: 'What to do about it; null where only the contract says',
  example: 'Create a lock with buildVetokenLock first.',
})

export const Simulation = z
  .object({
    status: z
      .enum(['ok', 'revert', 'unavailable'])
      .openapi({ description: 'unavailable: no node could run it; nothing is known' }),
    blockNumber: Amount.nullable().openapi({ description: 'The sequence was run on the state after this block' }),
    gas: Amount.optional().openapi({
      description:
        'Gas that the whole sequence used, not a limit: leave room above it; absent if the node does not report it',
    }),
    gasByCall: z.array(Amount).optional().openapi({ description: 'The same for each of `calls.calls`' }),
    error: z
      .object({
        call: z.int().openapi({ description: 'Index in `calls.calls` of the first call that reverts' }),
        name: z.string().nullable().openapi({
          description: 'Custom error, or Error or Panic; null if the contract gives no known reason',
          example: 'AlreadyLocked',
        }),
        args: Arguments,
        message: z.string().openapi({ description: 'Why the call reverts, for people' }),
        fix: REVERT_FIX,
      })
      .optional(),
  })
  .openapi('Simulation')

export const UnsignedCalldata = z
  .looseObject({
    ...callFields,
    chainId: z.int().openapi({ description: 'EIP-155 chain id that the transaction is for', example: 31337 }),
    from: EvmAddress.openapi({ description: 'The sender for whom it was checked and simulated' }),
    approvals: z.array(UnsignedApproval).openapi({
      description:
        'Calls that must come first, in order: approvals for exactly the amount needed, each preceded by one of zero if the token requires that, or a claim of voting power; empty if nothing is missing',
    }),
    calls: WalletSendCalls,
    issues: z.array(BuildIssue).openapi({
      description:
        'Why sending this now would fail, or lose money that it need not; empty if nothing is known against it. If the simulation is ok, no issue says that the call reverts: objections based on the rules of other contracts of its kind are then among the warnings',
    }),
    simulation: Simulation,
    asOf: AsOf.nullable().openapi({
      description: 'Block at which issues and approvals were determined; null when no node answered',
    }),
    expiresAt: expiresAt(
      `the start or end of what the call takes part in (an auction, an epoch, a lock), or the deadline in its calldata; without one, ${STALE_SECONDS.build} seconds after the block of asOf, since balances, allowances and settings may change with any block`,
    ),
    warnings: z
      .array(z.string())
      .openapi({ description: 'What to know before signing; none of it makes the call fail' }),
  })
  .openapi('UnsignedCalldata', { description: 'A transaction to check, sign and send. The server does not submit it.' })

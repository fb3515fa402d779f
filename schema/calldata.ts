import { z } from '@hono/zod-openapi'
import { Amount, AsOf, EvmAddress } from './common.ts'

const Hex = z.string().regex(/^0x([0-9a-f]{2})*$/)
/** Hexadecimal without leading zeros, as JSON-RPC has it. */
const Quantity = z.string().regex(/^0x(0|[1-9a-f][0-9a-f]*)$/)

/** An address that something is sent to or done for: the zero address is refused. */
export const NonZeroAddress = EvmAddress.refine((address) => !/^0x0{40}$/.test(address), {
  error: 'must not be the zero address',
})

const NO_INTEGER = 'must be a decimal integer string, or a JSON integer within 2^53'

/** An integer of a request body as bigint: a decimal string, or a JSON integer within 2^53, between the bounds. */
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
  /** What follows the bounds where a value is out of them. */
  hint?: string
}) => {
  const outOfBounds = { error: `must be between ${min} and ${max}${hint}` }
  return (
    z
      // A union hands on what one of its kinds says of a value, so that each kind must say it well.
      .union(
        [
          z.string().regex(/^(0|[1-9][0-9]{0,77})$/, { error: NO_INTEGER }),
          z.int({ error: NO_INTEGER }).min(0, outOfBounds),
        ],
        { error: (issue) => (issue.input === undefined ? 'is required' : NO_INTEGER) },
      )
      .transform(BigInt)
      .refine((value) => value >= min && value <= max, outOfBounds)
      .openapi({ description: `${description}; ${min} to ${max}`, example })
  )
}

/** What every builder takes beside its own fields. */
export const builderFields = {
  from: NonZeroAddress.optional().openapi({
    description: 'Address that will send the transaction; by default the one that is signed in',
  }),
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
  voting_not_started: 'The first epoch of the gauge has not begun',
  vote_frozen: 'The gauge takes no votes for the rest of the epoch',
  lock_too_recent: 'The lock was made, extended or increased less than seven days ago',
  utility_not_configured: 'The gauge has no utility contract, and takes no votes without',
  utility_not_claimed: 'No voting power was claimed for votes',
  no_voting_power: 'The sender has no power to vote with',
  lock_expires_before_epoch_end: 'The lock ends before the epoch does',
  vault_not_eligible: 'The vault can receive no votes now',
  weights_too_large: 'A weight times the voting power is over 256 bits',
  weight_too_small: 'Nothing of the voting power is left for a vault after rounding down',
  auction_not_started: 'The auction takes no bids yet',
  tokens_not_received: 'The auction has not been given the tokens that it is to sell',
  auction_over: 'The auction takes no bids any more',
  auction_sold_out: 'The auction has nothing left to sell',
  price_not_above_clearing: 'The price is not above what the tokens cost now',
  price_too_high: 'The price is above the highest one that the auction takes',
  invalid_tick_hint: 'prevTickPriceQ96 is no price that somebody bid, or is not below the price of the bid',
  not_owner: 'Only the owner of the contract may send it',
  function_not_in_contract: 'The code of the contract does not have the function',
  invalid_lp_vault: 'That is no vault of the strategy’s coin and dollars',
  invalid_swap_pool: 'That is no pool of the strategy’s coin and dollars',
  lp_shares_outstanding: 'The strategy still holds shares of its present LP vault',
  strategy_active: 'An active strategy gives out neither coins, dollars nor LP shares; make it inactive first',
  strategy_balance_too_low: 'The strategy holds less than the call takes out',
  valuation_unavailable: 'The strategy is worth nothing, or cannot tell what it is worth',
  rebalance_too_early: 'The LP vault was rebalanced a short while ago',
  not_rebalance_delegate: 'Only the manager and the rebalance delegate of the LP vault may rebalance it',
  not_manager: 'Only the manager of the LP vault may send it',
  borrower_not_sender: 'Only the borrower may borrow and take collateral back',
  insufficient_liquidity: 'The lending pool has less than is to be borrowed',
  loan_in_auction: 'The loan is being liquidated, which closes it to its borrower',
  amount_below_scale: 'The amount is less than a base unit of the token, so that the pool rounds it to nothing',
  no_debt: 'The borrower owes the pool nothing',
  debt_is_dust: 'What would remain of the debt is less than a base unit of the token',
  debt_below_minimum: 'The debt would be less than a tenth of what the loans of the pool are on average',
  limit_price_exceeded: 'The lowest utilized price is or would be below the limit',
  under_collateralized: 'The collateral would be worth less than 104 % of the debt at the lowest utilized price',
  insufficient_collateral: 'The loan does not have, or needs, the collateral that is to be taken out',
  not_admin: 'Only the admin of the contract may send it',
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
      description: 'Custom error, or the text, with which the call would revert',
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
    chainId: Quantity.openapi({ description: 'Chain id in hex', example: '0x2105' }),
    from: EvmAddress.openapi({ description: 'The sender' }),
    atomicRequired: z.boolean().openapi({ description: 'Whether the calls must happen all or none' }),
    calls: z.array(
      z.object({
        to: EvmAddress.openapi({ description: 'Contract that the call goes to' }),
        data: Hex.openapi({ description: 'Calldata' }),
        value: Quantity.openapi({ description: 'Wei to send along, in hex' }),
      }),
    ),
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
        message: z.string().openapi({ description: 'Why the call reverts, for people' }),
      })
      .optional(),
  })
  .openapi('Simulation')

export const UnsignedCalldata = z
  .looseObject({
    ...callFields,
    chainId: z.int().openapi({ description: 'EIP-155 chain id that the transaction is for', example: 8453 }),
    from: EvmAddress.openapi({ description: 'The sender for whom it was checked and simulated' }),
    approvals: z.array(UnsignedApproval).openapi({
      description:
        'Calls that must come first, in order: approvals for exactly the amount that is needed, after one of zero where the token requires that, a claim of voting power; empty where nothing is missing',
    }),
    calls: WalletSendCalls,
    issues: z.array(BuildIssue).openapi({
      description:
        'Why sending this now would fail; empty when nothing is known against it. Where the simulation is ok none says that the call reverts: what speaks against it by the rules of other contracts of its kind is among the warnings',
    }),
    simulation: Simulation,
    asOf: AsOf.nullable().openapi({
      description: 'Block at which issues and approvals were determined; null when no node answered',
    }),
    warnings: z
      .array(z.string())
      .openapi({ description: 'What to know before signing; none of it makes the call fail' }),
  })
  .openapi('UnsignedCalldata', { description: 'A transaction to check, sign and send. The server does not submit it.' })

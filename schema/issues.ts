import * as z from 'zod'
import { codeOf } from './fields.ts'

/** Why a transaction may fail, by the `code` of the issue. */
export const ISSUES = {
  chain_unreachable:
    'No node answered, so balances, allowances and the rules of the contract were not checked; build again before you send',
  contract_not_proven:
    'Nothing that this deployment trusts names the contract, so it may be anybody’s; sending can succeed and lose what moves',
  token_not_listed:
    'Neither the registry nor the configuration names the token, so it may be worthless or imitate another; sending would succeed',
  unexpected_effect:
    'The simulation changes something that the request does not explain, for example a transfer to somebody else or a larger allowance; do not send it',
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
  bid_not_found: 'The auction has no bid with this id',
  bid_already_exited: 'The bid has exited',
  bid_not_exited: 'The bid has to exit before its tokens can be claimed',
  bids_of_several_owners: 'One claim pays one owner, and the bids belong to several',
  auction_not_over: 'The bid is not outbid, so it can exit only after the auction',
  outbid_not_recorded: 'The bid is outbid, but the auction has not recorded that yet; its next bid does',
  auction_not_graduated: 'The auction has not raised its minimum',
  claim_not_open: 'The block from which tokens can be claimed has not come',
  invalid_tick_hint: '`prevTickPriceQ96` is not a price that has been bid, or is not below the price of this bid',
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
  limit_not_met: 'At this block the trade returns less, or costs more, than `limitAmount` allows',
  limit_far_from_quote:
    '`limitAmount` allows a result more than 5 % worse than at this block, and others can take the difference by trading around it; sending would succeed',
  transfer_fee: 'The token deducts a fee from transfers, so the recipient gets less than the requested minimum',
  not_agent_operator: 'Only the owner and the operators of the agent may send this call',
} as const satisfies Record<string, string>

export const BuildIssue = z
  .looseObject({
    code: codeOf(ISSUES),
    message: z.string().describe('What is wrong and what to do, with the values that were read from the chain'),
    reverts: z.string().optional().meta({
      description: 'Custom error or revert text that the call would revert with',
      example: 'AlreadyLocked',
    }),
  })
  .meta({ id: 'BuildIssue' })
export type Issue = z.output<typeof BuildIssue>

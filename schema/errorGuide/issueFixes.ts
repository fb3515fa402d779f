import type { WaitCode } from '../context/actions.ts'
import type { ISSUES } from '../issues.ts'

/** A code of an issue of a build, of a reason why an action waits, or of a reason why a user cannot vote. */
export type IssueCode = keyof typeof ISSUES | WaitCode

/** Instructions for each such code: the operation that mends it, or the event to wait for. Reverts of contracts have the same ones. */
export const ISSUE_FIXES: Readonly<Record<IssueCode, string>> = {
  chain_unreachable: 'Build again before you send. getStatus says whether nodes answer.',
  contract_not_proven: 'Use a contract that resolveName returns, or compare the address with a source that you trust.',
  token_not_listed: 'Use a token that resolveName returns, or compare the address with a source that you trust.',
  would_revert: 'Read `simulation.error` with its `fix`, change the arguments, and build again.',
  insufficient_balance: 'Get more of the token, or send a smaller amount.',
  already_locked: 'Add to the lock with buildVetokenIncrease, or extend it with buildVetokenExtend.',
  no_lock: 'Create a lock with buildVetokenLock first.',
  lock_expired: 'Extend the lock with buildVetokenExtend, or withdraw it with buildVetokenUnlock.',
  lock_not_expired: 'Wait for the end of the lock, which getVetokenUser reports; then use buildVetokenUnlock.',
  invalid_duration_now: 'Choose an end that is between a week and four years after the transaction is mined.',
  lock_too_long: 'Choose an end that is at most four years after the transaction is mined.',
  end_not_later: 'Choose an end after the current one, which getVetokenUser reports.',
  voting_not_started: 'Wait for the first epoch; getGaugeEpoch reports when it begins.',
  vote_frozen: 'Vote in the next epoch; getGaugeEpoch reports when it begins.',
  lock_too_recent:
    'Wait until the lock has not changed for seven days, as getGaugeUserVotes reports; extending it starts that again.',
  utility_not_configured: 'Wait until the gauge has a utility contract; nobody can vote before.',
  utility_not_claimed: 'Claim the voting power: buildGaugeVote with `claim` "needed" does that before the vote.',
  no_voting_power: 'Lock share tokens with buildVetokenLock, or extend the lock with buildVetokenExtend.',
  lock_expires_before_epoch_end:
    'Extend the lock beyond the end of the epoch with buildVetokenExtend, then wait seven days.',
  vault_not_eligible: 'Vote for vaults that listGaugeVaults lists.',
  weights_too_large: 'Divide all weights by the same number: only their ratio counts.',
  weight_too_small: 'Give the vault a larger weight, or omit it.',
  auction_not_started: 'Bid from the first block of the auction on, which getAuctionStatus reports.',
  tokens_not_received: 'Wait until the auction has received the tokens that it sells.',
  auction_over: 'The auction accepts no more bids. For its outcome use getAuctionStatus.',
  auction_sold_out: 'The auction has sold its whole supply. For its outcome use getAuctionStatus.',
  price_not_above_clearing: 'Bid at least `minBidPriceQ96` of a new build, which is above the clearing price.',
  price_too_high: 'Bid a lower price, at most the `maxBidPriceQ96` of getAuctionStatus.',
  bid_not_found: 'Use the id of a bid of this auction; getWalletContext returns those of a wallet.',
  bid_already_exited: 'Claim its tokens with buildAuctionClaimTokens; if it bought none, nothing is left to do.',
  bid_not_exited: 'Let the bid exit first, with buildAuctionExitBid.',
  bids_of_several_owners: 'Build a claim for the bids of each owner.',
  auction_not_over:
    'Let the bid exit after the end of the auction, or once the auction has recorded that it is outbid.',
  outbid_not_recorded:
    'Build the exit again after the next bid of the auction, which records it, or after the end of the auction.',
  auction_not_graduated:
    'Before the end, wait until the auction has raised its minimum. After it, buildAuctionExitBid refunds the budget.',
  claim_not_open: 'Claim from the claim block of the auction on; getAuctionStatus reports it.',
  invalid_tick_hint: 'Omit `prevTickPriceQ96` and `prevTickPrice`, and build the bid again.',
  bids_need_approval:
    'Build the bid with buildAuctionSubmitBid; its simulation has the decision of the validation hook.',
  not_owner: 'Send the call from the owner, which the issue names; if it is a contract, through that contract.',
  function_not_in_contract: 'Use another setting: this generation of the contract does not have this one.',
  invalid_lp_vault: 'Use an LP vault of the creator coin and USDC of the strategy.',
  invalid_swap_pool: 'Use a pool of the creator coin and USDC of the strategy.',
  lp_shares_outstanding: 'Withdraw the liquidity first, with buildLpOwnerEmergencyWithdrawFromLp.',
  strategy_active: 'Deactivate the strategy first, with buildLpSetActive.',
  strategy_balance_too_low: 'Withdraw at most the balance that the issue names.',
  valuation_unavailable: 'Wait until the strategy can report its value; getLpStrategy reports it.',
  rebalance_too_early: 'Wait until the period of the LP vault has passed since its last rebalance.',
  not_rebalance_delegate: 'Send the call from the manager or the rebalance delegate, which the issue names.',
  not_manager: 'Send the call from the manager, which the issue names; if it is a contract, through that contract.',
  borrower_not_sender: 'Send the call from the address of the borrower.',
  insufficient_liquidity: 'Borrow less; the pool does not hold this amount.',
  loan_in_auction: 'Wait until the liquidation of the loan has ended.',
  amount_below_scale: 'Send a larger amount: at least one base unit of the token.',
  no_debt: 'The borrower has no debt. To withdraw collateral use buildLendpoolRemoveCollateral.',
  debt_is_dust: 'Repay all of the debt, with "max".',
  debt_below_minimum: 'Leave no debt, or at least a tenth of the average loan of the pool.',
  limit_price_exceeded: 'Allow a lower price with a higher limitIndex, or wait until the price rises.',
  under_collateralized: 'Borrow less, or pledge more collateral.',
  insufficient_collateral: 'Withdraw less collateral, or repay more.',
  not_admin: 'Send the call from the admin, which the issue names; if it is a contract, through that contract.',
  agent_not_found: 'Use a registered agent; listPublicAgents lists them.',
  self_feedback: 'Give the feedback from an address that is neither owner nor operator of the agent.',
  feedback_not_found: 'Use an index of feedback that the client has given; getAgentFeedback lists it.',
  feedback_already_revoked: 'Nothing is left to do; the feedback is already revoked.',
  registry_mismatch: 'Use an agent of the identity registry that the reputation registry refers to.',
  trend_already_deployed: 'Choose another ticker.',
  invalid_trend_ticker: 'Choose a ticker of letters and digits, of a length that the message states.',
  limit_not_met: 'Build the swap again with a limit near the quote of quoteDex, or allow more slippage.',
  limit_far_from_quote: 'Set `limitAmount` near the quote of quoteDex, or omit it and set `slippageBps`.',
  transfer_fee: 'Lower the minimum by the fee that the token deducts, or trade another token.',
  not_agent_operator: 'Send the call from the owner or an operator of the agent.',
}

export const isIssueCode = (text: string): text is IssueCode => Object.hasOwn(ISSUE_FIXES, text)

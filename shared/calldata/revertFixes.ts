import { ISSUE_FIXES as OF } from '../../schema/errorGuide/issueFixes.ts'

const AGAIN = 'Build the call again, and send the new transaction.'
const NOT_YOURS = 'Send the call from the address that the contract requires; an issue of the build names it.'
const HOLD = OF.insufficient_balance
const APPROVE = 'Send the `approvals` of the build first, in their order.'

/** Fixes of reverts, by the name of the error; of `Error` by its text. */
const FIXES: Readonly<Record<string, string>> = {
  // Tokens and Permit2.
  ERC20InsufficientBalance: HOLD,
  ERC20InsufficientAllowance: APPROVE,
  ERC20InvalidReceiver: 'Use a recipient that is not the zero address.',
  InsufficientBalance: 'The contract has too little at hand: use a smaller amount, or try again later.',
  TransferFromFailed: `${HOLD} ${APPROVE}`,
  SafeERC20FailedOperation: `${HOLD} ${APPROVE}`,
  AllowanceExpired: `The Permit2 allowance has expired. ${AGAIN}`,
  InsufficientAllowance: APPROVE,
  SignatureExpired: 'Request a new signature, and send it before its deadline.',
  STF: `${HOLD} ${APPROVE}`,
  // Rights.
  OwnableUnauthorizedAccount: NOT_YOURS,
  NotAuthorized: NOT_YOURS,
  'Not authorized': NOT_YOURS,
  'Only owner or vault': NOT_YOURS,
  manager: NOT_YOURS,
  rebalanceDelegate: NOT_YOURS,
  // Locks.
  AlreadyLocked: OF.already_locked,
  NoExistingLock: OF.no_lock,
  InvalidToken: 'Lock the token that the vote escrow accepts: omit `token`.',
  InvalidLockDuration: OF.invalid_duration_now,
  LockDurationTooShort: OF.end_not_later,
  LockExpired: OF.lock_expired,
  LockNotExpired: OF.lock_not_expired,
  ZeroAmount: 'Send an amount above zero.',
  // Votes.
  VotingNotStarted: OF.voting_not_started,
  VoteFreezeWindow: OF.vote_frozen,
  LockTooRecent: OF.lock_too_recent,
  NoVotingPower: 'Lock share tokens, then claim the voting power: buildGaugeVote with claim "needed" does.',
  LockExpiresBeforeEpochEnd: OF.lock_expires_before_epoch_end,
  VaultNotWhitelisted: OF.vault_not_eligible,
  NormalizedWeightZero: OF.weight_too_small,
  UtilityNotConfigured: OF.utility_not_configured,
  // Bids.
  AuctionNotStarted: OF.auction_not_started,
  AuctionIsOver: OF.auction_over,
  AuctionSoldOut: OF.auction_sold_out,
  TokensNotReceived: OF.tokens_not_received,
  BidMustBeAboveClearingPrice: OF.price_not_above_clearing,
  InvalidBidPriceTooHigh: OF.price_too_high,
  TickPriceNotAtBoundary: 'Bid a multiple of the tick spacing; rounding "down" makes it one.',
  TickPreviousPriceInvalid: OF.invalid_tick_hint,
  BidIdDoesNotExist: OF.bid_not_found,
  BidAlreadyExited: OF.bid_already_exited,
  BidNotExited: OF.bid_not_exited,
  BatchClaimDifferentOwner: OF.bids_of_several_owners,
  CannotExitBid: 'Build the exit again with buildAuctionExitBid, which chooses the function.',
  CannotPartiallyExitBidBeforeEndBlock: 'Let the bid exit after the end of the auction.',
  CannotPartiallyExitBidBeforeGraduation: 'Wait until the auction has raised its minimum, or has ended.',
  InvalidLastFullyFilledCheckpointHint: 'Build the exit again with buildAuctionExitBid, which finds the checkpoints.',
  InvalidOutbidBlockCheckpointHint: 'Build the exit again with buildAuctionExitBid, which finds the checkpoints.',
  AuctionIsNotOver: OF.auction_not_over,
  NotClaimable: OF.claim_not_open,
  NotGraduated: 'The auction sold nothing. Let the bid exit, which refunds its budget.',
  ValidationHookCallFailed: 'The validation hook of the auction refused the bid; check its conditions and `hookData`.',
  InvalidAmount: 'Send the whole amount as the value of the call; the contract must not round it to zero.',
  // Loans.
  AmountLTMinDebt: OF.debt_below_minimum,
  AuctionActive: OF.loan_in_auction,
  BorrowerNotSender: OF.borrower_not_sender,
  BorrowerUnderCollateralized: OF.under_collateralized,
  DustAmountNotExceeded: OF.debt_is_dust,
  InsufficientCollateral: OF.insufficient_collateral,
  InsufficientLiquidity: OF.insufficient_liquidity,
  LimitIndexExceeded: OF.limit_price_exceeded,
  NoDebt: OF.no_debt,
  // Vaults.
  ZeroShares: OF.result_rounds_to_zero,
  Unauthorized: OF.not_whitelisted,
  VaultIsShutdown: OF.vault_shut_down,
  VaultNotNormal: OF.vault_not_normal,
  CcaAuctionDepositBlocked: 'Deposit after the auction of the vault has ended; getAuctionStatus reports it.',
  FirstDepositTooSmall: 'The vault is empty: its first deposit must be at least the minimum that the error names.',
  StrategyValuationNotReady: 'Wait until the strategies of the vault can report their value; getVaultStatus shows it.',
  WithdrawTooSoon: OF.withdrawal_too_soon,
  WrapperWithdrawTooSoon: OF.withdrawal_too_soon,
  LargeWithdrawalMustBeQueued: OF.withdrawal_must_be_queued,
  WithdrawalNotUnlocked: OF.withdrawal_not_unlocked,
  NoQueuedWithdrawal: OF.no_queued_withdrawal,
  QueuedWithdrawalReceiverMismatch: OF.queue_receiver_differs,
  AmountTooSmallToNormalize: OF.result_rounds_to_zero,
  // Strategies.
  InvalidCharmVault: OF.invalid_lp_vault,
  InvalidSwapPool: OF.invalid_swap_pool,
  CharmSharesOutstanding: OF.lp_shares_outstanding,
  EmergencyWithdrawRestrictedToken: OF.strategy_active,
  InvalidEmergencyWithdrawRecipient: 'Send to the creator vault of the strategy.',
  RebalanceValuationUnavailable: OF.valuation_unavailable,
  SlippageExceeded: 'Try again when the price has settled, or allow more slippage with buildLpSetParameters.',
  PE: OF.rebalance_too_early,
  // Trades.
  'Too little received': 'The price has moved. Build the swap again, or allow more slippage.',
  'Too much requested': 'The price has moved. Build the swap again, or allow more slippage.',
  'Transaction too old': `The deadline of the swap has passed. ${AGAIN}`,
  TransactionExpired: `The deadline of the call has passed. ${AGAIN}`,
  TickerAlreadyUsed: OF.trend_already_deployed,
  TickerInvalidCharacters: 'Choose a ticker of letters and digits.',
  TickerTooShort: 'Choose a longer ticker.',
  TickerTooLong: 'Choose a shorter ticker.',
  // Agents.
  ERC721NonexistentToken: OF.agent_not_found,
  'Self-feedback not allowed': OF.self_feedback,
  'index out of bounds': OF.feedback_not_found,
  'Already revoked': OF.feedback_already_revoked,
  // Contracts as such.
  Paused: 'Wait until the contract is no longer paused.',
  VaultPaused: 'Wait until the vault is no longer paused.',
  EnforcedPause: 'Wait until the contract is no longer paused.',
  Panic: 'Check the amounts, which may be too large: the arithmetic of the contract failed.',
}

/** Fix of a revert; null if only its contract defines it. */
export const fixOf = (name: string | null, text: string): string | null =>
  (name === 'Error' ? FIXES[text] : name === null ? undefined : FIXES[name]) ?? null

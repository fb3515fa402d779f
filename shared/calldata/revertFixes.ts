const AGAIN = 'Build the call again, and send the new transaction.'
const NOT_YOURS = 'Send the call from the address that the contract requires; an issue of the build names it.'
const HOLD = 'Get more of the token, or send a smaller amount.'
const APPROVE = 'Send the `approvals` of the build first, in their order.'

/** Fixes of reverts, by the name of the error; of `Error` by its text. */
const FIXES: Readonly<Record<string, string>> = {
  // Tokens and Permit2.
  ERC20InsufficientBalance: HOLD,
  ERC20InsufficientAllowance: APPROVE,
  ERC20InvalidReceiver: 'Use a recipient that is not the zero address.',
  InsufficientBalance: 'Get more of the native currency, or send a smaller value.',
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
  AlreadyLocked: 'Add to the lock with buildVetokenIncrease, or extend it with buildVetokenExtend.',
  NoExistingLock: 'Create a lock with buildVetokenLock first.',
  InvalidToken: 'Lock the token that the vote escrow accepts: omit `token`.',
  InvalidLockDuration: 'Choose an end that is between a week and four years after the transaction is mined.',
  LockDurationTooShort: 'Choose an end after the current one, which getVetokenUser reports.',
  LockExpired: 'Extend the lock with buildVetokenExtend, or withdraw it with buildVetokenUnlock.',
  LockNotExpired: 'Wait for the end of the lock, which getVetokenUser reports.',
  ZeroAmount: 'Send an amount above zero.',
  // Votes.
  VotingNotStarted: 'Wait for the first epoch; getGaugeEpoch reports when it begins.',
  VoteFreezeWindow: 'Vote in the next epoch; getGaugeEpoch reports when it begins.',
  LockTooRecent: 'Wait until the lock has not changed for seven days.',
  NoVotingPower: 'Lock share tokens, then claim the voting power: buildGaugeVote with claim "needed" does.',
  LockExpiresBeforeEpochEnd: 'Extend the lock beyond the end of the epoch with buildVetokenExtend.',
  VaultNotWhitelisted: 'Vote for vaults that listGaugeVaults lists.',
  NormalizedWeightZero: 'Give the vault a larger weight, or omit it.',
  UtilityNotConfigured: 'Wait until the gauge has a utility contract; nobody can vote before.',
  // Bids.
  AuctionNotStarted: 'Bid from the first block of the auction on, which getAuctionStatus reports.',
  AuctionIsOver: 'The auction accepts no more bids. For its outcome use getAuctionStatus.',
  AuctionSoldOut: 'The auction has sold its whole supply. For its outcome use getAuctionStatus.',
  TokensNotReceived: 'Wait until the auction has received the tokens that it sells.',
  BidMustBeAboveClearingPrice: 'Bid at least `minBidPriceQ96` of a new build, which is above the clearing price.',
  InvalidBidPriceTooHigh: 'Bid a lower price, at most the `maxBidPriceQ96` of getAuctionStatus.',
  TickPriceNotAtBoundary: 'Bid a multiple of the tick spacing; rounding "down" makes it one.',
  TickPreviousPriceInvalid: 'Omit `prevTickPriceQ96`, and build the bid again.',
  BidIdDoesNotExist: 'Use the id of a bid of this auction; getWalletContext returns those of a wallet.',
  BidAlreadyExited: 'The bid has exited. Claim its tokens with buildAuctionClaimTokens.',
  BidNotExited: 'Let the bid exit first, with buildAuctionExitBid.',
  BatchClaimDifferentOwner: 'Build a claim for the bids of each owner.',
  CannotExitBid: 'Build the exit again with buildAuctionExitBid, which chooses the function.',
  CannotPartiallyExitBidBeforeEndBlock: 'Let the bid exit after the end of the auction.',
  CannotPartiallyExitBidBeforeGraduation: 'Wait until the auction has raised its minimum, or has ended.',
  InvalidLastFullyFilledCheckpointHint: 'Build the exit again with buildAuctionExitBid, which finds the checkpoints.',
  InvalidOutbidBlockCheckpointHint: 'Build the exit again with buildAuctionExitBid, which finds the checkpoints.',
  AuctionIsNotOver:
    'Let the bid exit after the end of the auction, or once the auction has recorded that it is outbid.',
  NotClaimable: 'Claim from the claim block of the auction on.',
  NotGraduated: 'The auction sold nothing. Let the bid exit, which refunds its budget.',
  ValidationHookCallFailed: 'The validation hook of the auction refused the bid; check its conditions and `hookData`.',
  InvalidAmount: 'Send the whole amount as the value of the call; the contract must not round it to zero.',
  // Loans.
  AmountLTMinDebt: 'Leave no debt, or at least a tenth of the average loan of the pool.',
  AuctionActive: 'Wait until the liquidation of the loan has ended.',
  BorrowerNotSender: 'Send the call from the address of the borrower.',
  BorrowerUnderCollateralized: 'Borrow less, or pledge more collateral.',
  DustAmountNotExceeded: 'Repay all of the debt, with "max".',
  InsufficientCollateral: 'Withdraw less collateral, or repay more.',
  InsufficientLiquidity: 'Borrow less; the pool does not hold this amount.',
  LimitIndexExceeded: 'Allow a lower price with a higher limitIndex, or wait until the price rises.',
  NoDebt: 'The borrower has no debt. To withdraw collateral use buildLendpoolRemoveCollateral.',
  // Strategies.
  InvalidCharmVault: 'Use an LP vault of the creator coin and USDC of the strategy.',
  InvalidSwapPool: 'Use a pool of the creator coin and USDC of the strategy.',
  CharmSharesOutstanding: 'Withdraw the liquidity first, with buildLpOwnerEmergencyWithdrawFromLp.',
  EmergencyWithdrawRestrictedToken: 'Deactivate the strategy first, with buildLpSetActive.',
  InvalidEmergencyWithdrawRecipient: 'Send to the creator vault of the strategy.',
  RebalanceValuationUnavailable: 'Wait until the strategy can report its value.',
  SlippageExceeded: 'Try again when the price has settled, or allow more slippage with buildLpSetParameters.',
  PE: 'Wait until the period of the LP vault has passed since its last rebalance.',
  // Trades.
  'Too little received': 'The price has moved. Build the swap again, or allow more slippage.',
  'Too much requested': 'The price has moved. Build the swap again, or allow more slippage.',
  'Transaction too old': `The deadline of the swap has passed. ${AGAIN}`,
  TransactionExpired: `The deadline of the call has passed. ${AGAIN}`,
  TickerAlreadyUsed: 'Choose another ticker.',
  TickerInvalidCharacters: 'Choose a ticker of letters and digits.',
  TickerTooShort: 'Choose a longer ticker.',
  TickerTooLong: 'Choose a shorter ticker.',
  // Agents.
  ERC721NonexistentToken: 'Use a registered agent; listPublicAgents lists them.',
  'Self-feedback not allowed': 'Give the feedback from an address that is neither owner nor operator of the agent.',
  'index out of bounds': 'Use an index of feedback that the client has given; getAgentFeedback lists it.',
  'Already revoked': 'Nothing is left to do; the feedback is already revoked.',
  // Contracts as such.
  Paused: 'Wait until the contract is no longer paused.',
  VaultPaused: 'Wait until the vault is no longer paused.',
  EnforcedPause: 'Wait until the contract is no longer paused.',
  Panic: 'Check the amounts, which may be too large: the arithmetic of the contract failed.',
}

/** Fix of a revert; null if only its contract defines it. */
export const fixOf = (name: string | null, text: string): string | null =>
  (name === 'Error' ? FIXES[text] : name === null ? undefined : FIXES[name]) ?? null

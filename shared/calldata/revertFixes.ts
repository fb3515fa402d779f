const AGAIN = 'Build the call again and send what is built then.'
const NOT_YOURS = 'Send the call from the address that the contract names for it; the builder says which.'
const HOLD = 'Get more of the token, or send a smaller amount.'
const APPROVE = 'Send the approvals of the build first, in its order.'

/** What to do about a revert, by the name of its error; of `Error` by its text. */
const FIXES: Readonly<Record<string, string>> = {
  // Tokens and Permit2.
  ERC20InsufficientBalance: HOLD,
  ERC20InsufficientAllowance: APPROVE,
  ERC20InvalidReceiver: 'Name a recipient that is not the zero address.',
  InsufficientBalance: 'Get more of the native currency, or send a smaller value.',
  TransferFromFailed: `${HOLD} ${APPROVE}`,
  SafeERC20FailedOperation: `${HOLD} ${APPROVE}`,
  AllowanceExpired: `The allowance of Permit2 has ended. ${AGAIN}`,
  InsufficientAllowance: APPROVE,
  SignatureExpired: 'Have a new signature made, and send it before its deadline.',
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
  InvalidToken: 'Lock the token that the escrow accepts: leave token out.',
  InvalidLockDuration: 'Choose an end between a week and four years away, counted from when the transaction is mined.',
  LockDurationTooShort: 'Choose an end after the current one; getVetokenUser has it.',
  LockExpired: 'Extend the lock with buildVetokenExtend, or withdraw it with buildVetokenUnlock.',
  LockNotExpired: 'Wait for the end of the lock; getVetokenUser has it.',
  ZeroAmount: 'Send an amount above zero.',
  // Votes.
  VotingNotStarted: 'Wait for the first epoch; getGaugeEpoch says when it begins.',
  VoteFreezeWindow: 'Vote in the next epoch; getGaugeEpoch says when it begins.',
  LockTooRecent: 'Wait until the lock is seven days old and unchanged.',
  NoVotingPower: 'Lock share tokens, and claim the voting power: buildGaugeVote does so with claim "needed".',
  LockExpiresBeforeEpochEnd: 'Extend the lock beyond the end of the epoch with buildVetokenExtend.',
  VaultNotWhitelisted: 'Vote for vaults that listGaugeVaults shows as eligible.',
  NormalizedWeightZero: 'Give the vault a larger weight, or leave it out.',
  UtilityNotConfigured: 'Nobody can vote until the gauge has a utility contract.',
  // Bids.
  AuctionNotStarted: 'Bid from the first block of the auction on; getAuctionStatus has it.',
  AuctionIsOver: 'The auction takes no more bids. Read getAuctionStatus for what follows it.',
  AuctionSoldOut: 'The auction has nothing left to sell.',
  TokensNotReceived: 'Wait until the auction has received the tokens that it sells.',
  BidMustBeAboveClearingPrice: 'Bid a price above the clearing price: minBidPriceQ96 of a new build is the lowest.',
  InvalidBidPriceTooHigh: 'Bid a lower price.',
  TickPriceNotAtBoundary: 'Bid a multiple of the tick spacing: rounding "down" does so.',
  TickPreviousPriceInvalid: 'Leave prevTickPriceQ96 out, and build the bid again.',
  ValidationHookCallFailed: 'The contract that approves the bids of this auction refused this one.',
  InvalidAmount:
    'Send the whole amount of the call as its value, and an amount that the contract does not round to zero.',
  // Loans.
  AmountLTMinDebt: 'Leave a debt of at least a tenth of the mean loan of the pool, or none.',
  AuctionActive: 'The loan is being liquidated: wait until that has ended.',
  BorrowerNotSender: 'Send the call from the address of the borrower.',
  BorrowerUnderCollateralized: 'Borrow less, or pledge more collateral.',
  DustAmountNotExceeded: 'Repay all of the debt, with "max".',
  InsufficientCollateral: 'Take less collateral out, or repay more.',
  InsufficientLiquidity: 'Borrow less: the pool does not hold as much.',
  LimitIndexExceeded: 'Allow a lower price with a higher limitIndex, or wait until the price rises.',
  NoDebt: 'The borrower owes nothing; to take collateral back use buildLendpoolRemoveCollateral.',
  // Strategies.
  InvalidCharmVault: 'Name an LP vault of the coin and dollars of the strategy.',
  InvalidSwapPool: 'Name a pool of the coin and dollars of the strategy.',
  CharmSharesOutstanding: 'Take the liquidity out first, with buildLpOwnerEmergencyWithdrawFromLp.',
  EmergencyWithdrawRestrictedToken: 'Make the strategy inactive first, with buildLpSetActive.',
  InvalidEmergencyWithdrawRecipient: 'Send to the vault of the strategy.',
  RebalanceValuationUnavailable: 'Wait until the strategy can report what it is worth.',
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
  ERC721NonexistentToken: 'Name an agent that is registered; listPublicAgents has them.',
  'Self-feedback not allowed': 'Have somebody give the feedback who is neither owner nor operator of the agent.',
  'index out of bounds': 'Name feedback that the client has given; getAgentFeedback has it.',
  'Already revoked': 'Nothing is left to do: the feedback has been revoked.',
  // Contracts as such.
  Paused: 'Wait until the contract is no longer paused.',
  VaultPaused: 'Wait until the vault is no longer paused.',
  EnforcedPause: 'Wait until the contract is no longer paused.',
  Panic: 'The contract ran into an error of its own arithmetic: check the amounts, which may be too large.',
}

/** What to do about a revert; null where only its contract says. */
export const fixOf = (name: string | null, text: string): string | null =>
  (name === 'Error' ? FIXES[text] : name === null ? undefined : FIXES[name]) ?? null

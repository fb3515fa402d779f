import { parseAbi } from 'viem'

/** A ticket, bought or free: its amount in USD (six decimals) and its chance. */
export const lotteryEntryAbi = parseAbi([
  'event LotteryEntryCreated(address indexed token, address indexed user, uint256 swapAmountUSD, uint256 winChancePPM, uint256 requestId)',
])

/** Wins. The manager emits LotteryWinner with a reward of zero; the amount paid is in the result. */
export const lotteryWinAbi = parseAbi([
  'event LotteryWinner(address indexed token, address indexed user, uint256 swapAmountUSD, uint256 rewardAmount, uint256 requestId)',
  'event MultiTokenJackpotWon(address indexed triggeringCoin, address indexed winner, uint256 numVaultsPaid)',
])

/** How a ticket was decided, and each payment of a win. */
export const lotteryResultAbi = parseAbi([
  'event LotteryResultProcessed(address indexed token, address indexed user, uint256 swapAmountUSD, bool won, uint256 rewardAmount, uint256 requestId)',
  'event LotteryWon(address indexed token, uint256 indexed entryId, address indexed winner, uint256 shares, uint256 tokenValue)',
])

/** The free-entry router; `managerEntryId` is the manager's request id. `path` is 0 for ECDSA, 1 for a proof. */
export const amoeRouterAbi = parseAbi([
  'event AmoeEntryRecorded(uint256 indexed entryId, address indexed buyer, address indexed creatorCoin, uint64 epoch, bytes32 nonceCommit, bytes32 walletAddrCommit, uint8 path)',
  'event AmoeEntrySettled(uint256 indexed entryId, bytes32 indexed pointsBurnNullifier, uint256 pointsBurnedAsUSD, uint256 managerEntryId)',
])

import { type Abi, parseAbi } from 'viem'
import { amoeEntryAbi } from '../domain/lottery/amoeEntryAbi.ts'
import { auctionAbi } from '../domain/auction/auctionAbi.ts'
import { ownableErrorsAbi } from '../abi/standards.ts'
import { erc6093Abi } from '../abi/erc6093.ts'
import { gaugeVotingAbi } from '../domain/gauge/gaugeVotingAbi.ts'
import { lendpoolAbi, vaultAuthAbi } from '../domain/lendpool/lendpoolAbi.ts'
import { permit2Abi } from '../abi/permit2.ts'
import { lpStrategyActionsAbi } from '../domain/lpstrat/lpStrategyAbi.ts'
import { trendFactoryAbi } from '../domain/trend/trendFactory.ts'
import { veUtilityAbi, voteEscrowAbi } from '../domain/vetoken/voteEscrowAbi.ts'

/** Errors that a call can run into further down, from contracts and libraries that nothing here calls directly. */
const otherErrorsAbi = parseAbi([
  // OpenZeppelin: utils/Errors.sol, utils/Address.sol, utils/Pausable.sol, utils/ReentrancyGuard.sol, SafeCast, ERC-4626.
  'error FailedCall()',
  'error InsufficientBalance(uint256 balance, uint256 needed)',
  'error AddressEmptyCode(address target)',
  'error EnforcedPause()',
  'error ReentrancyGuardReentrantCall()',
  'error SafeCastOverflowedUintDowncast(uint8 bits, uint256 value)',
  'error ERC4626ExceededMaxDeposit(address receiver, uint256 assets, uint256 max)',
  'error ERC4626ExceededMaxWithdraw(address owner, uint256 assets, uint256 max)',
  'error ERC4626ExceededMaxRedeem(address owner, uint256 shares, uint256 max)',
  // Vaults and their wrappers.
  'error ZeroShares()',
  'error Unauthorized()',
  'error InsufficientBalance()',
  'error VaultIsShutdown()',
  'error VaultNotNormal()',
  'error CcaAuctionDepositBlocked()',
  'error FirstDepositTooSmall(uint256 provided, uint256 minimum)',
  'error StrategyValuationNotReady(address strategy)',
  'error PriceChangeExceedsLimit(uint256 priceBefore, uint256 priceAfter, uint256 maxChangeBps)',
  'error TrustedPpsDeviationExceeded(uint256 checkpointPps, uint256 currentPps, uint256 maxDeviationBps)',
  'error TransferAmountMismatch(uint256 expected, uint256 actual)',
  'error WithdrawTooSoon(uint256 currentBlock, uint256 requiredBlock)',
  'error LargeWithdrawalMustBeQueued(uint256 amount, uint256 threshold)',
  'error WithdrawalNotUnlocked(uint256 currentBlock, uint256 unlockBlock)',
  'error NoQueuedWithdrawal()',
  'error QueuedWithdrawalReceiverMismatch(address existing, address provided)',
  'error AmountTooSmallToNormalize()',
  'error WrapperWithdrawTooSoon(uint256 currentBlock, uint256 requiredBlock)',
  'error InsufficientLocked()',
  'error ShareOFTNotSet()',
  // Contracts below them.
  'error OnlyVault()',
  'error VaultPaused()',
  'error Paused()',
  'error NotKeeper(address caller)',
  'error NotMinter(address caller)',
  'error BufferBelowRatio()',
  'error BucketBelowMinimum(uint256 index, uint256 minimum)',
  'error InvalidBufferRatio()',
  // Strategies that borrow.
  'error AjnaPositionOpen(uint256 debt, uint256 collateral)',
  'error BorrowDisabled()',
  'error CollateralRatioTooLow(uint256 bps)',
  'error DebtTooHigh(uint256 debt)',
  'error InvalidAjnaPool(address pool)',
  'error AlreadyInitialized()',
  // Permit2.
  'error InvalidAmount(uint256 maxAmount)',
  // Lending pool.
  'error BorrowerOk()',
  'error BucketPriceOutOfBounds()',
  'error TransactionExpired()',
])

/** Custom errors of every contract role: they identify a simulation's revert, whichever contract raised it. */
export const contractErrors: Abi = [
  ...erc6093Abi,
  ...ownableErrorsAbi,
  ...voteEscrowAbi,
  ...gaugeVotingAbi,
  ...veUtilityAbi,
  ...auctionAbi,
  ...permit2Abi,
  ...lendpoolAbi,
  ...vaultAuthAbi,
  ...lpStrategyActionsAbi,
  ...amoeEntryAbi,
  ...trendFactoryAbi,
  ...otherErrorsAbi,
].filter((item) => item.type === 'error')

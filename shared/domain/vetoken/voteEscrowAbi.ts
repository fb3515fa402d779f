import { parseAbi } from 'viem'

/** The vote escrow: one lock per address, power decaying linearly to the lock's end. */
export const voteEscrowAbi = parseAbi([
  'struct Lock { uint256 amount; uint256 end; uint256 start; address lockedToken; uint256 underlyingValue; }',
  'function lock(address token, uint256 amount, uint256 duration) returns (uint256 votingPower)',
  'function extendLock(uint256 newEnd) returns (uint256 newVotingPower)',
  'function increaseLock(uint256 amount) returns (uint256 newVotingPower)',
  'function unlock() returns (uint256 amount)',
  'function getLock(address user) view returns (Lock)',
  'function getVotingPower(address user) view returns (uint256)',
  'function votingPowerAt(address user, uint256 timestamp) view returns (uint256)',
  'function getTotalVotingPower() view returns (uint256)',
  'function hasActiveLock(address user) view returns (bool)',
  'function getRemainingLockTime(address user) view returns (uint256)',
  'function MIN_LOCK_DURATION() view returns (uint256)',
  'function MAX_LOCK_DURATION() view returns (uint256)',
  'function wrappedShareOFT() view returns (address)',
  'event Locked(address indexed user, address indexed token, uint256 amount, uint256 lockEnd, uint256 votingPower)',
  'event LockExtended(address indexed user, uint256 oldEnd, uint256 newEnd, uint256 newVotingPower)',
  'event LockIncreased(address indexed user, uint256 addedAmount, uint256 totalAmount, uint256 newVotingPower)',
  'event Unlocked(address indexed user, uint256 amount, address token)',
  'error InvalidToken()',
  'error ZeroAmount()',
  'error InvalidLockDuration()',
  'error NoExistingLock()',
  'error AlreadyLocked()',
  'error LockDurationTooShort()',
  'error LockExpired()',
  'error LockNotExpired()',
  'error LockCheckpointOverflow()',
])

/** Uses of a lock's power: votes (ve33) and lottery boosts. */
export const veUtilityAbi = parseAbi([
  'function previewUtilities(address user) view returns (uint256 ve33, uint256 veLottery)',
  'function effectiveVe33Of(address user) view returns (uint256)',
  'function freeCapacityOf(address user) view returns (uint256)',
  'function claimVe33(uint256 amount)',
  'function claimAllOutstanding()',
  'error ZeroAmount()',
  'error InsufficientCapacity()',
])

import { parseAbi } from 'viem'

/** Deposits into a creator vault and withdrawals from it: ERC-4626, and the queue for large withdrawals. */
export const vaultActionsAbi = parseAbi([
  'function deposit(uint256 assets, address receiver) returns (uint256 shares)',
  'function withdraw(uint256 assets, address receiver, address owner) returns (uint256 shares)',
  'function redeem(uint256 shares, address receiver, address owner) returns (uint256 assets)',
  'function queueWithdrawal(uint256 shares, address receiver)',
  'function claimQueuedWithdrawal() returns (uint256 assets)',
])

/** The wrapper of a vault: vault shares into share tokens, and back. */
export const wrapperActionsAbi = parseAbi([
  'function wrap(uint256 amount) returns (uint256 amountOut)',
  'function unwrap(uint256 amount) returns (uint256 amountOut)',
])

/** Events of the queue and of the wrapper. */
export const vaultActionEventsAbi = parseAbi([
  'event WithdrawalQueued(address indexed user, uint256 shares, uint256 unlockBlock)',
  'event WithdrawalClaimed(address indexed user, uint256 assets)',
  'event Wrapped(address indexed user, uint256 vaultSharesIn, uint256 shareOFTOut, uint256 fee)',
  'event Unwrapped(address indexed user, uint256 shareOFTIn, uint256 vaultSharesOut, uint256 fee)',
])

import { parseAbi } from 'viem'

/** Withdrawals from contracts of an earlier deployment: a vesting, a wrapper, and a vault. */
export const vestingCallsAbi = parseAbi(['function release()'])
export const wrapperCallsAbi = parseAbi(['function unwrap(uint256 amount)'])
export const vaultCallsAbi = parseAbi([
  'function redeem(uint256 shares, address receiver, address owner)',
  'function queueWithdrawal(uint256 shares, address receiver)',
  'function claimQueuedWithdrawal()',
  'function shutdownVault()',
  'function emergencyWithdrawFromStrategies()',
  'function emergencyWithdraw(uint256 amount, address to)',
])
export const legacyAbi = [...vestingCallsAbi, ...wrapperCallsAbi, ...vaultCallsAbi] as const

/** Getters of a vesting of share tokens. */
export const vestingAbi = parseAbi([
  'function beneficiary() view returns (address)',
  'function token() view returns (address)',
])
/** The wrapper that a share token names. */
export const shareWrapperAbi = parseAbi(['function wrapper() view returns (address)'])
